package dev.loombench.governor.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class AdmissionSettingsTest {
    @Test
    void a_path_is_excluded_by_whole_segments_only() {
        var settings = new AdmissionSettings(0, List.of("/health", "/internal/"));
        assertThat(settings.excludes("/health")).isTrue();
        assertThat(settings.excludes("/health/live")).isTrue();
        assertThat(settings.excludes("/healthy")).isFalse();
        assertThat(settings.excludes("/internal/metrics")).isTrue();
        assertThat(settings.excludes("/internal")).isFalse();
        assertThat(settings.excludes("/")).isFalse();
    }

    /// A server takes each of them as `/work`.
    @Test
    void a_path_that_leads_elsewhere_is_not_excluded() {
        var settings = new AdmissionSettings(0, List.of("/health"));
        assertThat(settings.excludes("/health/../work")).isFalse();
        assertThat(settings.excludes("/health/..;a=b/work")).isFalse();
        assertThat(settings.excludes("/health/%2e%2e/work")).isFalse();
    }

    @Test
    void without_an_excluded_path_the_checks_of_health_are_named() {
        assertThat(new AdmissionSettings(0, List.of()).note()).contains("health", "exclude=");
        assertThat(new AdmissionSettings(0, List.of("/health")).note()).isEmpty();
    }

    @Test
    void a_negative_limit_is_rejected() {
        assertThatThrownBy(() -> new AdmissionSettings(-1, List.of()))
                .hasMessage("the limit must be 1 request or more, was -1");
    }
}
