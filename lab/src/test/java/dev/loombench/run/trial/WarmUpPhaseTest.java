package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.SampleRun;
import dev.loombench.base.Window;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.Scenario;
import dev.loombench.experiment.WarmUpCycles;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Steadiness.State;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.trial.slice.Pause;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/// A simulated load that is sampled every 0.25 s; the first 12 samples, which can be steady, take 3
/// s.
class WarmUpPhaseTest {
    private static final long START = 5_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final LoadModel USERS = new LoadModel.Closed(400, Duration.ZERO);

    private long now = START;
    private long compilerNanos; // per response
    private long responseNanos;
    private long pausedSince;
    private final Pause advance = (_, nanos) -> now += nanos;
    private final List<LoadProgress> samples = new ArrayList<>();
    private final List<Window> pauses = new ArrayList<>();

    /// @param responses since the start, by the milliseconds since then
    private WarmUp run(WarmUpPhase phase, LongUnaryOperator responses, Pause pause)
            throws Exception {
        return phase.run(
                START,
                () -> now,
                new WarmUpPhase.Load() {
                    @Override
                    public LoadProgress progress() {
                        long count = responses.applyAsLong(millis());
                        return new LoadProgress(now, count, count * responseNanos, 0, 0, 0, 0);
                    }

                    @Override
                    public void pause() {
                        pausedSince = now;
                    }

                    @Override
                    public void resume() {
                        pauses.add(new Window(pausedSince, now));
                    }
                },
                () -> responses.applyAsLong(millis()) * 100_000,
                () -> responses.applyAsLong(millis()) * compilerNanos,
                pause,
                samples::add,
                (_, _, _) -> {});
    }

    private static long constant(long millis) {
        return millis;
    }

    private static long rising(long millis) {
        return millis * millis / 100;
    }

    private long millis() {
        return (now - START) / 1_000_000;
    }

    private static WarmUpPhase phase(long minMillis, long maxMillis) {
        return phase(minMillis, maxMillis, false, 0);
    }

    private static WarmUpPhase phase(long minMillis, long maxMillis, boolean byWork, long calls) {
        return phase(minMillis, maxMillis, maxMillis, byWork, calls);
    }

    private static WarmUpPhase phase(
            long minMillis, long maxMillis, long othersMillis, boolean byWork, long calls) {
        return new WarmUpPhase(
                Duration.ofMillis(minMillis),
                Duration.ofMillis(maxMillis),
                Duration.ofMillis(othersMillis),
                Optional.empty(),
                USERS,
                byWork,
                calls);
    }

    private static Window seconds(double length) {
        return new Window(START, START + Math.round(length * SECOND));
    }

    @Test
    void it_ends_when_the_figures_have_settled() throws Exception {
        assertThat(run(phase(1_000, 9_000), WarmUpPhaseTest::constant, advance))
                .isEqualTo(
                        new WarmUp(
                                seconds(3),
                                3_000,
                                List.of(
                                        Steadiness.steadyAfter(Metric.THROUGHPUT, 3 * SECOND),
                                        Steadiness.steadyAfter(
                                                Metric.CPU_PER_REQUEST, 3 * SECOND))));
        assertThat(samples).hasSize(12);
        assertThat(samples.getLast().succeeded()).isEqualTo(3_000);
    }

    @Test
    void it_lasts_at_least_its_minimum() throws Exception {
        assertSteady(run(phase(5_000, 9_000), WarmUpPhaseTest::constant, advance), 5);
    }

    @Test
    void it_waits_for_the_compilers() throws Exception {
        compilerNanos = 6_000; // of 100,000
        assertCpu(run(phase(1_000, 9_000), WarmUpPhaseTest::constant, advance), 9, State.COMPILING);
    }

