package dev.loombench.analysis.mode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Metric;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Servers in interleaved blocks behind a limiter of their rate, a token bucket: tokens gather in
/// the rests, so that slices have the 4,000 responses per second of a server without a limiter. The
/// warm-up has no rests, and varies by 1 %.
class LimiterSimulationTest {
    private static final int RUNS = 50;
    private static final double UNLIMITED = 4_000;
    private static final double WINDOW = 5;
    private static final long SECOND = 1_000_000_000;

    /// A claim that compares the second server with no other.
    private static final Claim AS_LIMITED =
            new Claim(
                    "as limited",
                    SampleRun.VIRTUAL,
                    Metric.THROUGHPUT,
                    new Claim.Relation.Within(0.03),
                    new Claim.Target.FixedValue(3_600));

    /// One server of a block; time in s.
    private static final class Server implements SimulatedBlock.Server {
        private final double limit;
        private final double burst;
        private final Random random;
        private final List<Interleaving.Slice> slices = new ArrayList<>();
        private double tokens;
        private double loadedUntil = 5;
        private double responses;
        private double seconds;

        /// @param limit responses per second
        /// @param burst seconds in which as many tokens gather as there is room for
        Server(double limit, double burst, Random random) {
            this.limit = limit;
            this.burst = limit * burst;
            this.random = random;
        }

        /// At full speed while tokens are left, and at the limit afterwards.
        private double served(double time) {
            double beyond = UNLIMITED - limit;
            double full = beyond > 0 ? Math.min(time, tokens / beyond) : time;
            tokens -= beyond * full;
            return UNLIMITED * full + limit * (time - full);
        }

        @Override
        public double load(double start, double measured) {
            double rest = start - loadedUntil;
            tokens = Math.min(burst, tokens + limit * rest);
            double settling = served(SimulatedBlock.SETTLING);
            double noise = 1 + 0.01 * random.nextGaussian() * Math.sqrt(0.1 / measured);
            double inSlice = served(measured) * noise;
            double cpu = 1e-4 * (settling + inSlice);
            slices.add(SimulatedBlock.slice(measured, rest, inSlice, cpu));
            responses += inSlice;
            seconds += measured;
            loadedUntil = start + SimulatedBlock.SETTLING + measured;
            return loadedUntil;
        }

        /// In the last 2 s of the warm-up, the limit.
        Completed trial() {
            var trial =
                    ChangedSampleRun.interleaved(
                            SampleRun.completed((int) Math.round(responses / seconds), 12),
                            SimulatedBlock.interleaving(slices, 0));
            long end = trial.warmUp().window().endNanos();
            double perSecond = limit * (1 + 0.01 * random.nextGaussian());
            return trial.with(
                    List.of(
                            new Series(
                                    "load",
                                    MetricId.LOAD_RESPONSES,
                                    List.of(
                                            new Point(end - 2 * SECOND, 0),
                                            new Point(end, 2 * perSecond)))));
        }
    }

    /// @return of runs of four blocks, those that continue sequentially
    private static double share(double first, double second, double burst, List<Claim> claims) {
        var manifest = SimulatedBlock.of(claims);
        var random = new Random(5);
        int found = 0;
        for (int run = 0; run < RUNS; run++) {
            var bias = SimulatedBlock.bias(manifest, () -> block(first, second, burst, random));
            found += bias.isPresent() ? 1 : 0;
        }
        return (double) found / RUNS;
    }

    private static List<Completed> block(double first, double second, double burst, Random random) {
        var servers = List.of(new Server(first, burst, random), new Server(second, burst, random));
        SimulatedBlock.run(WINDOW, servers, random);
        return servers.stream().map(Server::trial).toList();
    }

    /// Without the check, the limit would be unseen: the ratio of slices is 1.
    @ParameterizedTest
    @CsvSource({"3600, 0.3", "3600, 1", "3400, 0.3", "3400, 1"})
    void a_limit_that_slices_do_not_reach_is_found(double limit, double burst) {
        assertThat(share(UNLIMITED, limit, burst, List.of())).isGreaterThanOrEqualTo(0.95);
    }

    /// A limit of 5 % less is below the least that is looked for.
    @ParameterizedTest
    @CsvSource({"4000", "3800"})
    void servers_with_little_or_no_limit_stay_interleaved(double limit) {
        assertThat(share(UNLIMITED, limit, 0.3, List.of())).isLessThanOrEqualTo(0.04);
    }

    /// Both servers have the limit, which their ratio does not show.
    @Test
    void a_limit_of_all_servers_matters_to_a_claim_on_one_of_them() {
        assertThat(share(3_600, 3_600, 0.3, List.of())).isLessThanOrEqualTo(0.04);
        assertThat(share(3_600, 3_600, 0.3, List.of(AS_LIMITED))).isGreaterThanOrEqualTo(0.95);
        var relative =
                new Claim(
                        "as the other",
                        SampleRun.VIRTUAL,
                        Metric.THROUGHPUT,
                        new Claim.Relation.Within(0.03),
                        new Claim.Target.Times(1, SampleRun.POOL));
        assertThat(share(3_600, 3_600, 0.3, List.of(relative))).isLessThanOrEqualTo(0.04);
    }

    /// Threads take no time, so that what rests change is in no figure of them.
    @Test
    void a_claim_on_threads_does_not_depend_on_throughput() {
        var threads =
                new Claim(
                        "few threads",
                        SampleRun.VIRTUAL,
                        Metric.THREADS,
                        new Claim.Relation.Below(),
                        new Claim.Target.FixedValue(100));
        assertThat(share(3_600, 3_600, 0.3, List.of(threads))).isLessThanOrEqualTo(0.04);
    }
}
