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
import dev.loombench.observe.result.Observation.ThreadCpu;
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
        assertThat(bound.secondsPerRequest()).isCloseTo(0.00475, within(1e-9));
        assertThat(bound.processorShare()).isCloseTo(0.95, within(1e-9));
        assertThat(bound.freeProcessors()).isCloseTo(0.8, within(1e-9));
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

    /// What the hypervisor took from the machine is not free.
    @Test
    void stolen_time_is_not_free() {
        var stolen = grown(MetricId.MACHINE_CPU_STEAL, 2 * 0.5e9);
        assertThat(bounds(_ -> seen(trial(1.2, thread(LOOP, 0.95)), stolen)).bounds())
                .noneMatch(Bound.SaturatedThreads.class::isInstance);
    }

    @Test
    void a_thread_that_waits_for_a_tenth_of_the_time_is_saturated() {
        assertThat(bound(1.2, thread(LOOP, 0.91))).isPresent();
        assertThat(bound(1.2, thread(LOOP, 0.89))).isEmpty();
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
        assertThat(both.secondsPerRequest()).isCloseTo(0.0095, within(1e-9));
        assertThat(both.maxThroughput()).isCloseTo(200 / 0.95, within(1e-6));
    }

    /// In an interleaved block it ran while its load rested.
    @Test
    void a_thread_that_also_runs_at_rest_is_no_bound() {
        assertThat(bound(1.2, thread(LOOP, 1.8))).isEmpty();
    }

    @Test
    void all_trials_must_show_it() {
        assertThat(bounds(t -> trial(1.2, thread(LOOP, t.block() == 2 ? 0.5 : 0.95))).bounds())
                .noneMatch(Bound.SaturatedThreads.class::isInstance);
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

    /// @param busy processors of the machine
    private static Completed trial(double busy, ThreadCpu... threads) {
        return loaded(SampleRun.completed(200, 2_000), busy, threads);
    }

    private static Completed loaded(Completed trial, double busy, ThreadCpu... threads) {
        var all = seen(trial, grown(MetricId.MACHINE_CPU_BUSY, 2 * busy * 1e9));
        for (var thread : threads) {
            all = seen(all, thread);
        }
        return all;
    }

    /// @param share of one processor
    private static ThreadCpu thread(String name, double share) {
        return new ThreadCpu(
                "attach",
                name,
                List.of(),
                List.of(new Point(3 * SECOND, 7), new Point(5 * SECOND, 7 + 2 * share * 1e9)));
    }
}