    /// 1,000 requests per second; the first that the compilers are seen to work in.
    @Test
    void it_waits_for_the_calls_that_a_compiler_needs() throws Exception {
        compilerNanos = 1;
        assertSteady(run(phase(1_000, 9_000, false, 6_000), WarmUpPhaseTest::constant, advance), 6);
    }

    @Test
    void it_does_not_wait_for_calls_that_its_maximum_is_too_short_for() throws Exception {
        compilerNanos = 1;
        var warmUp = run(phase(1_000, 9_000, false, 9_500), WarmUpPhaseTest::constant, advance);
        assertCpu(warmUp, 3, State.TOO_FEW_CALLS);
        assertThat(warmUp.responses()).isEqualTo(3_000);
        // where CPU per request decides, it has its maximum to become steady
        now = START;
        assertCpu(
                run(phase(1_000, 9_000, true, 9_500), WarmUpPhaseTest::constant, advance),
                9,
                State.TOO_FEW_CALLS);
    }

    /// Its responses take 5 ms, of which 0.1 ms are CPU time.
    @Test
    void a_server_that_waits_has_a_shorter_time_for_the_metrics_that_do_not_decide()
            throws Exception {
        responseNanos = 5_000_000;
        compilerNanos = 6_000;
        assertCpu(shortened(false, 0), 5, State.COMPILING);
        compilerNanos = 1;
        assertCpu(shortened(false, 8_000), 5, State.TOO_FEW_CALLS);
        assertCpu(shortened(false, 9_500), 3, State.TOO_FEW_CALLS);
        // those that decide have the maximum
        compilerNanos = 6_000;
        assertCpu(shortened(true, 0), 9, State.COMPILING);
    }

    /// Of 1 ms of response time 0.1 ms are CPU time, so that compiled code raises throughput.
    @Test
    void where_code_bounds_throughput_it_is_waited_for() throws Exception {
        responseNanos = 1_000_000;
        compilerNanos = 6_000;
        assertCpu(shortened(false, 0), 9, State.COMPILING);
        compilerNanos = 1;
        assertSteady(shortened(false, 8_000), 8);
    }

    @Test
    void throughput_that_decides_has_the_maximum() throws Exception {
        responseNanos = 5_000_000;
        assertThat(run(phase(1_000, 9_000, 5_000, false, 0), WarmUpPhaseTest::rising, advance))
                .extracting(WarmUp::window)
                .isEqualTo(seconds(9));
    }

    @Test
    void a_percentile_that_decides_has_the_maximum_for_all_metrics() {
        var experiment = SampleRun.experiment();
        var phases = experiment.phases().withWarmUpOthers(Duration.ofSeconds(3));
        var shortened = experiment.withScenario(new Scenario(USERS, experiment.traffic(), phases));
        assertThat(WarmUpPhase.of(USERS, shortened, 0).others()).isEqualTo(Duration.ofSeconds(3));
        var tail = shortened.withCriteria(new Criteria(Metric.P99, 0.03, List.of()));
        assertThat(WarmUpPhase.of(USERS, tail, 0).others()).isEqualTo(Duration.ofSeconds(4));
    }

    private WarmUp shortened(boolean byWork, long calls) throws Exception {
        now = START;
        return run(phase(1_000, 9_000, 5_000, byWork, calls), WarmUpPhaseTest::constant, advance);
    }

    @Test
    void a_process_without_compilers_needs_no_calls() throws Exception {
        assertSteady(run(phase(1_000, 9_000, true, 9_500), WarmUpPhaseTest::constant, advance), 3);
    }

    @Test
    void it_ends_unsettled_at_its_maximum_with_a_shorter_last_interval() throws Exception {
        var warmUp = run(phase(1_000, 4_100), WarmUpPhaseTest::rising, advance);
        assertThat(warmUp.window()).isEqualTo(seconds(4.1));
        assertThat(warmUp.metrics()).contains(Steadiness.not(Metric.THROUGHPUT, State.RISING));
        assertThat(samples).hasSize(17);
    }

