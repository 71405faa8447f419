package dev.loombench.diagnose.rule.carrier;

import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.finding.Severity;
import org.junit.jupiter.api.Test;

class CarriersComputingTest {
    @Test
    void virtual_threads_that_stay_on_computing_carriers_monopolize_them() {
        var finding =
                only(
                        new SampleEvidence()
                                .history(SampleEvidence.history(2, 46, 0.6, 0.4))
                                .stacks(SampleEvidence.held(SHOP)));
        assertThat(finding.id()).isEqualTo(CarriersComputing.MONOPOLIZED);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.text().message())
                .isEqualTo(
                        "2 virtual threads compute without a pause on 2 carriers while 46 virtual"
                                + " threads wait for one");
        assertThat(finding.frames()).containsExactly(SHOP);
    }

    @Test
    void carriers_that_compute_in_turns_are_busy_or_starved() {
        var passing = SampleEvidence.passing(SHOP);
        assertThat(
                        only(new SampleEvidence()
                                        .history(SampleEvidence.history(2, 46, 0.9, 0.1))
                                        .stacks(passing))
                                .id())
                .isEqualTo(CarriersComputing.BUSY);
        assertThat(
                        only(new SampleEvidence()
                                        .history(SampleEvidence.history(2, 46, 0.3, 0.6))
                                        .stacks(passing))
                                .id())
                .isEqualTo(CarriersComputing.STARVED);
    }
}
