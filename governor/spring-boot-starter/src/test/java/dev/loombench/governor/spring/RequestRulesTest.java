package dev.loombench.governor.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.ExcludedPaths;
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
                    new ExcludedPaths(List.of("/actuator")));

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