    private static void assertSteady(WarmUp warmUp, double seconds) {
        assertThat(warmUp.window()).isEqualTo(seconds(seconds));
        assertThat(warmUp.metrics()).allMatch(Steadiness::isSteady);
    }

    private static void assertCpu(WarmUp warmUp, double seconds, State state) {
        assertThat(warmUp.window()).isEqualTo(seconds(seconds));
        assertThat(warmUp.metrics())
                .containsExactly(
                        Steadiness.steadyAfter(Metric.THROUGHPUT, 3 * SECOND),
                        Steadiness.not(Metric.CPU_PER_REQUEST, state));
    }

    /// Parts of 3 s and pauses of 2 s, in which nothing is sent and whose end is followed by 1 s
    /// with half of the users.
    private static long inParts(long millis) {
        long inCycle = millis % 5_000;
        long sent = Math.min(inCycle, 3_000);
        return millis < 3_000
                ? sent
                : 3_000
                        + (millis - 5_000) / 5_000 * 2_500
                        + (millis < 5_000
                                ? 0
                                : Math.min(sent, 1_000) / 2 + Math.max(0, sent - 1_000));
    }

    private static WarmUpPhase cycles(int count, int minMillis) {
        var cycle = new WarmUpCycles(Duration.ofSeconds(3), Duration.ofSeconds(2));
        return new WarmUpPhase(
                Duration.ofMillis(minMillis),
                cycle.length(count),
                cycle.length(count),
                Optional.of(cycle),
                USERS,
                false,
                0);
    }

    @Test
    void the_load_pauses_between_cycles_and_only_time_under_load_counts() throws Exception {
        // 0 to 3 s, 5 to 8 s, 10 to 13 s: 12 samples in the first part make it steady; so do
        // those of later parts, since neither a pause nor the second after it is sampled.
        assertSteady(run(cycles(3, 0), WarmUpPhaseTest::inParts, advance), 3);
        assertThat(pauses).isEmpty();
        now = START;
        samples.clear();
        assertSteady(run(cycles(3, 11_500), WarmUpPhaseTest::inParts, advance), 11.5);
        assertThat(pauses)
                .containsExactly(
                        new Window(START + 3 * SECOND, START + 5 * SECOND),
                        new Window(START + 8 * SECOND, START + 10 * SECOND));
        assertThat(samples).hasSize(12 + 8 + 2);
    }

    @Test
    void it_ends_unsettled_with_the_load_of_its_last_cycle() throws Exception {
        var warmUp = run(cycles(3, 0), WarmUpPhaseTest::rising, advance);
        assertThat(warmUp.window()).isEqualTo(seconds(13));
        assertThat(warmUp.steady(Metric.THROUGHPUT)).isFalse();
        assertThat(pauses).hasSize(2);
    }

    @Test
    void a_server_that_fails_ends_it() {
        assertThatExceptionOfType(ServerFailed.class)
                .isThrownBy(() ->
                        run(
                                phase(1_000, 4_000),
                                WarmUpPhaseTest::constant,
                                (phase, _) -> {
                                    throw new ServerFailed(phase, "the server ended");
                                }));
    }

    @Test
    void before_held_connections_it_lasts_its_minimum_and_observes_no_metric() throws Exception {
        var experiment = SampleRun.experiment();
        assertThat(WarmUpPhase.of(USERS, experiment, 10_000))
                .isEqualTo(
                        new WarmUpPhase(
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(4),
                                Duration.ofSeconds(4),
                                Optional.empty(),
                                USERS,
                                false,
                                10_000));
        var held = WarmUpPhase.of(new LoadModel.HeldConnections(10, 1_000), experiment, 10_000);
        assertThat(held.max()).isEqualTo(Duration.ofSeconds(2));
        assertThat(run(held, WarmUpPhaseTest::constant, advance))
                .isEqualTo(new WarmUp(seconds(2), 2_000, List.of()));
    }
}
