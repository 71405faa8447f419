package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ConnectionsLimited;
import dev.loombench.analysis.validity.capacity.CapacityFinding.GeneratorLimited;
import dev.loombench.analysis.validity.capacity.CapacityFinding.NotBracketed;
import dev.loombench.analysis.validity.capacity.CapacityFinding.NotHeld;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ProcessFailed;
import dev.loombench.capacity.QueueProcess.Faults;
import dev.loombench.capacity.QueueProcess.Queue;
import dev.loombench.capacity.QueueProcess.Service;
import dev.loombench.result.Trial;
import dev.loombench.traffic.Arrival;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Searches whose load generator offers less than the server holds, or less in the processes that
/// confirm than in the one that brackets: ten servers of 20 ms, which hold p99<100ms up to 472.6/s.
class GeneratorLimitedSearchTest {
    private static final int PROCESSES = 3;

    private static final CapacitySettings SETTINGS =
            new CapacitySettings(
                    Objectives.parse(List.of("p99<100ms")),
                    PROCESSES,
                    Duration.ofSeconds(6),
                    Arrival.POISSON,
                    1_000,
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(20));

    private static final Queue QUEUE = Queue.of(10, 0.02, Service.constant(0.02));

    private static VariantSearch search(double reachable) throws InterruptedException {
        return search(QUEUE, 1e9, reachable);
    }

    /// @param bracketed the highest rate in the process that brackets, requests/s
    /// @param reachable that in those that confirm
    private static VariantSearch search(Queue queue, double bracketed, double reachable)
            throws InterruptedException {
        return search(queue, bracketed, reachable, "generator-saturated");
    }

    /// @param reason why higher rates cannot be offered
    private static VariantSearch search(
            Queue queue, double bracketed, double reachable, String reason)
            throws InterruptedException {
        var random = new SplittableRandom(1);
        var search =
                new VariantSearch(
                        SampleRun.manifest(),
                        SETTINGS,
                        (trial, _) ->
                                new Offered(
                                        new QueueProcess(
                                                queue,
                                                SETTINGS.objectives(),
                                                trial,
                                                random.split()),
                                        trial.block() == 1 ? bracketed : reachable,
                                        reason),
                        SampleRun.POOL);
        for (int block = 1; block <= 1 + PROCESSES; block++) {
            if (block == 1 || search.goesOn()) {
                search.execute(new Trial(block, SampleRun.POOL, block), block == 1 + PROCESSES);
            }
        }
        return search;
    }

    /// 300/s is far below what the server holds: no window shows a violation.
    @Test
    void the_capacity_is_at_least_what_the_generator_offered() throws InterruptedException {
        var search = search(300);
        var found = search.result();
        assertThat(found.capacity())
                .isInstanceOfSatisfying(
                        Capacity.AtLeast.class,
                        least -> {
                            assertThat(least.generatorLimited()).isTrue();
                            assertThat(least.rate()).isBetween(250.0, 300.0);
                        });
        assertThat(held(found)).singleElement().matches(RateProbe::met);
        assertThat(found.recovery()).isEmpty();
        var findings = SearchFindings.of(found, search.failures(), Optional.empty(), SETTINGS);
        assertThat(findings)
                .hasAtLeastOneElementOfType(GeneratorLimited.class)
                .noneMatch(NotBracketed.class::isInstance)
                .noneMatch(ProcessFailed.class::isInstance);
    }

    /// No process confirms it; the one that brackets holds it for a minute.
    @Test
    void a_generator_that_is_limited_from_the_start_holds_what_it_offered()
            throws InterruptedException {
        var found = search(QUEUE, 300, 300).result();
        assertThat(found.capacity())
                .isInstanceOfSatisfying(
                        Capacity.AtLeast.class,
                        least -> {
                            assertThat(least.generatorLimited()).isTrue();
                            assertThat(least.rate()).isBetween(250.0, 300.0);
                        });
        assertThat(held(found))
                .singleElement()
                .satisfies(p -> {
                    assertThat(p.met()).isTrue();
                    assertThat(p.rate()).isEqualTo(found.capacity().figure());
                    assertThat(p.figures().seconds()).isGreaterThan(59);
                });
    }

    /// A pause of 1.2 s every 30 s is 4 % of the time: at no rate are 99 % faster than 100 ms. The
    /// windows of two seconds miss it.
    @Test
    void a_lower_limit_that_a_pause_violates_is_none() throws InterruptedException {
        var found = search(QUEUE.with(new Faults(30, 1.2, 0, 0)), 300, 300).result();
        assertThat(found.capacity()).isInstanceOf(Capacity.NotMet.class);
        assertThat(found.probes())
                .filteredOn(p -> p.purpose() == Purpose.BRACKET && p.valid())
                .as("short windows")
                .isNotEmpty()
                .allMatch(RateProbe::met);
        assertThat(held(found)).hasSize(4).noneMatch(RateProbe::met);
        assertThat(SearchFindings.of(found, List.of(), Optional.empty(), SETTINGS))
                .hasAtLeastOneElementOfType(NotHeld.class)
                .noneMatch(GeneratorLimited.class::isInstance);
    }

    /// As where requests wait for a free connection at rates above 300/s.
    @Test
    void connections_that_limit_the_rate_are_named() throws InterruptedException {
        var found = search(QUEUE, 300, 300, ConnectionsLimited.KIND.id()).result();
        assertThat(found.capacity())
                .isInstanceOfSatisfying(
                        Capacity.AtLeast.class, least -> assertThat(least.rate()).isLessThan(301));
        assertThat(SearchFindings.of(found, List.of(), Optional.empty(), SETTINGS))
                .contains(
                        new ConnectionsLimited(
                                SampleRun.POOL, found.capacity().figure(), SETTINGS.connections()))
                .noneMatch(GeneratorLimited.class::isInstance);
    }

    private static List<RateProbe> held(VariantCapacity found) {
        return found.probes().stream().filter(p -> p.purpose() == Purpose.HOLD).toList();
    }

    @Test
    void a_process_to_which_no_rate_was_offered_has_failed() throws InterruptedException {
        var search = search(0);
        assertThat(search.failures())
                .hasSize(PROCESSES)
                .allMatch(f -> f.reason().contains("could not offer any of the rates"));
    }

    /// A server whose load generator violates the objectives at higher rates than it can offer.
    private record Offered(QueueProcess server, double reachable, String reason)
            implements SimulatedProcess {
        @Override
        public double warmThroughput() {
            return server.warmThroughput();
        }

        @Override
        public ProbedProcess.Window probe(
                Purpose purpose, double rate, Duration settling, Duration length) {
            var window = server.probe(purpose, rate, settling, length);
            return rate > reachable
                    ? new ProbedProcess.Window(notOffered(window.probe()), window.inFlight())
                    : window;
        }

        private RateProbe notOffered(RateProbe probe) {
            return new RateProbe(
                    probe.number(),
                    probe.variant(),
                    probe.block(),
                    probe.process(),
                    probe.purpose(),
                    probe.rate(),
                    probe.figures(),
                    Math.max(probe.burn(), Math.nextUp(1.0)),
                    Outcome.GENERATOR_LIMITED,
                    Optional.of(reason));
        }

        @Override
        public void settle() {
            server.settle();
        }
    }
}
