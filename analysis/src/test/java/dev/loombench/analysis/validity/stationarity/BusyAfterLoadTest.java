package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.ChangedSampleRun.SECOND;
import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.like;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.result.LoadResults;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.WorkAfterLoad;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// Servers that worked after their load. Windows are two seconds long, and response times 1 ms.
class BusyAfterLoadTest {
    private static Completed trial(int warmUpSeconds, WorkAfterLoad work) {
        return trial(SampleRun.completed(1_000, 1), warmUpSeconds, work);
    }

    private static Completed trial(Completed like, int warmUpSeconds, WorkAfterLoad work) {
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
                processors,
                Math.round(busySeconds * 1e9),
                Math.round(cpuSeconds * 1e9),
                ended,
                0,
                Math.round((busySeconds + (ended ? 0.5 : 0)) * 1e9));
    }

    private static List<BusyAfterLoad> found(Function<Trial, Completed> outcome) {
        return found(SampleRun.manifest(), outcome);
    }

    private static List<BusyAfterLoad> found(
            RunManifest manifest, Function<Trial, Completed> outcome) {
        return findings(manifest, outcome).stream()
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
        assertThat(busy.share()).isCloseTo(0.55, within(1e-3));
        assertThat(busy.warmUpSeconds()).isEqualTo(4.5);
        assertThat(busy.text().remedy()).contains("phases: {warm-up: 5s}");
        assertThat(busy.affects(Metric.CPU_PER_REQUEST)).isTrue();
        assertThat(busy.affects(Metric.PEAK_RSS)).isFalse();
        assertThat(found(_ -> trial(5, work(0.6, 4.5, 1.32, true)))).isEmpty();
    }

    /// 6 s of half a processor are 12 s of the load.
    @Test
    void work_as_much_as_that_of_a_load_longer_than_the_warm_up_makes_it_invalid() {
        assertThat(first(10, work(0.5, 5, 6, true)).severity()).isEqualTo(Severity.INVALID);
        assertThat(found(_ -> trial(12, work(0.5, 5, 6, true)))).isEmpty();
    }

    /// The server is seen to be idle half a second after the end of its work at most.
    @Test
    void the_remedy_is_a_warm_up_without_the_finding() {
        assertThat(first(4, work(0.6, 5.005, 1.5, true)).text().remedy()).contains("warm-up: 10s");
        assertThat(found(_ -> trial(5, work(0.6, 5.005, 1.5, true)))).isEmpty();
        assertThat(found(_ -> trial(2, work(0.6, 2.4, 0.6, true)))).isEmpty();
        assertThat(first(5, work(0.5, 3, 2.7, true)).text().remedy()).contains("warm-up: 10s");
        assertThat(found(_ -> trial(10, work(0.5, 3, 2.7, true)))).isEmpty();
    }

    /// A server uses what it always does under load too: half of its CPU time here, for longer than
    /// its warm-up.
    @Test
    void work_of_the_servers_own_is_a_note_after_any_warm_up() {
        assertThat(first(2, work(0.04, 5.5, 0.11, false)).severity()).isEqualTo(Severity.NOTE);
        assertThat(first(5, work(0.5, 5.5, 3.4, false)).severity()).isEqualTo(Severity.NOTE);
    }

    /// 2.75 s of 0.35 processors are 7.9 s of the load, within 5.5 s.
    @Test
    void more_work_than_under_load_comes_late_after_any_warm_up() {
        var busy = first(10, work(0.35, 5.5, 2.75, false));
        assertThat(busy.severity()).isEqualTo(Severity.INVALID);
        assertThat(busy.share()).isCloseTo(2.75 / 0.35 / 5.5, within(1e-3));
        assertThat(busy.text().impact()).doesNotContain("always");
    }

    /// Work of the server's own looks the same: a sixth of its load here.
    @Test
    void a_server_that_is_still_busy_has_a_note_with_both_reasons() {
        var busy = first(2, work(0.3, 5.5, 0.275, false));
        assertThat(busy.severity()).isEqualTo(Severity.NOTE);
        assertThat(busy.share()).isCloseTo(1 / 6.0, within(1e-3));
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
        assertThat(found(_ -> trial(2, work(1, 3, 0.19, true)))).isEmpty();
        assertThat(found(_ -> trial(2, work(1, 3, 0.21, true)))).isNotEmpty();
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

    /// The others are a note: 0.66 s of 0.6 processors are 1.1 s of the load, a fifth of 5.5 s.
    @Test
    void work_later_than_the_warm_up_decides_where_it_is_in_most_trials() {
        var late = trial(2, work(0.6, 4.5, 1.2, true));
        var note = trial(2, work(0.6, 5.5, 0.66, false));
        var idle = trial(2, work(0.6, 0, 0, true));
        assertThat(found(t -> List.of(late, note, idle).get(t.block() - 1)))
                .hasSize(2)
                .allSatisfy(f -> {
                    assertThat(f.severity()).isEqualTo(Severity.NOTE);
                    assertThat(f.trials()).isEqualTo(2);
                    assertThat(f.share()).isCloseTo(0.2, within(1e-3));
                });
        assertThat(found(t -> List.of(late, note, late).get(t.block() - 1)))
                .hasSize(2)
                .allSatisfy(f -> {
                    assertThat(f.severity()).isEqualTo(Severity.INVALID);
                    assertThat(f.trials()).isEqualTo(2);
                    assertThat(f.share()).isCloseTo(0.5, within(1e-3));
                });
    }

    /// Work for requests that take 2.5 s goes on for as long after the load.
    @Test
    void the_last_responses_are_not_late_work() {
        var slow = SampleRun.completed(1_000, 2_500);
        assertThat(found(_ -> trial(slow, 2, work(0.6, 4.5, 1.32, true)))).isEmpty();
        assertThat(found(_ -> trial(slow, 2, work(0.6, 5.5, 1.4, false)))).isEmpty();
        assertThat(found(_ -> trial(slow, 2, work(0.6, 5.4, 3, true)))).isNotEmpty();
    }

    /// 2 % of 2,041 requests are 41.
    @Test
    void work_for_requests_that_timed_out_is_not_late() {
        var late = work(0.6, 4.5, 1.32, true);
        assertThat(found(_ -> trial(timedOut(41), 2, late))).isEmpty();
        assertThat(found(_ -> trial(timedOut(40), 2, late))).isNotEmpty();
    }

    private static Completed timedOut(long requests) {
        return SampleRun.completed(1_000, 1, Map.of("timeout", requests), 400, 0.2);
    }

    /// 1,100 requests arrive in each of five seconds, and 1,000 are served.
    @Test
    void work_for_a_backlog_is_not_late() {
        var manifest = like(new LoadModel.Open(1_100, Arrival.CONSTANT, 5_000), Metric.P99);
        var late = work(0.6, 5.5, 9, false);
        assertThat(found(manifest, _ -> trial(served(5_000, 100), 2, late))).isEmpty();
        assertThat(found(manifest, _ -> trial(served(5_500, 0), 2, late))).isNotEmpty();
    }

    /// @param millisPerSecond by which response times rise, from 100 ms
    private static Completed served(long responses, int millisPerSecond) {
        var intervals =
                IntStream.range(0, 5)
                        .mapToObj(second -> {
                            var times =
                                    SampleRun.histogram(
                                            1_100, 100 + second * (double) millisPerSecond);
                            var window = new Window((3 + second) * SECOND, (4 + second) * SECOND);
                            return new Second(window, times, times);
                        })
                        .toList();
        return SampleRun.completed(1_000, 1)
                .with(
                        LoadResults.of(
                                new Window(3 * SECOND, 8 * SECOND),
                                LoadResults.counts(5_500, 5_500, Map.of(), 0, responses, 0),
                                LoadResults.connections(5_000, 5_000, 0, intervals),
                                LoadResults.generator("nio", 1_000, 0.1, new Histogram(3)),
                                intervals));
    }

    /// A batch 3 s after the load of 2 + 2 s, in the trials that were observed for so long.
    @Test
    void work_that_begins_late_counts_by_the_trials_that_waited_for_it() {
        var late =
                new WorkAfterLoad(
                        0.3, 3_500_000_000L, 600_000_000, true, 2_500_000_000L, 4_000_000_000L);
        var idle = new WorkAfterLoad(0.3, 0, 0, true, 0, 4_000_000_000L);
        var brief = work(0.3, 0.5, 0.003, true);
        assertThat(found(t -> trial(2, t.block() <= 2 ? late : brief)))
                .hasSize(2)
                .allSatisfy(f -> {
                    assertThat(f.severity()).isEqualTo(Severity.INVALID);
                    assertThat(f.trials()).isEqualTo(2);
                });
        assertThat(found(t -> trial(2, t.block() == 1 ? late : t.block() == 2 ? idle : brief)))
                .isEmpty();
        assertThat(found(t -> trial(2, t.block() == 1 ? late : brief)))
                .as("one trial alone")
                .isEmpty();
    }
}
