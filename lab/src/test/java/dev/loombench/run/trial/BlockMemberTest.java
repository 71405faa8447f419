package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.base.Window;
import dev.loombench.load.SimulatedClock;
import dev.loombench.load.SimulatedLoad;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.result.Interleaving;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.run.trial.slice.SlicePlan;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two servers in turn on a simulated clock, each with 400 users and 2,000 responses per second.
///
/// CPU: 0.15 ms of 2,000 responses per second and a fiftieth of a processor besides, 0.32 under
/// load and 0.02 at rest; the load generator needs 0.1.
class BlockMemberTest {
    private static final long MILLI = 1_000_000;
    private static final long START = 5_000 * MILLI;

    /// Two slices of half a second.
    private static final SlicePlan PLAN =
            new SlicePlan(
                    List.of(Duration.ofMillis(500), Duration.ofMillis(500)),
                    Duration.ofMillis(225));

    private final SimulatedClock clock = new SimulatedClock(START);
    private final BlockMember first = member(1, true);
    private final BlockMember second = member(2, true);
    private long firstWarm;
    private long secondWarm;

    private BlockMember member(int number, boolean cpuObserved) {
        return member(number, new SimulatedServer(clock, cpuObserved));
    }

    private BlockMember member(int number, SimulatedServer server) {
        var trial = new Trial(number, "server " + number, 1);
        return new BlockMember(
                new TrialRequest(trial, false, (_, _, _) -> {}),
                SimulatedStart.of(clock, server),
                clock::nanoTime);
    }

    /// The last response is received 200 ms after the end of each warm-up.
    @BeforeEach
    void warmUp() throws InterruptedException {
        firstWarm = warmUp(first) - START;
        secondWarm = warmUp(second) - START;
        first.settleAtRest();
        second.settleAtRest();
    }

    /// @return its end
    private long warmUp(BlockMember member) throws InterruptedException {
        member.launch();
        member.load();
        member.warmUp();
        return clock.nanoTime() - SimulatedServer.RESPONSE_TIME.toNanos();
    }

    /// Between two slices of one, the other is sampled at both ends of its own; and so it is before
    /// the first and after the last.
    private void measureInTurn(BlockMember one, BlockMember other) throws InterruptedException {
        one.slice(PLAN);
        other.slice(PLAN);
        one.slice(PLAN);
        other.slice(PLAN);
        one.idle();
        other.idle();
        one.observeAfterSlices(PLAN);
        other.observeAfterSlices(PLAN);
    }

    private Completed completed(BlockMember member) {
        var result = member.result(List.of(first, second));
        assertThat(result.startedNanos()).isEqualTo(START);
        return (Completed) result.outcome();
    }

    /// 13 samples of 250 ms: in the first, the responses to the first 200 ms are missing, and the
    /// warm-up ends once neither of the two tests includes it.
    @Test
    void the_response_time_is_that_of_the_warm_up_although_the_server_rests_then() {
        assertThat(firstWarm).isEqualTo(3_250 * MILLI);
        assertThat(first.responseTime())
                .isCloseTo(SimulatedServer.RESPONSE_TIME, Duration.ofNanos(1_000));
    }

    @Test
    void the_slices_are_one_window_after_the_warm_up() throws InterruptedException {
        measureInTurn(first, second);
        first.measureUnloaded();
        var trial = completed(first);
        long end = START + firstWarm;
        assertThat(trial.warmUp().window()).isEqualTo(new Window(START, end));
        assertThat(trial.warmUp().metrics()).allMatch(Steadiness::isSteady);
        assertThat(trial.window()).isEqualTo(new Window(end, end + 1_000 * MILLI));
        assertThat(trial.load().counts().succeeded()).isEqualTo(2_000);
        assertThat(trial.interleaving().orElseThrow().slices()).hasSize(2);
        assertThat(trial.unloaded().orElseThrow().meanNanos())
                .isCloseTo(200.0 * MILLI, within(0.2 * MILLI));
    }

