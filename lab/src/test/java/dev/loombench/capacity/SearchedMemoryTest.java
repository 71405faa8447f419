package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.analysis.validity.stationarity.MemoryGrowth;
import dev.loombench.capacity.QueueProcess.Queue;
import dev.loombench.capacity.QueueProcess.Service;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.Arrival;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Memory from window to window of the processes of a search, each window a second of its clock.
class SearchedMemoryTest {
    private static final int PROCESSES = 4;
    private static final long SECOND = 1_000_000_000;

    /// @param growth of the resident set from window to window
    /// @param noise of each window
    private static Optional<MemoryGrowth> search(double growth, double noise)
            throws InterruptedException {
        var objectives = Objectives.parse(List.of("p99<100ms"));
        var settings =
                new CapacitySettings(
                        objectives,
                        PROCESSES,
                        Duration.ofSeconds(6),
                        Arrival.POISSON,
                        1_000,
                        Duration.ZERO,
                        Duration.ZERO);
        var random = new SplittableRandom(1);
        var queue = Queue.of(10, 0.02, Service.constant(0.02));
        var search =
                new VariantSearch(
                        SampleRun.manifest(),
                        settings,
                        (trial, _) ->
                                new Occupying(
                                        new QueueProcess(queue, objectives, trial, random.split()),
                                        trial,
                                        growth,
                                        noise,
                                        random.split()),
                        SampleRun.POOL);
        for (int block = 1; block <= 1 + PROCESSES; block++) {
            search.execute(new Trial(block, SampleRun.POOL, block), block == 1 + PROCESSES);
        }
        return search.memoryGrowth();
    }

    @Test
    void memory_that_grows_from_window_to_window_is_found() throws InterruptedException {
        var found = search(0.1, 0.01).orElseThrow();
        assertThat(found.variant()).isEqualTo(SampleRun.POOL);
        assertThat(found.processes()).isEqualTo(PROCESSES);
        assertThat(found.windows()).isGreaterThan(1);
        assertThat(found.ratio()).isGreaterThan(1.1);
    }

    @Test
    void constant_memory_is_not() throws InterruptedException {
        assertThat(search(0, 0.05)).isEmpty();
    }

    /// A simulated server with memory.
    private static final class Occupying implements SimulatedProcess {
        private final QueueProcess server;
        private final Trial trial;
        private final double growth;
        private final double noise;
        private final SplittableRandom random;
        private final List<dev.loombench.base.Window> confirming = new ArrayList<>();
        private final List<Point> memory = new ArrayList<>();

        Occupying(
                QueueProcess server,
                Trial trial,
                double growth,
                double noise,
                SplittableRandom random) {
            this.server = server;
            this.trial = trial;
            this.growth = growth;
            this.noise = noise;
            this.random = random;
        }

        @Override
        public double warmThroughput() {
            return server.warmThroughput();
        }

        @Override
        public ProbedProcess.Window probe(
                Purpose purpose, double rate, Duration settling, Duration length) {
            int n = memory.size();
            double log = n * Math.log1p(growth) + noise * random.nextGaussian();
            memory.add(new Point(n * SECOND + SECOND / 2, 1e8 * Math.exp(log)));
            if (purpose == Purpose.CONFIRM) {
                confirming.add(new dev.loombench.base.Window(n * SECOND, (n + 1) * SECOND));
            }
            return server.probe(purpose, rate, settling, length);
        }

        @Override
        public void settle() {
            server.settle();
        }

        @Override
        public Optional<TrialResult> lastTrial() {
            List<Observation> seen =
                    List.of(new Series("proc", MetricId.PROCESS_RSS, List.copyOf(memory)));
            return Optional.of(SampleRun.result(trial, SampleRun.completed(1_000, 100).with(seen)));
        }

        @Override
        public List<dev.loombench.base.Window> confirming() {
            return List.copyOf(confirming);
        }
    }
}
