package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstStartTest {
    private static final Failed NO_LAUNCH = new Failed("launch", "it exited with 7", List.of("no"));

    @Test
    void a_variant_whose_first_start_failed_is_not_started_again() {
        var next = new Trial(3, "a", 2);
        assertThat(FirstStart.failureOf(next, List.of(failed(1, "a", NO_LAUNCH))))
                .contains(
                        new Failed(
                                "launch",
                                "not started again after trial 1: it exited with 7",
                                List.of("no")));
        var last = new Trial(5, "a", 3);
        assertThat(
                        FirstStart.failureOf(
                                last,
                                List.of(
                                        failed(1, "a", NO_LAUNCH),
                                        failed(3, "a", new Failed("launch", "x", List.of())))))
                .as("the reason is that of the first trial")
                .get()
                .extracting(Failed::reason)
                .isEqualTo("not started again after trial 1: it exited with 7");
    }

    @Test
    void other_variants_and_later_failures_are_started_again() {
        var next = new Trial(5, "a", 3);
        var before =
                List.of(
                        failed(2, "b", NO_LAUNCH),
                        SampleRun.result(new Trial(1, "a", 1), SampleRun.completed(1_000, 400)),
                        failed(3, "a", NO_LAUNCH));
        assertThat(FirstStart.failureOf(next, before)).isEmpty();
        assertThat(
                        FirstStart.failureOf(
                                next,
                                List.of(failed(1, "a", new Failed("measure", "died", List.of())))))
                .isEmpty();
        assertThat(FirstStart.failureOf(next, List.of())).isEmpty();
    }

    private static TrialResult failed(int number, String variant, Failed why) {
        return SampleRun.result(new Trial(number, variant, 1), why);
    }
}
