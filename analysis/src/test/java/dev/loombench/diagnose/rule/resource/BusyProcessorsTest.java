package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Four moments over 30 s of a service that may use two processors.
class BusyProcessorsTest {
    /// Two threads that compute.
    ///
    /// @param share of a processor that each uses
    /// @param used processors of the process by the kernel's account
    private static SampleEvidence computing(double share, double used) {
        var prints =
                IntStream.range(0, 4)
                        .mapToDouble(i -> i * 10_000 * share)
                        .mapToObj(cpuMillis -> thread(1, cpuMillis) + thread(2, cpuMillis))
                        .toArray(String[]::new);
        return new SampleEvidence()
                .printed(Prints.history(prints))
                .container(SampleEvidence.container(OptionalDouble.empty(), 0, used));
    }

    private static String thread(int number, double cpuMillis) {
        return Prints.thread("main-" + (char) ('a' + number), number, cpuMillis, "RUNNABLE", SHOP);
    }

    @Test
    void code_that_uses_all_processors_is_named() {
        var finding = only(computing(0.95, 1.95));
        assertThat(finding.id()).isEqualTo(BusyProcessors.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(figure(finding, "usedProcessors")).isCloseTo(1.9, within(0.001));
        assertThat(figure(finding, "allowedProcessors")).isEqualTo(2);
        assertThat(finding.frames()).containsExactly(SHOP);
        assertThat(findings(computing(0.89, 1.95))).as("the JVM's own threads do").isEmpty();
        assertThat(findings(computing(0.95, 1.6))).as("by the kernel's account").isEmpty();
    }

    @Test
    void what_uses_the_processors_is_named_in_its_place() {
        var carriers = SampleEvidence.history(2, 40, 0.95, 0.05);
        assertThat(findings(computing(0.95, 1.95).history(carriers)))
                .extracting(ServiceFinding::id)
                .containsExactly("carriers-busy");
    }
}
