package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.Objectives;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.Recovery;
import dev.loombench.analysis.validity.GeneratorLimited;
import dev.loombench.analysis.validity.NotBracketed;
import dev.loombench.analysis.validity.ProcessFailed;
import dev.loombench.capacity.SimulatedServer.Queue;
import dev.loombench.capacity.SimulatedServer.Service;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialResult;
import dev.loombench.spec.load.Arrival;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Searches whose load generator offers less in the processes that confirm than in the one that
/// brackets: ten servers of 20 ms, which hold p99<100ms up to 472.6/s.
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

    private static VariantSearch search(double reachable) throws InterruptedException {
        var random = new SplittableRandom(1);
        var queue = Queue.of(10, 0.02, Service.constant(0.02));
        var search =
                new VariantSearch(
                        SampleRun.manifest(),
                        SETTINGS,
                        (trial, _) ->
                                new Offered(
                                        new SimulatedServer(
                                                queue,
                                                SETTINGS.objectives(),
                                                trial,
                                                random.split()),
                                        trial.block() == 1 ? 1e9 : reachable),
                        SampleRun.POOL);
        for (int block = 1; block <= 1 + PROCESSES; block++) {
            search.execute(new Trial(block, SampleRun.POOL, block), block == 1 + PROCESSES);
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
        assertThat(found.recovery()).isEmpty();
        var findings = SearchFindings.of(found, search.failures(), Optional.empty(), SETTINGS);
        assertThat(findings)
                .hasAtLeastOneElementOfType(GeneratorLimited.class)
                .noneMatch(NotBracketed.class::isInstance)
                .noneMatch(ProcessFailed.class::isInstance);
    }

    @Test
    void a_process_to_which_no_rate_was_offered_has_failed() throws InterruptedException {
        var search = search(0);
        assertThat(search.failures())
                .hasSize(PROCESSES)
                .allMatch(f -> f.reason().contains("no CPU time left at any rate"));
    }

    /// A server whose load generator violates the objectives at higher rates than it can offer.
    private record Offered(SimulatedServer server, double reachable) implements ProbedProcess {
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

        private static RateProbe notOffered(RateProbe probe) {
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
                    Optional.of("generator-saturated"));
        }

        @Override
        public void settle() {
            server.settle();
        }

        @Override
        public Optional<TrialResult> lastTrial() {
            return Optional.empty();
        }

        @Override
        public List<dev.loombench.base.Window> confirming() {
            return List.of();
        }

        @Override
        public Recovery recover(double capacity) {
            return server.recover(capacity);
        }

        @Override
        public void end() {
            server.end();
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
