package dev.loombench.analysis.mode;

import dev.loombench.SampleRun;
import dev.loombench.result.Interleaving;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Function;

/// Simulated blocks of interleaved slices, with noise.
abstract class SlicedBlocks {
    static final RunManifest MANIFEST = SampleRun.interleaved(SampleRun.experiment());

    private final Random random = new Random(7);

    /// @param shorts responses of the second variant in short slices, compared with the first
    /// @param cpu the same of CPU per response
    Interleaving slices(double shorts, double cpu, double workAtRest, long closed) {
        var slices = new ArrayList<Interleaving.Slice>();
        for (int k = 0; k < 28; k++) {
            boolean isLong = k == 6 || k == 7 || k == 20 || k == 21;
            long nanos = isLong ? 600_000_000 : 100_000_000;
            double noise = 1 + 0.02 * random.nextGaussian() / (isLong ? 2.4 : 1);
            double responses = nanos / 1e6 * noise * (isLong ? 1 : shorts);
            slices.add(
                    new Interleaving.Slice(
                            nanos,
                            k % 2 == 0 ? 0 : 2 * nanos,
                            5_000_000,
                            Math.round(responses),
                            OptionalDouble.of(1e5 * responses * (isLong ? 1 : cpu))));
        }
        return new Interleaving(
                slices,
                OptionalDouble.of(0),
                OptionalDouble.of(workAtRest),
                OptionalDouble.of(0),
                closed);
    }

    static List<TrialResult> blocks(int blocks, Function<Trial, Completed> trials) {
        return MANIFEST.plan().stream()
                .filter(t -> t.block() <= blocks)
                .map(t -> SampleRun.result(t, trials.apply(t)))
                .toList();
    }

    static boolean isFirst(Trial trial) {
        return trial.variant().equals(SampleRun.POOL);
    }
}
