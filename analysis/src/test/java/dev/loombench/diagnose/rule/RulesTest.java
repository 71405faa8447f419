package dev.loombench.diagnose.rule;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.SampleThreads.INITIALISERS;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.carrier.CarriersBlocked;
import dev.loombench.diagnose.rule.lock.Deadlock;
import dev.loombench.diagnose.rule.pool.PoolExhausted;
import dev.loombench.diagnose.rule.resource.MemoryRules;
import java.util.List;
import org.junit.jupiter.api.Test;

/// All rules together.
class RulesTest {
    @Test
    void a_healthy_service_has_no_finding() {
        assertThat(findings(new SampleEvidence())).isEmpty();
    }

    @Test
    void the_most_severe_finding_is_first() {
        var findings =
                findings(
                        new SampleEvidence()
                                .directBytes(1_000L << 20)
                                .history(SampleEvidence.history(2, 46, 0, 0))
                                .pools(List.of(SampleEvidence.pool(10, 9))));
        assertThat(findings)
                .extracting(ServiceFinding::id)
                .containsExactly(CarriersBlocked.ID, PoolExhausted.ID, MemoryRules.DIRECT);
    }

    /// Each holds the carrier of its virtual thread, and no further carrier would end it.
    @Test
    void carriers_in_class_initialisers_are_blocked_by_their_deadlock() {
        var findings =
                findings(
                        new SampleEvidence()
                                .printed(Prints.history(INITIALISERS))
                                .history(SampleEvidence.history(2, 46, 0, 0))
                                .stacks(
                                        SampleEvidence.held(
                                                "jdk.internal.misc.Unsafe.park(Native Method)",
                                                "Shop$B.<clinit>(in another thread)",
                                                SHOP)));
        assertThat(findings)
                .extracting(ServiceFinding::id)
                .containsExactly(Deadlock.ID, CarriersBlocked.ID);
        assertThat(findings.getLast().endsWith(findings.getFirst())).isTrue();
        assertThat(findings.getLast().setting()).isEmpty();
    }
}
