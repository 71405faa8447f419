package dev.loombench.diagnose.rule.carrier;

import static dev.loombench.diagnose.RuleFindings.findings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.PinnedWaitGroup;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PinnedCarriersTest {
    @ParameterizedTest
    @CsvSource({"2.9, ''", "3.1, WARNING", "29, WARNING", "31, CRITICAL"})
    void pinned_waits_count_by_their_share_of_the_carriers_time(double seconds, String severity) {
        var pinned = SampleEvidence.pinned(100, seconds);
        var findings =
                findings(
                        new SampleEvidence()
                                .version("21.0.8+9")
                                .pinned(
                                        new Pinned(
                                                "attach",
                                                pinned.count(),
                                                pinned.nanos(),
                                                pinned.observedNanos(),
                                                List.of(
                                                        new PinnedWaitGroup(
                                                                100,
                                                                pinned.nanos(),
                                                                List.of(
                                                                        "java.lang.Thread.sleep(line 1)",
                                                                        "com.example.Shop.order(line 9)"))))));
        if (severity.isEmpty()) {
            assertThat(findings).isEmpty();
            return;
        }
        assertThat(findings)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.id()).isEqualTo(PinnedCarriers.ID);
                    assertThat(finding.severity().name()).isEqualTo(severity);
                    assertThat(finding.frames()).containsExactly("com.example.Shop.order(line 9)");
                    assertThat(finding.text().remedy()).contains("ReentrantLock");
                });
    }
}
