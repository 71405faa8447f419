package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.SampleRun;
import dev.loombench.load.LoadProgress;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.Window;
import dev.loombench.spec.load.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/// A simulated load that is sampled every 0.25 s, so 8 samples take 2 s.
class WarmUpPhaseTest {
    private static final long START = 5_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private long now = START;
    private final Pause advance = (_, nanos) -> now += nanos;
    private final List<LoadProgress> samples = new ArrayList<>();

    /// @param responses since the start, by the milliseconds since then
    private WarmUp run(WarmUpPhase phase, LongUnaryOperator responses, Pause pause)
            throws Exception {
        return phase.run(
                START,
                () -> now,
                () -> new LoadProgress(now, responses.applyAsLong(millis()), 0, 0, 0),
                () -> responses.applyAsLong(millis()) * 100_000,
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
        return new WarmUpPhase(Duration.ofMillis(minMillis), Duration.ofMillis(maxMillis));
    }

    private static Window seconds(double length) {
        return new Window(START, START + Math.round(length * SECOND));
    }

    @Test
    void it_ends_when_the_figures_have_settled() throws Exception {
        assertThat(run(phase(1_000, 9_000), WarmUpPhaseTest::constant, advance))
                .isEqualTo(new WarmUp(seconds(2), true));
        assertThat(samples).hasSize(8);
        assertThat(samples.getLast().succeeded()).isEqualTo(2_000);
    }

    @Test
    void it_lasts_at_least_its_minimum() throws Exception {
        assertThat(run(phase(3_000, 9_000), WarmUpPhaseTest::constant, advance))
                .isEqualTo(new WarmUp(seconds(3), true));
    }

    @Test
    void it_ends_unsettled_at_its_maximum_with_a_shorter_last_interval() throws Exception {
        assertThat(run(phase(1_000, 4_100), WarmUpPhaseTest::rising, advance))
                .isEqualTo(new WarmUp(seconds(4.1), false));
        assertThat(samples).hasSize(17);
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
    void before_held_connections_it_lasts_its_minimum() {
        var phases = SampleRun.spec().phases();
        assertThat(WarmUpPhase.of(new LoadModel.Closed(400, Duration.ZERO), phases))
                .isEqualTo(phase(2_000, 4_000));
        assertThat(WarmUpPhase.of(new LoadModel.HeldConnections(10, 1_000), phases))
                .isEqualTo(phase(2_000, 2_000));
    }
}
