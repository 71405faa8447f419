package dev.loombench.diagnose.finding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.finding.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceFindingTest {
    private record Waiting(int threads) {}

    private static ServiceFinding at(String call) {
        return ServiceFinding.of(
                        new Rule("lock-bound", "a queue", "dumps", "3 threads", "warning", ""),
                        Severity.WARNING,
                        Confidence.HIGH,
                        new FindingText("threads wait", "no more requests", "wait less"),
                        List.of(),
                        0,
                        new Waiting(3))
                .withFrames(List.of(call));
    }

    @Test
    void a_fault_of_a_dump_and_of_a_recording_is_one_by_its_call() {
        var printed = at("Pool.take(Pool.java:9) called by Shop.order(Shop.java:30)");
        assertThat(printed.isSameAs(at("Pool.take(line 9) called by Shop.order(line 30)")))
                .isTrue();
        assertThat(printed.isSameAs(at("Pool.take(line 9) called by Shop.pay(line 50)"))).isFalse();
        assertThat(printed.isSameAs(at("Shop.order(line 30)"))).isFalse();
    }
}
