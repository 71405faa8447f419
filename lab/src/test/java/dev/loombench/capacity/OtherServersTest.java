package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;

/// Searches of servers with a known capacity that are no queues: each window has as many slow and
/// failed requests as its rate and the state of the server make likely.
class OtherServersTest {
    private static final int PROCESSES = 4;
    private static final int FAST_MILLIS = 10;
    private static final int SLOW_MILLIS = 80;

    /// A window whose counts and response times are replaced.
    private static final LoadResult SAMPLE = SampleRun.completed(1, FAST_MILLIS).load();

    private static final Objectives P99 = Objectives.parse(List.of("p99<50ms"));

    private static final CapacitySettings SETTINGS =
            new CapacitySettings(
                    P99,
                    PROCESSES,
                    Duration.ofSeconds(6),
                    Arrival.POISSON,
                    1_000,
                    Duration.ofSeconds(60),
                    Duration.ZERO);

    private static VariantCapacity search(Function<SplittableRandom, Server> server, int seed)
            throws InterruptedException {
        var random = new SplittableRandom(seed);
        var search =
                new VariantSearch(
                        SampleRun.manifest(),
                        SETTINGS,
                        (trial, warmUp) -> {
                            var started = server.apply(random.split());
                            started.warmUp(warmUp);
                            return new Windows(trial, started);
                        },
                        SampleRun.POOL);
        int last = 1 + PROCESSES;
        for (int block = 1; block <= last; block++) {
            if (block == 1 || search.goesOn()) {
                search.execute(new Trial(block, SampleRun.POOL, block), block == last);
            }
        }
        return search.result();
    }

    private static List<String> kinds(VariantCapacity found) {
        return WindowFindings.of(found, SETTINGS.lowest(), P99.fewestRequests()).stream()
                .map(f -> f.kind().id())
                .toList();
    }

    /// 500/s, and 1,000 more at once: windows of some seconds may hold 700/s, and a minute up to
    /// 517/s. In the median of 12 searches, computed apart, 523/s. A search whose first windows
    /// find the bucket full, and later ones do not, says that the server changed, which is true.
    @Test
    void a_limiter_that_lets_bursts_pass_has_the_rate_that_lasts() throws InterruptedException {
        int refused = 0;
        for (int seed = 1; seed <= 10; seed++) {
            var found = search(Bucket::new, seed);
            if (found.capacity() instanceof Capacity.Unknown) {
                refused++;
                assertThat(kinds(found)).as("seed %d", seed).contains("changed-over-time");
            } else {
                assertThat(found.capacity().figure()).as("seed %d", seed).isBetween(400.0, 620.0);
                assertThat(kinds(found)).doesNotContain("changed-over-time", "flat-burn");
            }
        }
        assertThat(refused).isLessThanOrEqualTo(3);
    }

    /// 20 places of 40 ms: of 235.3/s a thousandth finds none free, by Erlang's formula.
    @Test
    void a_server_that_sheds_load_has_the_rate_at_which_it_hardly_does()
            throws InterruptedException {
        for (int seed = 1; seed <= 10; seed++) {
            var found = search(Shedding::new, seed);
            assertThat(found.capacity().figure()).as("seed %d", seed).isBetween(200.0, 265.0);
        }
    }

    /// 0.95 % of the responses are slow at any rate, and many more near 3,000/s: it holds p99 up to
    /// 2,848/s. Windows violate it by chance at lower rates: of 40 searches some seven find half of
    /// the capacity, which a far higher rate shows in all but one.
    @Test
    void a_constant_share_of_slow_responses_near_the_limit_is_found() throws InterruptedException {
        int found = 0;
        int missed = 0;
        for (int seed = 1; seed <= 40; seed++) {
            var result = search(Misses::new, seed);
            if (result.capacity() instanceof Capacity.Estimated(var rate, _, var processes)
                    && rate < 1_800
                    && processes.stream().allMatch(Capacity.OfProcess::bracketed)) {
                if (kinds(result).contains("flat-burn")) {
                    found++;
                } else {
                    missed++;
                }
            }
        }
        assertThat(found).isGreaterThanOrEqualTo(2);
        assertThat(missed).isLessThanOrEqualTo(2);
    }

