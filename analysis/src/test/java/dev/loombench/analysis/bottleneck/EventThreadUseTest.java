package dev.loombench.analysis.bottleneck;

import static dev.loombench.ChangedSampleRun.SECOND;
import static dev.loombench.ChangedSampleRun.bounds;
import static dev.loombench.ChangedSampleRun.grown;
import static dev.loombench.ChangedSampleRun.paused;
import static dev.loombench.ChangedSampleRun.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.finding.ServingLimit.Resource;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Event;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.Observation.ThreadCpu;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Event threads of a server of 200 requests per second, whose 400 users could send 4,000, in a
/// window of 2 s on two processors.
class EventThreadUseTest {
    private static final String LOOP = "vert.x-eventloop-thread-0";
    private static final String OTHER = "vert.x-eventloop-thread-1";

    /// 0.95 of a processor / 200/s = 4.75 ms each.
    @Test
    void a_saturated_event_loop_is_the_bound() {
        var analysis = bounds(_ -> trial(1.2, thread(LOOP, 0.95)));
        var bound = (Bound.SaturatedThreads) analysis.bounds().getFirst();
        assertThat(bound.name()).isEqualTo(LOOP);
        assertThat(bound.threads()).isEqualTo(1);
        assertThat(bound.cpuSeconds()).isCloseTo(0.00475, within(1e-9));
        assertThat(bound.use().processorShare()).isCloseTo(0.95, within(1e-9));
        assertThat(bound.use().freeProcessors()).isCloseTo(0.8, within(1e-9));
        assertThat(bound.maxThroughput()).isCloseTo(200 / 0.95, within(1e-6));
        assertThat(analysis.saysMoreThanWaits()).isTrue();
        assertThat(analysis.limit().orElseThrow().resource()).isEqualTo(Resource.SATURATED_THREADS);
        assertThat(analysis.reason().flatMap(ConcurrencyReason::concurrency))
                .as("requests at once show no other limit")
                .isEmpty();
    }

    @Test
    void without_free_processors_these_are_what_is_used_up() {
        assertThat(bound(1.4, thread(LOOP, 0.95))).isPresent();
        assertThat(bound(1.6, thread(LOOP, 0.95))).isEmpty();
        assertThat(bounds(_ -> seen(SampleRun.completed(200, 2_000), thread(LOOP, 0.95))).bounds())
                .as("their use is unknown")
                .noneMatch(Bound.SaturatedThreads.class::isInstance);
    }

    @Test
    void a_thread_that_waits_for_events_for_a_tenth_of_the_time_is_saturated() {
        assertThat(bound(1.2, thread(LOOP, 0.91))).isPresent();
        assertThat(bound(1.2, thread(LOOP, 0.89))).isEmpty();
    }

    /// 0.75 on a processor and 0.2 in the run queue: (3.75 ms + 1 ms) a request.
    @Test
    void a_thread_that_waits_for_a_processor_is_as_saturated_as_one_that_has_it() {
        var bound = bound(1.0, thread(LOOP, 0.75, 0.2)).orElseThrow();
        assertThat(bound.cpuSeconds()).isCloseTo(0.00375, within(1e-9));
        assertThat(bound.waitSeconds()).isCloseTo(0.001, within(1e-9));
        assertThat(bound.maxThroughput()).isCloseTo(200 / 0.95, within(1e-6));
        assertThat(bound(1.0, thread(LOOP, 0.75, 0.1))).isEmpty();
        assertThat(bound(1.0, thread(LOOP, 0.55, 0.4)))
                .as("each of its events may wait for a processor")
                .isEmpty();
    }

    /// 0.4 of a processor was stolen while 0.8 were used, 0.002 of them by the load: half as much
    /// again, which the kernel counts for no thread. 0.62 x 1.5 = 0.93.
    @Test
    void what_the_hypervisor_takes_is_a_wait_for_a_processor() {
        var loop = thread(LOOP, 0.62);
        var use = use(bounds(_ -> seen(used(0.798, 0.8, loop), stolen(0.4))).bounds());
        assertThat(use.orElseThrow().waitShare()).isCloseTo(0.31, within(1e-9));
        assertThat(use.orElseThrow().freeProcessors()).isCloseTo(0.8, within(1e-9));
        assertThat(use(bounds(_ -> used(0.798, 0.8, loop)).bounds())).isEmpty();
        var most = seen(used(0.798, 0.8, thread(LOOP, 0.9)), stolen(0.4));
        assertThat(use(bounds(_ -> most).bounds()).orElseThrow().waitShare())
                .as("0.45 do not fit into the rest of the window")
                .isCloseTo(0.1, within(1e-9));
    }

