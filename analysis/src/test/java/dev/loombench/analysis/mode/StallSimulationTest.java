package dev.loombench.analysis.mode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.result.Interleaving;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Servers in interleaved blocks of which one stands still by the clock, as for a collection of the
/// whole heap. Users of a closed load get 4,000 responses per second, each after 5 ms.
class StallSimulationTest {
    private static final RunManifest MANIFEST = SampleRun.interleaved(SampleRun.experiment());
    private static final int RUNS = 200;
    private static final double SETTLING = 0.03;
    private static final double RESPONSE = 0.005;

    /// Short slices of 0.1 s and four long ones of an eighth of the window, in pairs.
    private static final double WINDOW = 5;

    /// One server of a block; time in s.
    private static final class Server {
        private final double period;
        private final double length;
        private final double phase;
        private final Random random;
        private final List<Interleaving.Slice> slices = new ArrayList<>();
        private double loadedUntil;

        Server(double period, double length, Random random) {
            this.period = period;
            this.length = length;
            this.random = random;
            phase = period * random.nextDouble();
        }

        /// Time since a stall began.
        private double since(double at) {
            return (at + phase) % period;
        }

        /// Of a time that is at most a period long.
        private double stalled(double from, double to) {
            double rest = Math.max(0, length - since(from));
            double next = from + period - since(from);
            return Math.min(rest, to - from) + Math.clamp(to - next, 0, length);
        }

        /// @return when no request is left
        double load(double start, double measured) {
            double from = start + SETTLING;
            double to = from + measured;
            double responses = 4_000 * (measured - stalled(from, to));
            double drain = Math.max(0, length - since(to)) + RESPONSE * (1 + random.nextDouble());
            slices.add(
                    new Interleaving.Slice(
                            Math.round(1e9 * measured),
                            Math.round(1e9 * (start - loadedUntil)),
                            Math.round(1e9 * drain),
                            Math.round(responses * (1 + 0.01 * random.nextGaussian())),
                            OptionalDouble.of(1e9 * 0.5 * measured)));
            loadedUntil = to;
            return to + drain;
        }
    }

    private static List<Server> block(double period, double length, Random random) {
        var servers = List.of(new Server(1, 0, random), new Server(period, length, random));
        int shorts = (int) (WINDOW / 2 / 0.1);
        int outer = 2 * (shorts / 8);
        double at = 5;
        for (int round = 0; round < shorts + 4; round++) {
            boolean isLong =
                    (round >= outer && round < outer + 2)
                            || (round >= shorts - outer + 2 && round < shorts - outer + 4);
            for (var server : round % 2 == 0 ? servers : servers.reversed()) {
                at = server.load(at, isLong ? WINDOW / 8 : WINDOW / 2 / shorts);
            }
        }
        return servers;
    }

    /// Whether the run continues sequentially, after one of its blocks.
    private static boolean isFound(double period, double length, Random random) {
        var results = new ArrayList<TrialResult>();
        for (int block = 1; block <= 4; block++) {
            var servers = block(period, length, random);
            int number = block;
            MANIFEST.plan().stream()
                    .filter(t -> t.block() == number)
                    .map(t ->
                            SampleRun.result(
                                    t,
                                    ChangedSampleRun.interleaved(
                                            SampleRun.completed(1_000, 100),
                                            interleaving(
                                                    servers.get(
                                                            t.variant().equals(SampleRun.POOL)
                                                                    ? 0
                                                                    : 1)))))
                    .forEach(results::add);
            if (ModeBias.of(MANIFEST, results).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private static Interleaving interleaving(Server server) {
        return new Interleaving(
                server.slices, OptionalDouble.of(0), OptionalDouble.of(0), OptionalDouble.of(0), 0);
    }

    private static double share(double period, double length) {
        var random = new Random(5);
        int found = 0;
        for (int run = 0; run < RUNS; run++) {
            found += isFound(period, length, random) ? 1 : 0;
        }
        return (double) found / RUNS;
    }

    /// In truth 0.80 to 0.94 of the throughput without stalls, and in slices 0.88 to 0.98. Where
    /// stalls are 30 s apart, the 23 s in which the server is loaded in four blocks have none in
    /// some runs.
    @ParameterizedTest
    @CsvSource({
        "5, 1, 0.99",
        "6, 0.6, 0.95",
        "10, 2, 0.95",
        "10, 0.6, 0.7",
        "30, 3, 0.5"
    })
    void stalls_that_outlast_a_slice_are_found(double period, double length, double least) {
        assertThat(share(period, length)).isGreaterThanOrEqualTo(least);
    }

    /// Such stalls are within slices, nearly all.
    @ParameterizedTest
    @CsvSource({"1, 0", "1, 0.01", "0.5, 0.02"})
    void short_stalls_are_in_the_slices(double period, double length) {
        assertThat(share(period, length)).isLessThanOrEqualTo(0.02);
    }
}
