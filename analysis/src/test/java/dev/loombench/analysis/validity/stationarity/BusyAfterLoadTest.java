package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.ChangedSampleRun.SECOND;
import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.sliced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.finding.Finding.Severity;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.WorkAfterLoad;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Servers that worked after their load. Windows are two seconds long.
class BusyAfterLoadTest {
    private static Completed trial(int warmUpSeconds, WorkAfterLoad work) {
        var like = SampleRun.completed(1_000, 400);
        long end = like.warmUp().window().endNanos();
        var warmUp =
                new WarmUp(
                        new Window(end - warmUpSeconds * SECOND, end),
                        20_000,
                        like.warmUp().metrics());
        return SampleRun.after(
                SampleRun.completed(warmUp, like.load(), like.unloaded(), like.observations()),
                work);
    }

    private static WorkAfterLoad work(
            double processors, double busySeconds, double cpuSeconds, boolean ended) {
        return new WorkAfterLoad(
                processors, Math.round(busySeconds * 1e9), Math.round(cpuSeconds * 1e9), ended);
    }

    private static List<BusyAfterLoad> found(Function<Trial, Completed> outcome) {
        return findings(SampleRun.manifest(), outcome).stream()
                .filter(BusyAfterLoad.class::isInstance)
                .map(BusyAfterLoad.class::cast)
                .toList();
    }

    private static BusyAfterLoad first(int warmUpSeconds, WorkAfterLoad work) {
        var all = found(_ -> trial(warmUpSeconds, work));
        assertThat(all).hasSize(2);
        assertThat(all.getFirst().trials()).isEqualTo(3);
        return all.getFirst();
    }

    @Test
    void an_idle_server_has_no_finding() {
        assertThat(found(_ -> trial(2, work(0.31, 0, 0, true)))).isEmpty();
    }

    @Test
    void work_that_was_not_observed_has_no_finding() {
        assertThat(found(_ -> SampleRun.completed(1_000, 400))).isEmpty();
    }

    /// As long as the load needs 0.7 s.
    @Test
    void work_that_comes_a_second_later_is_in_a_window_after_a_warm_up_of_ten() {
        assertThat(found(_ -> trial(10, work(0.61, 1.5, 0.435, true)))).isEmpty();
    }

    /// 1.32 s of 0.6 processors are 2.2 s of the load; of 4 s, 55 %.
    @Test
    void work_that_ends_later_than_the_warm_up_was_long_makes_the_result_invalid() {
        var busy = first(2, work(0.6, 4.5, 1.32, true));
        assertThat(busy.severity()).isEqualTo(Severity.INVALID);
        assertThat(busy.share()).isCloseTo(0.55, within(1e-9));
        assertThat(busy.warmUpSeconds()).isEqualTo(4.5);
        assertThat(busy.text().remedy())
                .isEqualTo(
                        "use a longer warm-up, phases: {warm-up: 5s} in a file (compare --write FILE)");
        assertThat(busy.affects(Metric.CPU_PER_REQUEST)).isTrue();
        assertThat(busy.affects(Metric.PEAK_RSS)).isFalse();
        assertThat(found(_ -> trial(5, work(0.6, 4.5, 1.32, true)))).isEmpty();
    }

    /// 6 s of half a processor are 12 s of the load, on two processors within 5.5 s.
    @Test
    void work_as_much_as_that_of_a_load_longer_than_the_warm_up_makes_it_invalid() {
        var busy = first(10, work(0.5, 5.5, 6, false));
        assertThat(busy.severity()).isEqualTo(Severity.INVALID);
        assertThat(busy.share()).isCloseTo(12 / 5.5, within(1e-9));
        assertThat(first(12, work(0.5, 5.5, 6, false)).severity()).isEqualTo(Severity.NOTE);
    }

    /// Work of the server's own looks the same: a sixth of its load here.
    @Test
    void a_server_that_is_still_busy_has_a_note_with_both_reasons() {
        var busy = first(2, work(0.3, 5.5, 0.275, false));
        assertThat(busy.severity()).isEqualTo(Severity.NOTE);
        assertThat(busy.share()).isCloseTo(1 / 6.0, within(1e-9));
        assertThat(busy.warmUpSeconds()).isEqualTo(9.5);
        assertThat(busy.text().impact())
                .contains("if that is work for requests", "what the server always does");
    }

    /// 30 ms within 4 s are less than a hundredth of a processor, although more than the load used
    /// in its warm-up; of a larger load, 5 % count.
    @Test
    void little_work_is_not_looked_for() {
        assertThat(found(_ -> trial(2, work(0.01, 0.5, 0.03, true)))).isEmpty();
        assertThat(found(_ -> trial(2, work(0.01, 0.5, 0.05, true)))).isNotEmpty();
        assertThat(found(_ -> trial(2, work(1, 2.5, 0.19, true)))).isEmpty();
        assertThat(found(_ -> trial(2, work(1, 2.5, 0.21, true)))).isNotEmpty();
    }

    @Test
    void one_trial_of_three_is_chance() {
        var busy = trial(2, work(0.6, 4.5, 1.32, true));
        var idle = trial(2, work(0.6, 0, 0, true));
        assertThat(found(t -> t.block() < 2 ? busy : idle)).isEmpty();
        assertThat(found(t -> t.block() < 3 ? busy : idle))
                .extracting(BusyAfterLoad::trials)
                .containsExactly(2, 2);
    }

    /// What a server does in the rest after its only slice is work of that slice.
    @Test
    void work_after_a_window_of_one_slice_is_missing_only_where_it_has_not_ended() {
        assertThat(found(_ -> sliced(trial(2, work(0.6, 4.5, 1.32, true)), 1, 0))).isEmpty();
        assertThat(found(_ -> sliced(trial(2, work(0.6, 5.5, 1.65, false)), 1, 0)))
                .hasSize(2)
                .allMatch(f -> f.severity() == Severity.NOTE);
    }
}
