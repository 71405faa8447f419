package dev.loombench.analysis.mode;

import dev.loombench.experiment.Variant;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import java.util.Optional;

/// A server stood still longer than its slices. A rest begins once no request is left, so that the
/// rest of a stall that began in a slice belongs to none, and throughput in slices is too high.
///
/// @param share of the time of its slices and of these stalls that no slice has, mean of the
///   blocks, 0..1
record StoodStillAtRest(String variant, double share) implements ModeBias {
    /// Of one block, in which the machine may stand still once; of n blocks, divided by √n.
    private static final double LIMIT_OF_BLOCK = 0.06;

    private static final double LEAST = 0.02;

    static Optional<StoodStillAtRest> of(Variant variant, List<Completed> trials) {
        double mean =
                trials.stream()
                        .mapToDouble(t -> share(SliceFigures.interleaving(t).slices()))
                        .average()
                        .orElse(0);
        return mean > Math.max(LEAST, LIMIT_OF_BLOCK / Math.sqrt(trials.size()))
                ? Optional.of(new StoodStillAtRest(variant.name(), mean))
                : Optional.empty();
    }

    /// The last requests of a slice take a few response times, and the shortest slice has ten: only
    /// what is longer counts.
    private static double share(List<Interleaving.Slice> slices) {
        long usual = slices.stream().mapToLong(Interleaving.Slice::nanos).min().orElse(0);
        double measured = slices.stream().mapToLong(Interleaving.Slice::nanos).sum();
        double beyond = slices.stream().mapToLong(s -> Math.max(0, s.drainNanos() - usual)).sum();
        return beyond / (measured + beyond);
    }

    @Override
    public String reason() {
        return "%s stood still for longer than its slices, and %.0f %% of its time was in none"
                .formatted(variant, 100 * share);
    }
}
