package dev.loombench.governor.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.governor.admission.ExcludedPaths;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdmissionSettingsTest {
    private static final ExcludedPaths NONE = new ExcludedPaths(List.of());

    @Test
    void without_an_excluded_path_the_checks_of_health_are_named() {
        assertThat(new AdmissionSettings(0, NONE).note()).contains("health", "exclude=");
        var excluded = new ExcludedPaths(List.of("/health"));
        assertThat(new AdmissionSettings(0, excluded).note()).isEmpty();
    }

    @Test
    void a_negative_limit_is_rejected() {
        assertThatThrownBy(() -> new AdmissionSettings(-1, NONE))
                .hasMessage("the limit must be 1 request or more, was -1");
    }
}
