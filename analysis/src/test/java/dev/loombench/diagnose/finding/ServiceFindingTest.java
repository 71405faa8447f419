package dev.loombench.diagnose.finding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.finding.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceFindingTest {
    record Waiting(int threads) {}

    record Other(int queued) {}

    private static final Rule RULE =
            new Rule("lock-bound", "a queue", "dumps", "3 threads", "warning", "", Waiting.class);

    private static ServiceFinding at(String call) {
        return at(call, Severity.WARNING);
    }

    private static ServiceFinding at(String call, Severity severity) {
        return ServiceFinding.of(
                        RULE,
                        severity,
                        Confidence.HIGH,
                        new FindingText("threads wait", "no more requests", "wait less"),
                        List.of(),
                        0,
                        new Waiting(3))
                .withFrames(List.of(call));
    }

    @Test
    void a_finding_has_no_figures_but_those_of_its_rule() {
        assertThat(RULE.figureNames()).containsExactly("threads");
        assertThat(RULE.covers(new Waiting(3))).isTrue();
        assertThat(RULE.covers(new Other(3))).isFalse();
    }

    @Test
    void a_fault_of_a_dump_and_of_a_recording_is_one_by_its_call() {
        var printed = at("Pool.take(Pool.java:9) called by Shop.order(Shop.java:30)");
        assertThat(printed.isSameAs(at("Pool.take(line 9) called by Shop.order(line 30)")))
                .isTrue();
        assertThat(printed.isSameAs(at("Pool.take(line 9) called by Shop.pay(line 50)"))).isFalse();
        assertThat(printed.isSameAs(at("Shop.order(line 30)"))).isFalse();
    }

    private static final String ORDER = "Pool.take(Pool.java:9) called by Shop.order(Shop.java:30)";
    private static final String PAY = "Pool.take(line 9) called by Shop.pay(line 50)";

    /// A print shows platform threads, and a list virtual ones: the more severe finding stands.
    @Test
    void one_lock_with_different_callers_in_two_views_is_one_fault() {
        var printed = at(ORDER).withLock("a Pool");
        var listed = at(PAY, Severity.CRITICAL).withLock("a Pool");
        assertThat(ServiceFinding.merge(List.of(printed), List.of(listed)))
                .singleElement()
                .satisfies(f -> assertThat(f.severity()).isEqualTo(Severity.CRITICAL))
                .satisfies(f -> assertThat(f.frames()).containsExactly(PAY, ORDER));
        assertThat(ServiceFinding.merge(List.of(printed), List.of(listed.withLock("a Shop"))))
                .hasSize(2);
        assertThat(ServiceFinding.merge(List.of(), List.of(printed, printed)))
                .as("of one view")
                .hasSize(2);
    }

    @Test
    void a_fault_that_two_views_show_equally_is_that_of_the_first() {
        var recorded = at("Pool.take(line 9) called by Shop.order(line 30)");
        assertThat(ServiceFinding.merge(List.of(at(ORDER)), List.of(recorded)))
                .containsExactly(at(ORDER));
    }
}
