package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.WindowFindings;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.analysis.validity.capacity.CapacityFinding;
import dev.loombench.analysis.validity.capacity.CapacityFinding.BimodalProcesses;
import dev.loombench.capacity.QueueProcess.Faults;
import dev.loombench.capacity.QueueProcess.Queue;
import dev.loombench.capacity.QueueProcess.Service;
import dev.loombench.result.Trial;
import dev.loombench.traffic.Arrival;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/// The searches of the product on simulated queues whose capacity is known.
class SearchSimulationTest {
    private static final int PROCESSES = 4;

    /// The long proof has more searches per queue, and prints the table of
    /// docs/capacity/checked.md.
    private static final boolean LONG = "long".equals(System.getProperty("loombench.proof"));

    private static final int SEARCHES = LONG ? 250 : 10;

    /// A queue and its capacity: by formula for M/M/1, else from 15 million arrivals at two rates
    /// around it, between which the logarithm of the slow share is linear.
    ///
    /// @param capacity requests/s
    private record Known(String name, Queue queue, String objective, double capacity) {}

    private static final Objectives P99 = Objectives.parse(List.of("p99<50ms"));

    private static final Known FAST =
            new Known(
                    "M/M/1, 1 ms",
                    Queue.of(1, 0.001, Service.exponential(0.001)),
                    "p99<50ms",
                    1_000 - Math.log(100) / 0.05);

    private static final List<Known> QUEUES =
            List.of(
                    FAST,
                    new Known(
                            "M/M/1, 5 ms",
                            Queue.of(1, 0.005, Service.exponential(0.005)),
                            "p99<227ms",
                            200 - Math.log(100) / 0.227),
                    new Known(
                            "M/M/4, 10 ms",
                            Queue.of(4, 0.01, Service.exponential(0.01)),
                            "p99<205ms",
                            377.0),
                    new Known(
                            "M/M/10, 20 ms",
                            Queue.of(10, 0.02, Service.exponential(0.02)),
                            "p99<223ms",
                            477.6),
                    new Known(
                            "M/D/2, 10 ms",
                            Queue.of(2, 0.01, Service.constant(0.01)),
                            "p99<60ms",
                            159.6),
                    new Known(
                            "M/D/10, 20 ms",
                            Queue.of(10, 0.02, Service.constant(0.02)),
                            "p99<100ms",
                            472.6),
                    new Known(
                            "M/G/20, log-normal, 50 ms",
                            Queue.of(20, 0.05, Service.logNormal(0.05)),
                            "p99<400ms",
                            376.2),
                    new Known(
                            "M/G/20, two-peaked, 38 ms",
                            Queue.of(20, 0.038, Service.twoPeaked(0.038)),
                            "p99<300ms",
                            494.2));

    /// A search.
    ///
    /// @param seconds under load
    record Search(VariantCapacity found, double seconds) {}

    private static CapacitySettings settings(String objective, int processes, Duration hold) {
        return new CapacitySettings(
                Objectives.parse(List.of(objective)),
                processes,
                Duration.ofSeconds(6),
                Arrival.POISSON,
                1_000,
                hold,
                Duration.ZERO);
    }

    static Search search(Queue queue, CapacitySettings settings, long seed)
            throws InterruptedException {
        return search(_ -> queue, settings, seed);
    }

    /// @param queue by block
    private static Search search(IntFunction<Queue> queue, CapacitySettings settings, long seed)
            throws InterruptedException {
        var random = new SplittableRandom(seed);
        var processes = new ArrayList<QueueProcess>();
        var search =
                new VariantSearch(
                        SampleRun.manifest(),
                        settings,
                        (trial, _) -> {
                            var server =
                                    new QueueProcess(
                                            queue.apply(trial.block()),
                                            settings.objectives(),
                                            trial,
                                            random.split());
                            processes.add(server);
                            return server;
                        },
                        SampleRun.POOL);
        int last = 1 + settings.processes();
        for (int block = 1; block <= last; block++) {
            if (block == 1 || search.goesOn()) {
                search.execute(new Trial(block, SampleRun.POOL, block), block == last);
            }
        }
        return new Search(
                search.result(), processes.stream().mapToDouble(QueueProcess::seconds).sum());
    }

    /// How the intervals of many searches lie to the capacity.
    private static final class Coverage {
        private int below;
        private int above;
        private int lowered;
        private int changed;
        private int reversed;
        private int ofKinds;
        private int faster;
        private int flat;
        private int all;
        private double logs;
        private double width;
        private double seconds;