    /// Server and load have 1.1, of which 0.8 were used and 0.3 stolen: 0.1 is counted for nobody,
    /// an eighth of what was used. 0.85 x 9 / 8 = 0.956, and 0.79 x 9 / 8 = 0.889.
    @Test
    void what_the_hypervisor_takes_counts_once_where_the_kernel_has_it_in_the_cpu_time() {
        var use = use(bounds(_ -> stolenFromServer(0.85)).bounds());
        assertThat(use.orElseThrow().waitShare()).isCloseTo(0.85 / 8, within(1e-9));
        assertThat(use(bounds(_ -> stolenFromServer(0.79)).bounds())).isEmpty();
    }

    private static Completed stolenFromServer(double share) {
        return seen(used(1.098, 0.8, thread(LOOP, share)), stolen(0.4));
    }

    private static Series stolen(double processors) {
        return grown(MetricId.MACHINE_CPU_STEAL, 2 * processors * 1e9);
    }

    /// The load takes 10 us per request: 0.002 of a processor.
    @Test
    void others_change_what_a_thread_gets_and_not_what_bounds_it() {
        var trial = used(0.8, 1.95, thread(LOOP, 0.75, 0.2));
        var use = use(bounds(_ -> trial).bounds()).orElseThrow();
        assertThat(use.freeProcessors()).isCloseTo(0.05, within(1e-9));
        assertThat(use.otherProcessors()).isCloseTo(1.95 - 0.8 - 0.002, within(1e-9));
    }

    /// Of the machine's 64, others use 20; server and load use 0.802 of the two that they may use.
    @Test
    void processors_of_the_machine_that_the_lab_may_not_use_are_not_free() {
        var processors =
                new Series(
                        "a test", MetricId.MACHINE_PROCESSORS, List.of(new Point(4 * SECOND, 64)));
        var trial = seen(used(0.8, 20.802, thread(LOOP, 0.75, 0.2)), processors);
        var use = use(bounds(_ -> trial).bounds()).orElseThrow();
        assertThat(use.freeProcessors()).isCloseTo(1.198, within(1e-9));
        assertThat(use.otherProcessors()).isCloseTo(20, within(1e-9));
    }

    /// Two loops that are always ready have 0.6 of a processor each: they would use 1.96 of the
    /// machine's 2.
    @Test
    void loops_that_have_to_share_the_processors_are_no_bound() {
        var first = thread(LOOP, 0.6, 0.38);
        var second = thread(OTHER, 0.6, 0.38);
        assertThat(use(bounds(_ -> used(1.2, 1.9, first, second)).bounds())).isEmpty();
    }

    /// In pauses of 0.2 s of 2 s it cannot run.
    @Test
    void pauses_are_no_waits() {
        var pause = new Event(3 * SECOND, SECOND / 5, "Pause Young");
        var analysis = bounds(_ -> paused(trial(1.2, thread(LOOP, 0.85)), pause));
        assertThat(analysis.bounds())
                .hasAtLeastOneElementOfType(Bound.SaturatedThreads.class)
                .first()
                .isInstanceOf(Bound.Pauses.class);
    }

    @Test
    void threads_that_serve_no_events_are_no_bound() {
        assertThat(bound(1.2, thread("http-nio-8080-exec-1", 0.95))).isEmpty();
        assertThat(bound(1.2, thread("ForkJoinPool-1-worker-1", 0.95))).isEmpty();
        assertThat(bound(1.2, thread("C2 CompilerThread0", 0.95))).isEmpty();
    }

    /// Of two busy loops, the others' requests are still served.
    @Test
    void a_loop_beside_busy_ones_is_no_bound() {
        assertThat(bound(1.2, thread(LOOP, 0.95), thread(OTHER, 0.4))).isEmpty();
        assertThat(bound(1.2, thread(LOOP, 0.95), thread(OTHER, 0.1)).orElseThrow().name())
                .isEqualTo(LOOP);
    }

    /// 2 threads of 0.95 / 200/s.
    @Test
    void all_loops_of_a_group_are_one_bound() {
        var both = bound(1.4, thread(LOOP, 0.94), thread(OTHER, 0.96)).orElseThrow();
        assertThat(both.name()).isEqualTo("vert.x-eventloop-thread");
        assertThat(both.threads()).isEqualTo(2);
        assertThat(both.cpuSeconds()).isCloseTo(0.0095, within(1e-9));
        assertThat(both.maxThroughput()).isCloseTo(200 / 0.95, within(1e-6));
    }

