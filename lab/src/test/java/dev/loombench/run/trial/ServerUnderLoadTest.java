package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.base.Window;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.Scenario;
import dev.loombench.load.SimulatedClock;
import dev.loombench.result.WorkAfterLoad;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A server on a simulated clock with 400 users and 2,000 responses per second.
class ServerUnderLoadTest {
    private static final long MILLI = 1_000_000;
    private static final LoadModel MODEL = new LoadModel.Closed(400, Duration.ZERO);
    private static final Phases PHASES = SampleRun.experiment(MODEL).phases();

    private final SimulatedClock clock = new SimulatedClock(5_000 * MILLI);

    private ServerUnderLoad start(Phases phases) throws InterruptedException, ServerFailed {
        return start(phases, new SimulatedServer(clock, true));
    }

    private ServerUnderLoad start(Phases phases, SimulatedServer server)
            throws InterruptedException, ServerFailed {
        var like = SampleRun.experiment(MODEL);
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
            assertThat(server.samples().throughput()).isCloseTo(2_000, within(1e-6));
        }
    }

    @Test
    void without_a_warm_up_its_throughput_is_unknown() throws Exception {
        try (var server = start(new Phases(Duration.ZERO, Duration.ZERO, PHASES.measure()))) {
            server.warmUp();
            assertThat(server.samples().throughput()).isNaN();
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

    /// @param later the time after a response at which it does as much again
    private SimulatedServer working(Optional<Duration> later, double alwaysCores) {
        var server = new SimulatedServer(clock, true, later);
        server.alwaysUse(alwaysCores);
        return server;
    }

    private Optional<WorkAfterLoad> afterLoad(SimulatedServer server) throws Exception {
        var loaded = start(PHASES, server);
        loaded.warmUp();
        var window = loaded.measure().window();
        var observations = loaded.observations();
        loaded.close();
        return loaded.workAfterLoad(window, observations, WorkAfterLoad.SHORTEST);
    }

    /// The responses to the last requests, for 200 ms, are in the first half second: 60 ms of CPU,
    /// and 5 ms of the hundredth of a processor.
    @Test
    void a_server_with_a_hundredth_of_a_processor_is_idle_after_its_load() throws Exception {
        var work = afterLoad(working(Optional.empty(), 0.01)).orElseThrow();
        assertThat(work.ended()).isTrue();
        assertThat(work.busyNanos()).isEqualTo(500 * MILLI);
        assertThat(work.cpuNanos()).isCloseTo(65 * MILLI, within(10L));
        assertThat(work.processors()).isCloseTo(0.31, within(1e-6));
    }

    /// Until 1.2 s after the end of the load: 0.3 of a processor for as long, beside the above.
    @Test
    void work_a_second_after_each_response_ends_a_second_after_the_last_one() throws Exception {
        var work = afterLoad(working(Optional.of(Duration.ofSeconds(1)), 0.01)).orElseThrow();
        assertThat(work.ended()).isTrue();
        assertThat(work.busyNanos()).isEqualTo(1_500 * MILLI);
        assertThat(work.cpuNanos()).isCloseTo((60 + 360 + 15) * MILLI, within(10L));
        assertThat(work.processors()).isCloseTo(0.61, within(1e-6));
    }

    /// In the second after the responses, they use 0.3 of a processor.
    @Test
    void work_of_the_compilers_after_the_load_is_not_that_of_the_server() throws Exception {
        var server = new SimulatedServer(clock, true, Optional.of(Duration.ofSeconds(1)), 1, true);
        server.alwaysUse(0.01);
        var work = afterLoad(server).orElseThrow();
        assertThat(work.ended()).isTrue();
        assertThat(work.busyNanos()).isEqualTo(500 * MILLI);
        assertThat(work.cpuNanos()).isCloseTo(65 * MILLI, within(10L));
        assertThat(work.processors()).isCloseTo(0.31, within(1e-6));
    }

    /// 2 % of the 0.35 processors under load are less than the 0.05 that it always uses.
    @Test
    void a_server_that_is_always_busy_is_observed_for_five_seconds_and_a_half() throws Exception {
        var work = afterLoad(working(Optional.empty(), 0.05)).orElseThrow();
        assertThat(work.ended()).isFalse();
        assertThat(work.busyNanos()).isEqualTo(WorkAfterLoad.LONGEST.toNanos());
        assertThat(work.cpuNanos()).isCloseTo((60 + 275) * MILLI, within(10L));
    }

    @Test
    void without_the_cpu_of_the_server_its_work_after_the_load_is_unknown() throws Exception {
        assertThat(afterLoad(new SimulatedServer(clock, false))).isEmpty();
    }

    @Test
    void a_server_that_ends_after_its_load_fails() throws Exception {
        var server = working(Optional.empty(), 0.05);
        var loaded = start(PHASES, server);
        loaded.warmUp();
        var window = loaded.measure().window();
        var observations = loaded.observations();
        loaded.close();
        server.endAt(clock.nanoTime() + 700 * MILLI);
        assertThatExceptionOfType(ServerFailed.class)
                .isThrownBy(
                        () -> loaded.workAfterLoad(window, observations, WorkAfterLoad.SHORTEST))
                .withMessage("the server ended by itself with exit code 9");
    }
}