        void add(Search search, double capacity) {
            all++;
            seconds += search.seconds();
            var kinds = kinds(search.found());
            changed += kinds.contains("changed-over-time") ? 1 : 0;
            reversed += kinds.contains("not-monotone") ? 1 : 0;
            ofKinds += ofKinds(search.found()).isPresent() ? 1 : 0;
            faster += isFaster(kinds) ? 1 : 0;
            flat += kinds.contains("flat-burn") ? 1 : 0;
            switch (search.found().capacity()) {
                case Capacity.Estimated e -> {
                    var interval = e.interval().orElseThrow();
                    below += interval.high() < capacity ? 1 : 0;
                    above += interval.low() > capacity ? 1 : 0;
                    logs += Math.log(e.rate() / capacity);
                    width += Math.log(interval.high() / interval.low()) / 2;
                }
                case Capacity.Held(var held, var violated) -> {
                    lowered++;
                    above += held.rate() > capacity ? 1 : 0;
                    below += violated.rate() < 0.8 * capacity ? 1 : 0;
                }
                case Capacity.AtLeast _, Capacity.NotMet _, Capacity.Unknown _ -> below++;
            }
        }

        String row(Known queue) {
            return "| %s | %s | %.1f/s | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %+.1f %% | %.1f %% | %.1f %% | %.0f s |"
                    .formatted(
                            queue.name(),
                            queue.objective(),
                            queue.capacity(),
                            100.0 * (all - below - above) / all,
                            100.0 * above / all,
                            100.0 * below / all,
                            100.0 * lowered / all,
                            100 * logs / (all - lowered),
                            100 * width / (all - lowered),
                            100.0 * changed / all,
                            seconds / all);
        }
    }

    private static Coverage coverage(Known queue) throws InterruptedException {
        var coverage = new Coverage();
        var settings = settings(queue.objective(), PROCESSES, Duration.ofSeconds(60));
        for (int seed = 1; seed <= SEARCHES; seed++) {
            coverage.add(search(queue.queue(), settings, seed), queue.capacity());
        }
        return coverage;
    }

    @Test
    void intervals_hold_their_level_on_queues_of_different_relaxation_and_variance()
            throws InterruptedException {
        int missed = 0;
        int above = 0;
        int changed = 0;
        int reversed = 0;
        int ofKinds = 0;
        int faster = 0;
        int flat = 0;
        for (var queue : QUEUES) {
            var coverage = coverage(queue);
            if (LONG) {
                System.out.println(coverage.row(queue));
            }
            missed += coverage.below + coverage.above;
            above += coverage.above;
            changed += coverage.changed;
            reversed += coverage.reversed;
            ofKinds += coverage.ofKinds;
            faster += coverage.faster;
            flat += coverage.flat;
        }
        int all = SEARCHES * QUEUES.size();
        // 3.5 % on each side; of 80 at that level, more than 6 are with probability 0.03 each
        assertThat(above).isLessThanOrEqualTo(LONG ? all * 35 / 1_000 : 6);
        // false alarms of a change: 2 %
        assertThat(changed).isLessThanOrEqualTo(all / 50);
        // of a reversal: 1 %
        assertThat(reversed).isLessThanOrEqualTo(all / 20);
        // of processes of two kinds: 1 %; of 80, more than 3 are with probability 0.01
        assertThat(ofKinds).isLessThanOrEqualTo(LONG ? all * 2 / 100 : 3);
        // of servers that became faster: 2 %; of 80, more than 5 are with probability 0.01
        assertThat(faster).isLessThanOrEqualTo(LONG ? all * 2 / 100 : 5);
        // of an objective that hardly depends on the rate: below 1 %; of 80, more than 3 are with
        // probability 0.01
        assertThat(flat).isLessThanOrEqualTo(LONG ? all / 100 : 3);
        assertThat(missed - above).isLessThanOrEqualTo(LONG ? all * 35 / 1_000 : 6);
    }

    private static Optional<CapacityFinding> ofKinds(VariantCapacity found) {
        return WindowFindings.ofKinds(found, List.of(found), 0.05);
    }

    static boolean isFaster(VariantCapacity found) {
        return isFaster(kinds(found));
    }

    private static boolean isFaster(List<String> kinds) {
        return kinds.stream().anyMatch(Set.of("became-faster", "rises-with-time")::contains);
    }

    /// Two processes of five serve half as fast: 408/s, and the others 908/s. The last one holds
    /// more than the mean of all, and no more than its own capacity.
    @Test
    void processes_of_two_kinds_are_found() throws InterruptedException {
        var slow = Queue.of(1, 0.002, Service.exponential(0.002));
        int found = 0;
        int faster = 0;
        for (int seed = 1; seed <= 10; seed++) {
            var result =
                    search(
                                    block -> block == 3 || block == 5 ? slow : FAST.queue(),
                                    settings(FAST.objective(), 5, Duration.ofSeconds(60)),
                                    seed)
                            .found();
            found +=
                    ofKinds(result).isPresent()
                                    && ofKinds(result).get()
                                            instanceof BimodalProcesses(_, var few, var of, _, _)
                                    && few == 2
                                    && of == 5
                            ? 1
                            : 0;
            faster += isFaster(result) ? 1 : 0;
        }
        assertThat(found).isGreaterThanOrEqualTo(6);
        assertThat(faster).isLessThanOrEqualTo(1);
    }

