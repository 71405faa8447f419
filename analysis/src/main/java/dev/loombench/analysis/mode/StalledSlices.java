package dev.loombench.analysis.mode;

import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import java.util.Optional;

/// Users waited in a few slices of one variant, and not of another. Such stalls may come by the
/// clock, as the refill of a cache that expires, for which all users wait: then they are in more
/// slices than a load without rests has them, and what falls into the load before a slice is not
/// measured. Or they come by the requests, and slices do not tell one from the other.
///
/// @param first the variant that it is compared with; a stall of all, as by another process, is in
///   no ratio
/// @param share of the time of its slices, less that of the other, mean of the blocks, -1..1
record StalledSlices(String variant, String first, double share) implements ModeBias {
    /// Of one block, in which another process may disturb a few slices; of n blocks, divided by √n.
    private static final double LIMIT_OF_BLOCK = 0.1;

    private static final double LEAST = 0.05;

    static Optional<StalledSlices> of(Variant variant, Variant first, List<ModeBias.Pair> pairs) {
        double mean =
                pairs.stream()
                        .mapToDouble(p -> stalled(p.variant()) - stalled(p.first()))
                        .average()
                        .orElse(0);
        return Math.abs(mean) > Math.max(LEAST, LIMIT_OF_BLOCK / Math.sqrt(pairs.size()))
                ? Optional.of(new StalledSlices(variant.name(), first.name(), mean))
                : Optional.empty();
    }

    /// The share of the time, without the first slice.
    private static double stalled(Completed trial) {
        return SliceFigures.inFew(
                SliceFigures.interleaving(trial).slices().stream().skip(1).toList(),
                Interleaving.Slice::nanos);
    }

    @Override
    public String reason() {
        return "users waited in a few slices, for %.0f %% of the time of %s more than of %s, which may depend on the clock"
                .formatted(
                        100 * Math.abs(share),
                        share > 0 ? variant : first,
                        share > 0 ? first : variant);
    }
}
