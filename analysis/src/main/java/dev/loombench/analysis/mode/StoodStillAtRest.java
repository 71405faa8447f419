package dev.loombench.analysis.mode;

import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.text.Figures;
import java.util.List;
import java.util.Optional;

/// The last requests of slices took longer than a slice, as in a server that stood still, or one of
/// whose requests few take far longer than others. A rest begins once no request is left, so that
/// this time belongs to no slice, and throughput in slices is too high.
///
/// @param longestNanos in which the last requests of a slice ended
/// @param share of the time of its slices and of such requests that no slice has, mean of the
///   blocks, 0..1
record StoodStillAtRest(String variant, long longestNanos, double share) implements ModeBias {
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
                ? Optional.of(new StoodStillAtRest(variant.name(), longest(trials), mean))
                : Optional.empty();
    }

    private static long longest(List<Completed> trials) {
        return trials.stream()
                .flatMap(t -> SliceFigures.interleaving(t).slices().stream())
                .mapToLong(Interleaving.Slice::drainNanos)
                .max()
                .orElse(0);
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
        return "the last requests of %s took longer than a slice (a stall, or requests of up to %s), and %.0f %% of its time was in none"
                .formatted(variant, Figures.time((double) longestNanos), 100 * share);
    }
}
