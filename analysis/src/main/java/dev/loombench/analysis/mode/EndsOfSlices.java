package dev.loombench.analysis.mode;

import dev.loombench.analysis.trial.EdgeEffects;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.Workload;
import java.util.List;
import java.util.Optional;

/// Slices have another ratio of throughputs than the same requests by Little's law, by the [effect
/// of their ends][EdgeEffects]. Users who wait start together after a rest and stay in step where
/// all responses take the same time: then each slice of a server has a wave of responses more or
/// less than its share.
///
/// The last requests of a slice are served while no others are sent: where all share the
/// processors, they take less time, and throughput by Little's law is up to 2 % higher. That is
/// below the usual margin.
///
/// @param first the variant that it is compared with
/// @param ratio of the throughputs by Little's law over that by the responses in slices, mean of
///   the blocks
record EndsOfSlices(String variant, String first, double ratio) implements ModeBias {
    static Optional<EndsOfSlices> of(
            Variant variant,
            Variant first,
            Workload load,
            List<ModeBias.Pair> pairs,
            double margin) {
        double mean =
                pairs.stream()
                        .mapToDouble(p -> ends(load, p.variant()) - ends(load, p.first()))
                        .average()
                        .orElse(0);
        return Math.abs(mean) > Math.log1p(margin)
                ? Optional.of(new EndsOfSlices(variant.name(), first.name(), Math.exp(mean)))
                : Optional.empty();
    }

    /// 0 where it is not known.
    private static double ends(Workload load, Completed trial) {
        return EdgeEffects.ofThroughput(load, trial, trial.load().serviceTime()).orElse(0);
    }

    @Override
    public String reason() {
        return "users of %s or %s waited in step in the slices, whose ends change the ratio of throughputs by a factor of %.2f"
                .formatted(variant, first, 1 / ratio);
    }
}
