package dev.loombench.analysis;

import java.util.List;
import java.util.Optional;

/// A mode that few processes of a server have, as one of ten, and that all trials of a run may
/// miss.
///
/// @param trials per variant, each a process; of the variant with the fewest, at least 1
public record RareMode(int trials) {
    /// Share of the processes that have the mode, 0..1.
    public static final double SHARE = 0.1;

    /// Empty where a variant has no completed trial, or all its trials are of one process.
    static Optional<RareMode> of(List<VariantSummary> variants) {
        if (variants.stream().anyMatch(v -> v.variant().endpoint().isPresent())) {
            return Optional.empty();
        }
        return variants.stream()
                .map(v -> v.counts().completed())
                .min(Integer::compare)
                .filter(trials -> trials > 0)
                .map(RareMode::new);
    }

    /// Probability that no trial of a variant has the mode: `(1 - share)^n`.
    public double missProbability() {
        return Math.pow(1 - SHARE, trials);
    }
}
