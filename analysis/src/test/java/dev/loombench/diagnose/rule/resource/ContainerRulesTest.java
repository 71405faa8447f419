package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.diagnose.rule.carrier.CarriersBlocked;
import dev.loombench.diagnose.rule.carrier.CarriersComputing;
import dev.loombench.observe.result.ContainerLimits;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Limits of a container, and what they explain.
class ContainerRulesTest {
    @ParameterizedTest
    @CsvSource({"1, ''", "2, WARNING", "16, CRITICAL"})
    void a_quota_counts_by_the_time_for_which_it_stops_threads(double seconds, String severity) {
        var findings =
                findings(
                        new SampleEvidence()
                                .container(
                                        SampleEvidence.container(OptionalDouble.of(0.5), seconds)));
        assertThat(findings).hasSize(severity.isEmpty() ? 0 : 1);
        findings.forEach(finding -> {
            assertThat(finding.id()).isEqualTo(ContainerRules.THROTTLED);
            assertThat(finding.severity().name()).isEqualTo(severity);
        });
    }

    /// 30 % of a processor in place of two: threads are stopped on their carriers, and a kernel may
    /// count that neither as running nor as waiting for a processor.
    @ParameterizedTest
    @CsvSource({"0.15, 0", "0.15, 0.85"})
    void a_quota_explains_carriers_that_hardly_run(double ran, double waited) {
        var evidence =
                new SampleEvidence()
                        .history(SampleEvidence.history(2, 9, ran, waited))
                        .stacks(SampleEvidence.passing("com.example.Shop.index(Shop.java:8)"))
                        .container(SampleEvidence.container(OptionalDouble.of(0.3), 51));
        assertThat(only(evidence).id()).isEqualTo(ContainerRules.THROTTLED);
    }

    /// Of the 1 s between moments a carrier ran for 40 and 150 ms.
    @ParameterizedTest
    @CsvSource({"0.04, 57.6, 1", "0.15, 51, 2"})
    void a_quota_comes_before_a_virtual_thread_that_keeps_its_carrier(
            double ran, double throttledSeconds, int expected) {
        var evidence =
                new SampleEvidence()
                        .history(SampleEvidence.history(2, 9, ran, 1 - ran))
                        .stacks(SampleEvidence.held("com.example.Shop.index(Shop.java:8)"))
                        .container(
                                SampleEvidence.container(
                                        OptionalDouble.of(2 * ran), throttledSeconds));
        var findings = findings(evidence);
        assertThat(findings)
                .extracting(ServiceFinding::id)
                .containsExactlyElementsOf(
                        List.of(ContainerRules.THROTTLED, CarriersComputing.MONOPOLIZED)
                                .subList(0, expected));
    }

    /// 90 % blocked, of which the quota explains 5 %.
    @Test
    void a_quota_does_not_hide_carriers_that_are_blocked() {
        var evidence =
                new SampleEvidence()
                        .history(SampleEvidence.history(2, 9, 0.1, 0))
                        .stacks(SampleEvidence.held("com.example.Native.read(Native.java:8)"))
                        .container(SampleEvidence.container(OptionalDouble.of(1), 3));
        assertThat(findings(evidence))
                .extracting(ServiceFinding::id)
                .containsExactly(CarriersBlocked.ID, ContainerRules.THROTTLED);
    }

    @Test
    void a_heap_of_nearly_the_containers_memory_is_too_large() {
        var limits =
                new ContainerLimits(
                        OptionalDouble.empty(), OptionalLong.empty(), OptionalLong.of(1L << 30));
        var use = new ContainerUse(limits, limits, 1);
        var finding = only(new SampleEvidence().container(use));
        assertThat(finding.id()).isEqualTo(ContainerRules.HEAP);
        assertThat(finding.setting())
                .as("three quarters of it")
                .contains(new Setting(Setting.HEAP, 1L << 30, 768L << 20));
    }
}
