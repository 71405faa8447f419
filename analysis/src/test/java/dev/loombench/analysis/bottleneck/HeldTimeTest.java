package dev.loombench.analysis.bottleneck;

import static dev.loombench.ChangedSampleRun.grown;
import static dev.loombench.ChangedSampleRun.results;
import static dev.loombench.ChangedSampleRun.seen;
import static dev.loombench.ChangedSampleRun.withHandlerStats;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.UnloadedResponse;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A handler that takes 10 ms, and 500 ms in a tenth of requests: 61 ms on average, with a standard
/// deviation of 150 ms. Its pool of 100 threads can serve 1,639 requests/s.
class HeldTimeTest {
    private static final int MEASURED = 1_620;
    private static final double PER_SECOND = 1e9;

    /// Three trials of 33 responses each.
    private static Completed trial() {
        var like = SampleRun.completed(MEASURED, 247);
        return SampleRun.completed(
                like.warmUp(),
                like.load(),
                Optional.of(new UnloadedResponse(33, 10e6, 61e6, 150e6)),
                like.observations());
    }

    /// @param busy processors in use of 2
    private static Completed trial(double handlerSeconds, double busy) {
        return seen(
                withHandlerStats(trial(), 2 * MEASURED, handlerSeconds),
                grown(MetricId.MACHINE_CPU_BUSY, busy * 2 * PER_SECOND));
    }

    private static HeldTime held(Completed trial) {
        return ((Bound.Pool) bottleneck(trial).bounds().getFirst()).held();
    }

    private static BottleneckAnalysis bottleneck(Completed trial) {
        var manifest = SampleRun.manifest();
        return Analysis.of(manifest, results(manifest, _ -> trial))
                .variants()
                .getFirst()
                .bottleneck();
    }

    /// 1.984 * 148.5 / sqrt(99) = 29.6: of the 98 degrees of freedom, 96 are those of the trials.
    @Test
    void it_is_the_mean_of_all_responses_of_a_single_user() {
        assertThat(held(trial()).seconds()).isCloseTo(0.061, within(1e-9));
        var interval = held(trial()).interval().orElseThrow();
        assertThat(interval.low()).isCloseTo(0.0314, within(1e-4));
        assertThat(interval.high()).isCloseTo(0.0906, within(1e-4));
    }

    /// Three processes of 100 responses, of 10, 11 and 12 ms with a deviation of 1 ms: the mean of
    /// all has 0.15 ms, and that of the processes 4.303 * 1 / sqrt(3) = 2.484 ms to either side.
    @Test
    void processes_that_differ_leave_as_much_open_as_their_means() {
        var three = Stream.of(10e6, 11e6, 12e6).map(HeldTimeTest::ofMean).toList();
        var held = HeldTime.of(three, false).orElseThrow();
        assertThat(held.seconds()).isCloseTo(0.011, within(1e-9));
        assertThat(held.interval().orElseThrow().low()).isCloseTo(0.008516, within(1e-6));
        assertThat(held.interval().orElseThrow().high()).isCloseTo(0.013484, within(1e-6));
        var two = HeldTime.of(three.subList(0, 2), false).orElseThrow().interval().orElseThrow();
        assertThat(two.high() - two.low()).as("two show no spread").isLessThan(0.001);
    }

    /// Handlers of 12 ms under load are far outside of 11 ms with 0.15 ms, and within 2.484 ms.
    @Test
    void processes_that_differ_are_no_reason_for_handlers_that_take_longer() {
        var three =
                Stream.of(10e6, 11e6, 12e6)
                        .map(HeldTimeTest::ofMean)
                        .map(trial -> withHandlerStats(trial, 2 * MEASURED, 0.012))
                        .toList();
        assertThat(HeldTime.of(three, true).orElseThrow().seconds()).isCloseTo(0.011, within(1e-9));
    }

    private static Completed ofMean(double nanos) {
        var like = trial();
        return SampleRun.completed(
                like.warmUp(),
                like.load(),
                Optional.of(new UnloadedResponse(100, nanos, nanos, 1e6)),
                like.observations());
    }

    @Test
    void a_pool_is_bound_by_the_mean() {
        assertThat(bottleneck(trial()).bounds().getFirst().maxThroughput())
                .isCloseTo(1_639, within(1.0));
        assertThat(bottleneck(trial()).explainsThroughput()).isTrue();
    }

    @Test
    void the_handlers_of_an_idle_server_are_more_precise() {
        var held = held(trial(0.059, 0.9));
        assertThat(held.seconds()).isCloseTo(0.059, within(1e-9));
        // 1.984 * 0.1485 / sqrt(9,720)
        assertThat(held.interval().orElseThrow().high() - held.seconds())
                .isCloseTo(0.00299, within(1e-5));
    }

    @Test
    void handlers_of_a_busy_machine_may_wait_for_a_processor() {
        assertThat(held(trial(0.059, 1.1)).seconds()).isCloseTo(0.061, within(1e-9));
        assertThat(held(withHandlerStats(trial(), 2 * MEASURED, 0.059)).seconds())
                .as("unknown whether it is busy")
                .isCloseTo(0.061, within(1e-9));
    }

    @Test
    void handlers_that_take_longer_than_those_of_a_single_user_may_queue() {
        assertThat(held(trial(0.120, 0.9)).seconds()).isCloseTo(0.061, within(1e-9));
    }

    @Test
    void handlers_of_some_processes_do_not_stand_for_those_of_all() {
        var reported = trial(0.045, 0.9);
        assertThat(HeldTime.of(List.of(reported, reported), true).orElseThrow().seconds())
                .isCloseTo(0.045, within(1e-9));
        assertThat(HeldTime.of(List.of(reported, trial()), true).orElseThrow().seconds())
                .isCloseTo(0.061, within(1e-9));
    }

    /// A process without a single user's time may differ from those that have one.
    @Test
    void handlers_are_compared_with_the_single_user_of_the_same_processes() {
        var reported = trial(0.045, 0.9);
        var without =
                SampleRun.completed(
                        reported.warmUp(),
                        reported.load(),
                        Optional.empty(),
                        reported.observations());
        assertThat(HeldTime.of(List.of(reported, without), true).orElseThrow().seconds())
                .isCloseTo(0.061, within(1e-9));
    }

    @Test
    void the_trials_whose_handlers_are_reported_are_counted() {
        var manifest = SampleRun.manifest();
        var reported = trial(0.059, 0.9);
        var latency =
                Analysis.of(manifest, results(manifest, t -> t.block() == 1 ? trial() : reported))
                        .variants()
                        .getFirst()
                        .bottleneck()
                        .latency()
                        .orElseThrow();
        assertThat(latency.reported()).isEqualTo(latency.trials() - 1);
    }

    @Test
    void a_single_response_has_no_interval() {
        var one = Optional.of(new UnloadedResponse(1, 1e6, 1e6, 0));
        var like = trial();
        var trial = SampleRun.completed(like.warmUp(), like.load(), one, like.observations());
        assertThat(HeldTime.of(List.of(trial), true))
                .contains(new HeldTime(0.001, Optional.empty()));
    }
}
