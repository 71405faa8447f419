package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.base.Window;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.Scenario;
import dev.loombench.load.SimulatedClock;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A server on a simulated clock with 400 users and 2,000 responses per second.
class ServerUnderLoadTest {
    private static final long MILLI = 1_000_000;
    private static final LoadModel MODEL = new LoadModel.Closed(400, Duration.ZERO);
    private static final Phases PHASES = SampleRun.experiment(MODEL).phases();

    private final SimulatedClock clock = new SimulatedClock(5_000 * MILLI);

    private ServerUnderLoad start(Phases phases) throws InterruptedException, ServerFailed {
        var like = SampleRun.experiment(MODEL);
        var server = new SimulatedServer(clock, true);
        return new ServerUnderLoad(
                like.withScenario(new Scenario(MODEL, like.traffic(), phases)),
                MODEL,
                1,
                0,
                server,
                server,
                (_, _, _) -> {},
                clock::nanoTime,
                (_, nanos) -> clock.advance(nanos));
    }

    private interface Step {
        void run() throws InterruptedException, ServerFailed;
    }

    private Duration timeOf(Step step) throws InterruptedException, ServerFailed {
        long start = clock.nanoTime();
        step.run();
        return Duration.ofNanos(clock.nanoTime() - start);
    }

    @Test
    void its_throughput_is_that_at_the_end_of_the_warm_up() throws Exception {
        try (var server = start(PHASES)) {
            server.warmUp();
            assertThat(server.throughput()).isCloseTo(2_000, within(1e-6));
        }
    }

    @Test
    void without_a_warm_up_its_throughput_is_unknown() throws Exception {
        try (var server = start(new Phases(Duration.ZERO, Duration.ZERO, PHASES.measure()))) {
            server.warmUp();
            assertThat(server.throughput()).isNaN();
        }
    }

    @Test
    void the_measured_window_begins_when_it_is_open_and_has_its_length() throws Exception {
        try (var server = start(PHASES)) {
            server.warmUp();
            long opened = clock.nanoTime() + 5 * MILLI;
            assertThat(server.measure().window())
                    .isEqualTo(new Window(opened, opened + PHASES.measure().toNanos()));
        }
    }

    /// The last response comes 200 ms after the last request.
    @Test
    void a_drain_lasts_until_the_last_response_or_its_limit() throws Exception {
        try (var server = start(PHASES)) {
            server.warmUp();
            assertThat(timeOf(() -> assertThat(server.drain(Duration.ofMillis(100))).isFalse()))
                    .isEqualTo(Duration.ofMillis(100));
            assertThat(timeOf(() -> assertThat(server.drain(Duration.ofSeconds(1))).isTrue()))
                    .isEqualTo(Duration.ofMillis(100));
        }
    }

    @Test
    void a_driven_load_is_checked_ten_times_per_second_from_its_start() throws Exception {
        var elapsed = new ArrayList<Duration>();
        try (var server = start(PHASES)) {
            server.drive(
                    _ -> {},
                    since -> {
                        elapsed.add(since);
                        return elapsed.size() == 4;
                    });
        }
        assertThat(elapsed)
                .isEqualTo(
                        List.of(
                                Duration.ZERO,
                                Duration.ofMillis(100),
                                Duration.ofMillis(200),
                                Duration.ofMillis(300)));
    }
}