    /// Each slice: 225 ms of settling, 5 ms to open, 500 ms, and 200 ms for the last response.
    @Test
    void the_time_under_load_is_that_between_two_rests() throws InterruptedException {
        measureInTurn(first, second);
        assertThat(completed(first).observations())
                .filteredOn(Pinned.class::isInstance)
                .singleElement()
                .isEqualTo(new Pinned("attach", 0, 0, 2 * 930 * MILLI, List.of()));
    }

    @Test
    void its_cores_are_those_of_the_server_and_of_the_load_generator() throws InterruptedException {
        measureInTurn(first, second);
        assertThat(SimulatedLoad.CORES).isEqualTo(0.1);
        assertThat(first.cores().orElseThrow()).isCloseTo(0.42, within(1e-6));
        assertThat(second.cores().orElseThrow()).isCloseTo(0.42, within(1e-6));
    }

    /// A cycle has 930 ms of load with 2,000 responses per second, of which 1,000 arrive in the
    /// slice; with 200 ms for the last ones, 1,130 ms with background work. For each slice: 150 ms,
    /// and 1,000 / 1,860 of 22.6 ms.
    @Test
    void the_cpu_of_a_server_in_its_window_is_without_its_rests() throws InterruptedException {
        measureInTurn(first, second);
        var trial = completed(second);
        assertThat(trial.window().startNanos()).isEqualTo(START + secondWarm);
        var cpu = trial.series(MetricId.PROCESS_CPU).orElseThrow();
        assertThat(cpu.growth(trial.window()).orElseThrow() / 1e9)
                .isCloseTo(0.324301, within(1e-6));
    }

    @Test
    void work_for_requests_is_not_done_at_rest() throws InterruptedException {
        measureInTurn(first, second);
        var interleaving = completed(first).interleaving().orElseThrow();
        assertThat(interleaving.workAtRest().orElseThrow()).isCloseTo(0, within(1e-6));
        assertThat(interleaving.closedAtRest()).isZero();
    }

    /// Half of its work is done later. In cycles of 1.46 s, 0.53 s of load leave no second without
    /// it.
    private Interleaving late(Duration later) throws InterruptedException {
        return late(new SimulatedServer(clock, true, Optional.of(later)));
    }

    /// @param compilers what they do later, as a share of the work of a response
    private Interleaving late(Duration later, double compilers) throws InterruptedException {
        return late(new SimulatedServer(clock, true, Optional.of(later), compilers, true));
    }

    private Interleaving late(SimulatedServer server) throws InterruptedException {
        var late = member(3, server);
        warmUp(late);
        late.settleAtRest();
        var plan =
                new SlicePlan(
                        Collections.nCopies(24, Duration.ofMillis(100)), Duration.ofMillis(225));
        for (var _ : plan.slices()) {
            late.slice(plan);
            first.slice(plan);
        }
        late.idle();
        first.idle();
        late.observeAfterSlices(plan);
        var trial = (Completed) late.result(List.of(late, first)).outcome();
        return trial.interleaving().orElseThrow();
    }

    /// 0.3 ms of work and 0.014 ms of background per response; what the warm-up left for 5 and 8 s
    /// later is beside it.
    @ParameterizedTest
    @ValueSource(longs = {300, 2_000, 5_000, 8_000})
    void work_for_requests_that_is_done_later_is_not_that_of_an_idle_server(long millis)
            throws InterruptedException {
        var shares = late(Duration.ofMillis(millis));
        assertThat(shares.workAtRest().orElseThrow()).isBetween(0.25, 0.5);
        assertThat(shares.workWhenIdle().orElseThrow()).isLessThan(0.05);
        double cpu = shares.slices().stream().mapToDouble(s -> s.cpuNanos().orElseThrow()).sum();
        assertThat(cpu / (24 * 200)).isBetween(0.31e6, 0.36e6);
    }

    /// They work on until all code is compiled: what they do in rests is no reason for another
    /// mode, and no work for requests.
    @Test
    void compilers_at_work_in_rests_are_not_work_of_the_server() throws InterruptedException {
        var few = late(Duration.ofMillis(300), 0.25);
        assertThat(few.workAtRest().orElseThrow()).isCloseTo(0, within(1e-6));
        double cpu = few.slices().stream().mapToDouble(s -> s.cpuNanos().orElseThrow()).sum();
        assertThat(cpu / (24 * 200)).isBetween(0.15e6, 0.18e6);
    }

