package dev.loombench.capacity;

import dev.loombench.SampleRun;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityFit;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.WindowFindings;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.result.LoadResults;
import dev.loombench.result.Trial;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/// A server in simulated time that is no queue: each window has as many slow and failed requests as
/// its rate and the state of the server make likely.
abstract class WindowedServer {
    private static final int PROCESSES = 4;
    private static final int FAST_MILLIS = 10;
    private static final int SLOW_MILLIS = 80;

    /// A window whose counts and response times are replaced.
    private static final LoadResult SAMPLE = SampleRun.completed(1, FAST_MILLIS).load();

    private final SplittableRandom random;
    private final double throughput;

    /// What happens to the requests of a window.
    record Requests(long all, long slow, long failed) {}

    /// @param throughput of a few users, requests/s
    WindowedServer(SplittableRandom random, double throughput) {
        this.random = random;
        this.throughput = throughput;
    }

    /// @param load of its warm-up
    void warmUp(LoadModel load) {}

    /// @param settling seconds before the window
    abstract Requests window(double rate, double settling, double seconds);

    /// Between two windows.
    void rest() {}

    /// About Poisson.
    long count(double mean) {
        if (mean > 50) {
            return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
        }
        int count = 0;
        for (double p = random.nextDouble(); p > Math.exp(-mean); p *= random.nextDouble()) {
            count++;
        }
        return count;
    }

    /// A window in which a share of the requests is slow.
    Requests slow(double share, double requests) {
        long all = Math.max(2, count(requests));
        return new Requests(all, Math.min(all, count(Math.min(1, share) * requests)), 0);
    }

    /// A window in which a share of the requests fails.
    Requests failed(double share, double requests) {
        long all = count(requests);
        return new Requests(all, 0, Math.min(all, count(Math.min(1, share) * requests)));
    }

    /// What a search with the defaults found.
    record Search(CapacitySettings settings, VariantCapacity found) {
        List<String> kinds() {
            return WindowFindings.of(found, settings.lowest(), settings.objectives()).stream()
                    .map(f -> f.kind().id())
                    .toList();
        }

        Capacity capacity() {
            return found.capacity();
        }
    }

    static Search search(
            String objective, Function<SplittableRandom, WindowedServer> server, int seed)
            throws InterruptedException {
        var settings =
                new CapacitySettings(
                        Objectives.parse(List.of(objective)),
                        PROCESSES,
                        Duration.ofSeconds(6),
                        Arrival.POISSON,
                        1_000,
                        Duration.ofSeconds(60),
                        Duration.ZERO);
        var random = new SplittableRandom(seed);
        var search =
                new VariantSearch(
                        SampleRun.manifest(),
                        settings,
                        (trial, warmUp) -> {
                            var started = server.apply(random.split());
                            started.warmUp(warmUp);
                            return new Windows(trial, started, settings.objectives());
                        },
                        SampleRun.POOL);
        int last = 1 + PROCESSES;
        for (int block = 1; block <= last; block++) {
            if (block == 1 || search.goesOn()) {
                search.execute(new Trial(block, SampleRun.POOL, block), block == last);
            }
        }
        return new Search(settings, search.result());
    }

    /// The windows of such a server.
    private record Windows(Trial trial, WindowedServer server, Objectives objectives)
            implements SimulatedProcess {
        @Override
        public double warmThroughput() {
            return server.throughput;
        }

        @Override
        public ProbedProcess.Window probe(
                Purpose purpose, double rate, Duration settling, Duration length) {
            double seconds = length.toNanos() / 1e9;
            var requests = server.window(rate, settling.toNanos() / 1e9, seconds);
            double burn = burn(requests);
            double most =
                    switch (purpose) {
                        case BRACKET, HOLD, LATER -> 1;
                        case CONFIRM, REPEAT, BEYOND -> CapacityFit.MOST;
                    };
            var outcome = burn <= 1 ? Outcome.MET : burn <= most ? Outcome.VIOLATED : Outcome.OVER;
            double good = requests.all() - requests.failed();
            return new ProbedProcess.Window(
                    new RateProbe(
                            1,
                            trial.variant(),
                            trial.block(),
                            1,
                            purpose,
                            rate,
                            new RateProbe.Figures(
                                    seconds,
                                    requests.all(),
                                    requests.failed(),
                                    good / seconds,
                                    1_000_000L * FAST_MILLIS,
                                    1_000_000L * (burn > 1 ? SLOW_MILLIS : FAST_MILLIS)),
                            burn,
                            outcome,
                            Optional.empty()),
                    List.of());
        }

        /// As the product computes it.
        private double burn(Requests requests) {
            long good = requests.all() - requests.failed();
            var times = new Histogram(3);
            times.recordValueWithCount(1_000_000L * FAST_MILLIS, good - requests.slow());
            times.recordValueWithCount(1_000_000L * SLOW_MILLIS, requests.slow());
            var failed = Map.of("status-5xx", requests.failed());
            var counts = LoadResults.counts(requests.all(), good, failed, 0, good, 0);
            var second = new Second(SAMPLE.window(), times, times);
            return objectives.burn(SAMPLE.with(counts).with(List.of(second)), Traffic.NONE);
        }

        @Override
        public void settle() {
            server.rest();
        }
    }
}
