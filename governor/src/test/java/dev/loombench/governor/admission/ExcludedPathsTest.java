package dev.loombench.governor.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExcludedPathsTest {
    private final ExcludedPaths excluded = new ExcludedPaths(List.of("/health", "/internal/"));

    @Test
    void a_path_is_excluded_by_whole_segments_only() {
        assertThat(excluded.contains("/health")).isTrue();
        assertThat(excluded.contains("/health/live")).isTrue();
        assertThat(excluded.contains("/healthy")).isFalse();
        assertThat(excluded.contains("/internal/metrics")).isTrue();
        assertThat(excluded.contains("/internal")).isFalse();
        assertThat(excluded.contains("/")).isFalse();
    }

    /// A server takes each of them as `/work`.
    @ParameterizedTest
    @ValueSource(strings = {"/health/../work", "/health/..;a=b/work", "/health/%2e%2e/work"})
    void a_path_that_leads_elsewhere_is_not_excluded(String path) {
        assertThat(excluded.contains(path)).isFalse();
    }

    /// The last one would exclude everything.
    @ParameterizedTest
    @ValueSource(
            strings = {"health", "", "/health/**", "/user/{id}", "/a?b=1", "/%41", "/a/..", "/"})
    void a_beginning_that_excludes_nothing_or_all_is_rejected(String beginning) {
        assertThatThrownBy(() -> new ExcludedPaths(List.of(beginning)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(", was \"" + beginning + "\"");
    }
}