    @Test
    void much_work_at_rest_counts_whoever_does_it() throws InterruptedException {
        assertThat(late(Duration.ofMillis(300), 1).workAtRest().orElseThrow()).isBetween(0.25, 0.5);
    }

    /// The figure is without what counts as that of an idle server, whoever does it.
    @Test
    void compilers_at_work_long_after_the_load_are_a_busy_idle_server()
            throws InterruptedException {
        assertThat(late(Duration.ofSeconds(17), 1).workWhenIdle().orElseThrow())
                .isGreaterThan(0.05);
    }

    /// 150 ms in each second, as much in rests of 0.73 s as under a load of 0.73 s, whose requests
    /// need 0.3 of a processor for 0.53 s: 0.11 s of 0.38 s.
    @Test
    void a_task_by_the_clock_is_that_of_a_busy_idle_server() throws InterruptedException {
        var server = new SimulatedServer(clock, true);
        server.alwaysUse(0.15);
        var shares = late(server);
        assertThat(shares.workAtRest().orElseThrow()).isLessThan(0.05);
        assertThat(shares.workWhenIdle().orElseThrow()).isBetween(0.2, 0.4);
    }

    /// So late that it seems to be the server's own.
    @Test
    void work_that_is_done_too_late_to_wait_for_it_is_that_of_a_busy_idle_server()
            throws InterruptedException {
        var shares = late(Duration.ofSeconds(17));
        assertThat(shares.workAtRest().orElseThrow() + shares.workWhenIdle().orElseThrow())
                .isBetween(0.15, 0.4);
        assertThat(shares.workWhenIdle().orElseThrow()).isGreaterThan(0.05);
    }

    /// The other has ended its slices and is measured to the end.
    @ParameterizedTest
    @ValueSource(longs = {0, 300, 1_200})
    void a_server_that_ends_in_the_rest_after_its_slices_fails_only_its_own_trial(long millis)
            throws InterruptedException {
        var server = new SimulatedServer(clock, true);
        var ending = member(3, server);
        warmUp(ending);
        ending.settleAtRest();
        ending.slice(PLAN);
        first.slice(PLAN);
        ending.slice(PLAN);
        first.slice(PLAN);
        server.endAt(clock.nanoTime() + millis * MILLI);
        ending.idle();
        first.idle();
        ending.observeAfterSlices(PLAN);
        first.observeAfterSlices(PLAN);
        ending.measureUnloaded();
        first.measureUnloaded();
        var both = List.of(ending, first);
        assertThat(ending.result(both).outcome())
                .isEqualTo(
                        new Failed(
                                "rest", "the server ended by itself with exit code 9", List.of()));
        assertThat(server.closed()).isTrue();
        assertThat(first.result(both).outcome())
                .isInstanceOfSatisfying(
                        Completed.class,
                        trial -> {
                            assertThat(trial.load().counts().succeeded()).isEqualTo(2_000);
                            assertThat(trial.unloaded()).isPresent();
                        });
    }

    /// The first has rested for the slice of the second when both are idle.
    @Test
    void after_a_window_of_one_slice_its_work_is_not_observed_as_after_a_sequential_load()
            throws InterruptedException {
        var plan = new SlicePlan(List.of(Duration.ofSeconds(1)), Duration.ofMillis(225));
        first.slice(plan);
        second.slice(plan);
        first.idle();
        first.observeAfterSlices(plan);
        assertThat(completed(first).workAfterLoad()).isEmpty();
    }

    @Test
    void resting_servers_use_what_they_do_without_a_load() throws InterruptedException {
        measureInTurn(first, second);
        for (var member : List.of(first, second)) {
            var resting = completed(member).interleaving().orElseThrow().restingCores();
            assertThat(resting.orElseThrow()).isCloseTo(0.02, within(1e-6));
        }
    }

    @Test
    void without_the_cpu_of_the_server_its_cores_are_unknown() throws InterruptedException {
        var unobserved = member(3, false);
        warmUp(unobserved);
        measureInTurn(unobserved, second);
        assertThat(unobserved.cores()).isEmpty();
        assertThat(second.cores()).isPresent();
    }
}
