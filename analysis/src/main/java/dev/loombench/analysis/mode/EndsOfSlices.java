package dev.loombench.analysis.mode;

import dev.loombench.analysis.trial.EdgeEffects;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.Workload;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Slices have another ratio of throughputs than the same requests by Little's law, by the [effect
/// of their ends][EdgeEffects]. Users who wait start together after a rest and stay in step where
/// all responses take the same time: then each slice of a server has a wave of responses more or
/// less than its share.
///
/// A smaller effect is in the intervals of throughput.
///
/// @param first the variant that it is compared with
/// @param ratio of the throughputs by Little's law over that by the responses in slices, mean of
///   the blocks
record EndsOfSlices(String variant, String first, double ratio) implements ModeBias {
    /// Blocks that can show that the ends have the same effect in each.
    private static final int FEWEST = 2;

    static Optional<EndsOfSlices> of(
            Variant variant,
            Variant first,
            Workload load,
            List<ModeBias.Pair> pairs,
            double margin) {
        var effects = pairs.stream().flatMapToDouble(p -> effect(load, p).stream()).toArray();
        double common = EdgeEffects.common(effects);
        return effects.length >= FEWEST && Math.abs(common) > Math.log1p(margin)
                ? Optional.of(new EndsOfSlices(variant.name(), first.name(), Math.exp(common)))
                : Optional.empty();
    }

    /// On the logarithm of the ratio; empty where that on one of them is not known.
    private static OptionalDouble effect(Workload load, ModeBias.Pair pair) {
        var ofVariant = effect(load, pair.variant());
        var ofFirst = effect(load, pair.first());
        return ofVariant.isPresent() && ofFirst.isPresent()
                ? OptionalDouble.of(ofVariant.getAsDouble() - ofFirst.getAsDouble())
                : OptionalDouble.empty();
    }

    private static OptionalDouble effect(Workload load, Completed trial) {
        return EdgeEffects.ofThroughput(load, trial, trial.load().serviceTime());
    }

    @Override
    public String reason() {
        return "users of %s or %s waited in step in the slices, whose ends change the ratio of throughputs by a factor of %.2f"
                .formatted(variant, first, 1 / ratio);
    }
}
