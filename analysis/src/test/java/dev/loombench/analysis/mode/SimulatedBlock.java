package dev.loombench.analysis.mode;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.TrialCount;
import dev.loombench.result.Interleaving;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Supplier;

/// Interleaved blocks of two simulated servers; time in s.
final class SimulatedBlock {
    /// Of load before each slice.
    static final double SETTLING = 0.026;

    /// The fewest that `compare` measures.
    private static final int BLOCKS = 4;

    private static final RunManifest MANIFEST = of(List.of());

    private SimulatedBlock() {}

    /// Of a run of these blocks.
    static RunManifest of(List<Claim> claims) {
        return SampleRun.interleaved(
                SampleRun.experiment(claims).withTrials(TrialCount.exactly(BLOCKS)));
    }

    /// A server of a block.
    interface Server {
        /// Measures a slice after the settling.
        ///
        /// @return its end
        double load(double start, double length);
    }

    /// Divides a window as the lab does: half of it in four long slices, the order reversed in each
    /// second round.
    static void run(double window, List<? extends Server> servers, Random random) {
        int shorts = (int) (window / 0.2) / 2 * 2;
        int outer = 2 * (shorts / 8);
        double at = 5;
        var order = servers;
        for (int round = 0; round < shorts + 4; round++) {
            boolean isLong =
                    (round >= outer && round < outer + 2)
                            || (round >= shorts - outer + 2 && round < shorts - outer + 4);
            order =
                    round % 2 == 1
                            ? order.reversed()
                            : random.nextBoolean() ? servers : servers.reversed();
            for (var server : order) {
                at = server.load(at, isLong ? window / 8 : window / 2 / shorts);
            }
        }
    }

    /// Why a run continues sequentially after one of its blocks; empty where it does not.
    ///
    /// @param like trials, of which only the slices differ
    /// @param blocks the slices of the first and of the second server of a further block
    static Optional<ModeBias> bias(Completed like, Supplier<List<Interleaving>> blocks) {
        return bias(
                MANIFEST,
                () ->
                        blocks.get().stream()
                                .map(slices -> ChangedSampleRun.interleaved(like, slices))
                                .toList());
    }

    /// @param blocks the trials of the first and of the second server of a further block
    static Optional<ModeBias> bias(RunManifest manifest, Supplier<List<Completed>> blocks) {
        var results = new ArrayList<TrialResult>();
        for (int block = 1; block <= BLOCKS; block++) {
            var trials = blocks.get();
            int number = block;
            manifest.plan().stream()
                    .filter(t -> t.block() == number)
                    .map(t ->
                            SampleRun.result(
                                    t, trials.get(t.variant().equals(SampleRun.POOL) ? 0 : 1)))
                    .forEach(results::add);
            var bias = ModeBias.of(manifest, results);
            if (bias.isPresent()) {
                return bias;
            }
        }
        return Optional.empty();
    }

    /// A server that does nothing in its rests.
    ///
    /// @param closed connections in these
    static Interleaving interleaving(List<Interleaving.Slice> slices, long closed) {
        return new Interleaving(
                slices, OptionalDouble.of(0), OptionalDouble.of(0), OptionalDouble.of(0), closed);
    }

    /// @param length of the slice, and of the rest before its load
    /// @param cpu time in both load and settling, of which the slice has its part
    static Interleaving.Slice slice(double length, double rest, double responses, double cpu) {
        return slice(length, rest, 0, responses, cpu);
    }

    /// @param drain until no request is left
    static Interleaving.Slice slice(
            double length, double rest, double drain, double responses, double cpu) {
        return new Interleaving.Slice(
                Math.round(1e9 * length),
                Math.round(1e9 * rest),
                Math.round(1e9 * drain),
                Math.round(responses),
                OptionalDouble.of(1e9 * cpu * length / (SETTLING + length)));
    }
}