    /// It holds 500/s, and after an overload no more than 200/s. The search overloads it.
    @Test
    void a_server_that_does_not_recover_has_its_capacity_or_none() throws InterruptedException {
        for (int seed = 1; seed <= 10; seed++) {
            var found = search(Metastable::new, seed);
            if (!kinds(found).contains("changed-over-time")) {
                assertThat(found.capacity()).isInstanceOf(Capacity.Estimated.class);
                assertThat(found.capacity().figure()).isBetween(450.0, 550.0);
            }
        }
    }

    /// What happens to the requests of a window.
    private record Requests(long all, long slow, long failed) {}

    /// A server in simulated time.
    private abstract static class Server {
        private final SplittableRandom random;
        private final double throughput;

        /// @param throughput of a few users, requests/s
        Server(SplittableRandom random, double throughput) {
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
    }

    private static final class Bucket extends Server {
        private static final double RATE = 500;
        private static final double SIZE = 1_000;
        private double tokens = SIZE;

        Bucket(SplittableRandom random) {
            super(random, RATE);
        }

        @Override
        void warmUp(LoadModel load) {
            double rate = load instanceof LoadModel.Open open ? open.rate().peak() : 10 * RATE;
            refused(rate, 8);
        }

        private double refused(double rate, double seconds) {
            double left = tokens + (RATE - rate) * seconds;
            tokens = Math.clamp(left, 0, SIZE);
            return Math.max(0, -left);
        }

        @Override
        Requests window(double rate, double settling, double seconds) {
            refused(rate, settling);
            long all = count(rate * seconds);
            return new Requests(all, 0, Math.round(refused(all / seconds, seconds)));
        }

        @Override
        void rest() {
            refused(0, 0.6);
        }
    }

    private static final class Shedding extends Server {
        private static final int PLACES = 20;
        private static final double SECONDS = 0.04;

        Shedding(SplittableRandom random) {
            super(random, 200);
        }

        @Override
        Requests window(double rate, double settling, double seconds) {
            double lost = 1;
            for (int places = 1; places <= PLACES; places++) {
                lost = rate * SECONDS * lost / (places + rate * SECONDS * lost);
            }
            long all = count(rate * seconds);
            return new Requests(all, 0, Math.min(all, count(lost * rate * seconds)));
        }
    }

    private static final class Misses extends Server {
        Misses(SplittableRandom random) {
            super(random, 3_000);
        }

        @Override
        Requests window(double rate, double settling, double seconds) {
            double queued = rate < 3_000 ? Math.exp(-(3_000 - rate) * 0.05) : 1;
            return slow(0.0095 + queued, rate * seconds);
        }
    }

    private static final class Metastable extends Server {
        private boolean overloaded;

        Metastable(SplittableRandom random) {
            super(random, 500);
        }

        @Override
        Requests window(double rate, double settling, double seconds) {
            overloaded |= rate > 520;
            return slow(0.01 * Math.pow(rate / (overloaded ? 200 : 500), 40), rate * seconds);
        }
    }

    /// The windows of such a server.
    private record Windows(Trial trial, Server server) implements SimulatedProcess {
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
        private static double burn(Requests requests) {
            long good = requests.all() - requests.failed();
            var times = new Histogram(3);
            times.recordValueWithCount(1_000_000L * FAST_MILLIS, good - requests.slow());
            times.recordValueWithCount(1_000_000L * SLOW_MILLIS, requests.slow());
            var failed = Map.of("status-5xx", requests.failed());
            var counts = LoadResults.counts(requests.all(), good, failed, 0, good, 0);
            var second = new Second(SAMPLE.window(), times, times);
            return P99.burn(SAMPLE.with(counts).with(List.of(second)), Traffic.NONE);
        }

        @Override
        public void settle() {
            server.rest();
        }
    }
}
