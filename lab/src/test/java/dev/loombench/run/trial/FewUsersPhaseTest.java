package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.load.LoadProgress;
import dev.loombench.run.trial.FewUsersPhase.Served;
import dev.loombench.spec.Phases;
import dev.loombench.spec.Scenario;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.load.ValueSource;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A simulated server of two users, who get 100 responses per second.
class FewUsersPhaseTest {
    private static final long START = 5_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private long now = START;

    private double seconds() {
        return (double) (now - START) / SECOND;
    }

    /// @param computing CPU time of the server per time
    /// @param compiling CPU time of its compilers per time, while they compile
    /// @param compiledAfter seconds until they have compiled all
    private Served run(double computing, double compiling, double compiledAfter) throws Exception {
        return new FewUsersPhase(2, Duration.ofSeconds(30), () -> now, (_, nanos) -> now += nanos)
                .run(
                        START,
                        () -> new LoadProgress(now, Math.round(seconds() * 100), 0, 0, 0, 0, 0),
                        () -> Math.round(seconds() * computing * SECOND),
                        () -> Math.round(Math.min(seconds(), compiledAfter) * compiling * SECOND),
                        (_, _, _) -> {});
    }

    @Test
    void it_lasts_until_the_compilers_have_used_little_for_two_seconds() throws Exception {
        // of 2 s, they compiled in the first quarter: 0.2 of 3.2 s is below a tenth
        assertThat(run(1.6, 0.8, 10)).isEqualTo(new Served(1_175, 8 * SECOND));
        assertThat(seconds()).isEqualTo(11.75);
    }

    @Test
    void it_ends_at_once_where_requests_wait() throws Exception {
        run(0.49, 0.4, 10);
        assertThat(seconds()).isEqualTo(0.5);
    }

    @Test
    void it_continues_where_requests_compute() throws Exception {
        run(0.51, 0.4, 10);
        assertThat(seconds()).isGreaterThan(10);
    }

    @Test
    void it_ends_at_once_where_nothing_is_compiled() throws Exception {
        run(1.9, 0, 10);
        assertThat(seconds()).isEqualTo(0.5);
    }

    @Test
    void it_leaves_the_whole_load_half_of_the_time() throws Exception {
        run(1.9, 0.9, 100);
        assertThat(seconds()).isEqualTo(30);
    }

    private boolean isNeeded(LoadModel load, Phases phases, TrafficSpec traffic, long calls) {
        var spec = SampleRun.spec(load).withScenario(new Scenario(load, traffic, phases));
        return FewUsersPhase.of(load, spec, calls, 2, () -> now, (_, _) -> {}).isPresent();
    }

    @Test
    void it_is_for_many_users_of_a_new_java_process() {
        var users = new LoadModel.Closed(5, Duration.ZERO);
        var few = new LoadModel.Closed(4, Duration.ZERO);
        var thinking = new LoadModel.Closed(5, Duration.ofSeconds(1));
        var rate = new LoadModel.Open(100, Arrival.POISSON, 5);
        var phases = new Phases(Duration.ZERO, Duration.ofSeconds(30), Duration.ofSeconds(5));
        var traffic = SampleRun.spec(users).traffic();
        var counting =
                new TrafficSpec(
                        traffic.requests(),
                        Map.of("n", new ValueSource.Counter(0)),
                        traffic.connections());
        assertThat(isNeeded(users, phases, traffic, 10_000)).isTrue();
        assertThat(isNeeded(users, phases, traffic, 0)).isFalse();
        assertThat(isNeeded(users, phases, counting, 10_000)).isFalse();
        assertThat(isNeeded(few, phases, traffic, 10_000)).isFalse();
        assertThat(isNeeded(thinking, phases, traffic, 10_000)).isFalse();
        assertThat(isNeeded(rate, phases, traffic, 10_000)).isFalse();
    }
}
