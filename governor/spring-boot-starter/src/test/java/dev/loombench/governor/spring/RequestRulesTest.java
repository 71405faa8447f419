package dev.loombench.governor.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import dev.loombench.governor.admission.Priority;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestRulesTest {
    private static final AdmissionLimit LIMIT = new AdmissionLimit(Limit.fixed(10));

    private final RequestRules rules =
            new RequestRules(
                    LIMIT,
                    new GovernorProperties.Admission(
                            true,
                            20,
                            1_000,
                            10,
                            false,
                            null,
                            "X-Priority",
                            "X-Tenant",
                            Map.of("a", 0.5)),
                    List.of("/actuator", "/internal/"));

    @Test
    void a_path_is_excluded_by_whole_segments_only() {
        assertThat(rules.excludes("/actuator/health")).isTrue();
        assertThat(rules.excludes("/actuator")).isTrue();
        assertThat(rules.excludes("/actuators")).isFalse();
        assertThat(rules.excludes("/internal/metrics")).isTrue();
        assertThat(rules.excludes("/")).isFalse();
    }

    /// A server takes each of them as `/work`.
    @Test
    void a_path_that_leads_elsewhere_is_not_excluded() {
        assertThat(rules.excludes("/actuator/../work")).isFalse();
        assertThat(rules.excludes("/actuator/..;a=b/work")).isFalse();
        assertThat(rules.excludes("/actuator/%2e%2e/work")).isFalse();
    }

    @Test
    void a_priority_that_is_none_of_the_three_is_normal() {
        assertThat(rules.priority(name -> "Critical ")).isEqualTo(Priority.CRITICAL);
        assertThat(rules.priority(name -> "background")).isEqualTo(Priority.BACKGROUND);
        assertThat(rules.priority(name -> "urgent")).isEqualTo(Priority.NORMAL);
        assertThat(rules.priority(name -> null)).isEqualTo(Priority.NORMAL);
    }

    @Test
    void each_rule_reads_its_own_header() {
        var headers = Map.of("X-Tenant", "a", "X-Priority", "critical");
        assertThat(rules.partition(headers::get)).isEqualTo("a");
        assertThat(rules.priority(headers::get)).isEqualTo(Priority.CRITICAL);
    }
}
