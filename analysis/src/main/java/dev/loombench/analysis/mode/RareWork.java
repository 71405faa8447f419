package dev.loombench.analysis.mode;

import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import java.util.Optional;

/// A few slices had much more CPU time per response than the others. Such work may be done by the
/// clock, as the refill of a cache that expires after seconds, or by the requests, as the
/// collection of the old generation, and slices do not tell one from the other.
///
/// @param share of its CPU time above that of other slices, mean of the blocks, 0..1
record RareWork(String variant, double share) implements ModeBias {
    /// Of one block, in which another process may disturb a few slices; of n blocks, divided by √n.
    private static final double LIMIT_OF_BLOCK = 0.1;

    private static final double LEAST = 0.05;

    static Optional<RareWork> of(Variant variant, List<Completed> trials) {
        double mean =
                trials.stream()
                        .mapToDouble(t -> excess(SliceFigures.interleaving(t)))
                        .average()
                        .orElse(0);
        return mean > Math.max(LEAST, LIMIT_OF_BLOCK / Math.sqrt(trials.size()))
                        && mean * SliceFigures.processors(trials) > SliceFigures.LEAST_PROCESSORS
                ? Optional.of(new RareWork(variant.name(), mean))
                : Optional.empty();
    }

    private static double excess(Interleaving trial) {
        return SliceFigures.inFew(
                trial.slices().stream().skip(1).filter(s -> s.cpuNanos().isPresent()).toList(),
                s -> s.cpuNanos().orElseThrow());
    }

    @Override
    public String reason() {
        return "%.0f %% of the CPU time of %s was work in a few slices, which may depend on the clock"
                .formatted(100 * share, variant);
    }
}