    /// In an interleaved block it ran while its load rested.
    @Test
    void a_thread_that_also_runs_at_rest_is_no_bound() {
        assertThat(bound(1.2, thread(LOOP, 1.8))).isEmpty();
    }

    /// (0.95 + 0.85 + 0.95) / 3 = 0.917, and with 0.55 it is 0.817.
    @Test
    void the_mean_of_the_trials_decides() {
        assertThat(use(bounds(t -> secondBlock(t, 0.85)).bounds()).orElseThrow().processorShare())
                .isCloseTo(2.75 / 3, within(1e-9));
        assertThat(use(bounds(t -> secondBlock(t, 0.55)).bounds())).isEmpty();
    }

    @Test
    void all_trials_must_show_a_busy_thread() {
        assertThat(use(bounds(t -> secondBlock(t, 0.45)).bounds())).isEmpty();
        assertThat(
                        use(
                                bounds(t ->
                                                t.block() == 2
                                                        ? trial(1.2)
                                                        : trial(1.2, thread(LOOP, 0.99)))
                                        .bounds()))
                .isEmpty();
    }

    /// Processes may create their groups in another order; the group that accepts has little to do.
    @Test
    void groups_of_processes_may_have_other_numbers() {
        var use = use(bounds(EventThreadUseTest::numbered).bounds());
        assertThat(use.orElseThrow().processorShare()).isCloseTo(0.95, within(1e-9));
    }

    private static Completed numbered(Trial trial) {
        return trial.block() == 2
                ? trial(
                        1.2,
                        thread("nioEventLoopGroup-4-1", 0.6),
                        thread("nioEventLoopGroup-3-1", 0.95))
                : trial(1.2, thread("nioEventLoopGroup-2-1", 0.95));
    }

    private static Completed secondBlock(Trial trial, double share) {
        return trial(1.2, thread(LOOP, trial.block() == 2 ? share : 0.95));
    }

    /// 400 users / 100 ms = 4,000/s.
    @Test
    void what_users_explain_needs_no_thread() {
        assertThat(
                        bounds(_ ->
                                        loaded(
                                                SampleRun.completed(3_900, 103),
                                                1.2,
                                                thread(LOOP, 0.95)))
                                .bounds())
                .noneMatch(Bound.SaturatedThreads.class::isInstance);
    }

    private static Optional<Bound.SaturatedThreads> bound(double busy, ThreadCpu... threads) {
        return bounds(_ -> trial(busy, threads)).bounds().stream()
                .filter(Bound.SaturatedThreads.class::isInstance)
                .map(Bound.SaturatedThreads.class::cast)
                .findFirst();
    }

    private static Optional<ThreadUse> use(List<Bound> bounds) {
        return bounds.stream()
                .filter(Bound.SaturatedThreads.class::isInstance)
                .map(bound -> ((Bound.SaturatedThreads) bound).use())
                .findFirst();
    }

    /// @param busy processors of the machine, all used by the server
    private static Completed trial(double busy, ThreadCpu... threads) {
        return loaded(SampleRun.completed(200, 2_000), busy, threads);
    }

    private static Completed loaded(Completed trial, double busy, ThreadCpu... threads) {
        return used(trial, busy, busy, threads);
    }

    private static Completed used(double server, double busy, ThreadCpu... threads) {
        return used(SampleRun.completed(200, 2_000), server, busy, threads);
    }

    /// @param server processors that it used
    /// @param busy processors of the machine
    private static Completed used(
            Completed trial, double server, double busy, ThreadCpu... threads) {
        var others =
                trial.observations().stream()
                        .filter(o -> !(o instanceof Series s && s.metric() == MetricId.PROCESS_CPU))
                        .toList();
        var all = seen(trial.with(others), grown(MetricId.PROCESS_CPU, 2 * server * 1e9));
        all = seen(all, grown(MetricId.MACHINE_CPU_BUSY, 2 * busy * 1e9));
        for (var thread : threads) {
            all = seen(all, thread);
        }
        return all;
    }

    /// @param share of one processor
    private static ThreadCpu thread(String name, double share) {
        return thread(name, share, 0);
    }

    /// @param share of one processor
    /// @param waited share of the time
    private static ThreadCpu thread(String name, double share, double waited) {
        return new ThreadCpu("attach", name, List.of(), points(share), points(waited));
    }

    private static List<Point> points(double share) {
        return List.of(new Point(3 * SECOND, 7), new Point(5 * SECOND, 7 + 2 * share * 1e9));
    }
}