    /// Without a long window, by which most changes are found, a constant queue is not one that
    /// changes.
    @Test
    void constant_queues_do_not_change_without_a_long_window() throws InterruptedException {
        int searches = LONG ? 100 : 10;
        for (int processes : new int[] {PROCESSES, 0}) {
            int changed = 0;
            for (var known : QUEUES) {
                for (int seed = 1; seed <= searches; seed++) {
                    var settings = settings(known.objective(), processes, Duration.ZERO);
                    var found = search(known.queue(), settings, seed).found();
                    changed += kinds(found).contains("changed-over-time") ? 1 : 0;
                }
            }
            assertThat(changed).isLessThanOrEqualTo(searches * QUEUES.size() / 50); // 2 %
        }
    }

    static VariantCapacity found(String objective, Faults faults, int seed)
            throws InterruptedException {
        var queue = FAST.queue().with(faults);
        return search(queue, settings(objective, PROCESSES, Duration.ofSeconds(60)), seed).found();
    }

    private static List<String> kinds(VariantCapacity found) {
        return WindowFindings.of(found, 50, P99).stream().map(f -> f.kind().id()).toList();
    }

    /// It is 2 % of the time: at no rate are 99 % faster than 50 ms. None may state a rate.
    @Test
    void a_pause_that_short_windows_miss_is_found() throws InterruptedException {
        int searches = LONG ? 50 : 5;
        int none = 0;
        for (int seed = 1; seed <= searches; seed++) {
            var found = found("p99<50ms", new Faults(30, 0.6, 0, 0), seed);
            none += found.capacity() instanceof Capacity.NotMet ? 1 : 0;
            assertThat(found.capacity())
                    .isInstanceOfAny(Capacity.NotMet.class, Capacity.Unknown.class);
        }
        if (LONG) {
            System.out.println(
                    "| M/M/1, 1 ms, a pause of 0.6 s every 30 s | p99<50ms | no rate holds it: %d of %d searches |"
                            .formatted(none, searches));
        }
        assertThat(none).isGreaterThanOrEqualTo(searches - searches / 10);
    }

    /// Of 1 % errors, twice as many as allowed, no rate is free.
    @Test
    void a_constant_share_of_errors_above_the_objective_is_no_capacity()
            throws InterruptedException {
        for (int seed = 1; seed <= 5; seed++) {
            var found = found("errors<0.5%", new Faults(1, 0, 0.01, 0), seed);
            assertThat(found.capacity()).isInstanceOf(Capacity.NotMet.class);
            assertThat(kinds(found)).contains("too-few-requests");
        }
    }

    /// Its services take 0.4 % longer each second: 20 % after the 50 s of a process's windows.
    @Test
    void a_server_that_becomes_slower_is_found() throws InterruptedException {
        for (int seed = 1; seed <= 5; seed++) {
            assertThat(kinds(found("p99<50ms", new Faults(1, 0, 0, 0.004), seed)))
                    .contains("changed-over-time");
        }
    }

    /// Its services take 5 or 16 % longer each second, so that only the first windows of each
    /// process hold, or none. The search ends early.
    @Test
    void a_server_that_becomes_slower_quickly_has_no_capacity() throws InterruptedException {
        for (int seed = 1; seed <= 10; seed++) {
            var slower = found("p99<50ms", new Faults(1, 0, 0, 0.05), seed);
            assertThat(kinds(slower)).contains("changed-over-time");
            assertThat(slower.capacity()).isInstanceOf(Capacity.Unknown.class);
            assertThat(slower.probes().getLast().block()).isLessThanOrEqualTo(3);
            var muchSlower = found("p99<50ms", new Faults(1, 0, 0, 0.16), seed);
            assertThat(muchSlower.capacity())
                    .isInstanceOfAny(Capacity.Unknown.class, Capacity.NotMet.class);
        }
    }

    /// 20 % after its windows, as above. Not where it became so much slower within them that it
    /// held low rates only.
    @Test
    void a_server_that_becomes_slower_is_found_without_a_long_window() throws InterruptedException {
        assertThat(changes(PROCESSES, 0.004)).isGreaterThanOrEqualTo(13);
    }

    /// The bracket takes less time, and its capacity is less certain: its services take 2 % longer
    /// each second.
    @Test
    void a_server_that_becomes_slower_is_found_in_the_bracket() throws InterruptedException {
        assertThat(changes(0, 0.02)).isGreaterThanOrEqualTo(16);
    }

    /// Of 20 searches without a long window, those that find a change.
    private static int changes(int processes, double slowdown) throws InterruptedException {
        var queue = FAST.queue().with(new Faults(1, 0, 0, slowdown));
        var settings = settings(FAST.objective(), processes, Duration.ZERO);
        int changed = 0;
        for (int seed = 1; seed <= 20; seed++) {
            var found = search(queue, settings, seed).found();
            changed += kinds(found).contains("changed-over-time") ? 1 : 0;
        }
        return changed;
    }
}
