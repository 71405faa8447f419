package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.result.UnloadedResponse;
import dev.loombench.run.trial.UnloadedPhase.SingleUser;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// A simulated single user, whose requests follow one another without a gap. A window takes 5 ms to
/// open, and its close waits for the response to the last request.
class UnloadedPhaseTest {
    private static final long MILLI = 1_000_000;

    private long now;
    private int windows;

    private final class SimulatedUser implements SingleUser {
        private final IntUnaryOperator millis;
        private Histogram recorded = new Histogram(3);
        private long openedNanos;
        private long sentNanos;
        private int ended;

        SimulatedUser(IntUnaryOperator millis) {
            this.millis = millis;
        }

        private long endNanos() {
            return sentNanos + millis.applyAsInt(ended) * MILLI;
        }

        @Override
        public long succeeded() {
            for (long end = endNanos(); end <= now; end = endNanos()) {
                if (sentNanos >= openedNanos) {
                    recorded.recordValue(end - sentNanos);
                }
                sentNanos = end;
                ended++;
            }
            return ended;
        }

        @Override
        public void openWindow(boolean first) {
            assertThat(first).isEqualTo(windows == 0);
            windows++;
            now += 5 * MILLI;
            succeeded();
            recorded = new Histogram(3);
            recorded.setAutoResize(true);
            openedNanos = now;
        }

        @Override
        public List<Second> closeWindow() {
            succeeded();
            if (sentNanos >= openedNanos) {
                now = endNanos();
                succeeded();
            }
            return List.of(new Second(new Window(0, 1), recorded, recorded.copy()));
        }
    }

    /// @param millis response time of each request
    private Optional<UnloadedResponse> run(IntUnaryOperator millis) throws Exception {
        return new UnloadedPhase(0, Duration.ofSeconds(30), () -> now, (_, nanos) -> now += nanos)
                .run(new SimulatedUser(millis), (_, _, _) -> {});
    }

    /// The requests of 100, 200 and 300 ms are recorded; that of 0 ms is before the window.
    @Test
    void equal_response_times_end_it_after_3_responses() throws Exception {
        var unloaded = run(_ -> 100).orElseThrow();
        assertThat(unloaded.responses()).isEqualTo(3);
        assertThat(unloaded.relativeError()).isZero();
        assertThat(windows).isEqualTo(1);
        assertThat(now).isEqualTo(400 * MILLI);
    }

    @Test
    void slow_responses_end_it_after_one() throws Exception {
        assertThat(run(_ -> 700).orElseThrow().responses()).isEqualTo(1);
        assertThat(now).isEqualTo(1_400 * MILLI);
    }

    /// 16 ms on average, with a standard deviation of 12 ms: 56 responses are needed, or 0.9 s.
    @Test
    void varying_response_times_extend_it_until_the_mean_is_precise() throws Exception {
        var unloaded = run(request -> request % 5 == 4 ? 40 : 10).orElseThrow();
        assertThat(unloaded.relativeError()).isBetween(0.05, 0.1);
        assertThat(now).isBetween(900 * MILLI, 1_600 * MILLI);
    }

    /// 59 ms on average, with a standard deviation of 147 ms: 600 responses would be needed.
    @Test
    void rare_slow_responses_extend_it_to_two_seconds() throws Exception {
        var unloaded = run(request -> request % 10 == 9 ? 500 : 10).orElseThrow();
        assertThat(unloaded.medianNanos()).isBetween(10.0 * MILLI, 10.01 * MILLI);
        assertThat(unloaded.meanNanos()).isBetween(30.0 * MILLI, 90.0 * MILLI);
        assertThat(windows).isGreaterThan(1);
        assertThat(now).isBetween(2_000 * MILLI, 2_600 * MILLI);
    }

    @Test
    void no_response_within_the_timeout_gives_no_figures() throws Exception {
        assertThat(run(_ -> 60_000)).isEmpty();
        assertThat(now).isBetween(30_000 * MILLI, 30_100 * MILLI);
    }
}
