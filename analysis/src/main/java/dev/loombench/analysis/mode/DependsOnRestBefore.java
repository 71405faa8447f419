package dev.loombench.analysis.mode;

import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.stats.series.CommonSlope;
import java.util.List;
import java.util.Optional;

/// A figure of a server depends on the time that it rested before a slice. What it does by the
/// clock, as the refill of a cache that expires, is done in fewer slices than there was time, so
/// that each response has more of it than without rests.
///
/// @param ratio in slices over that without rests
record DependsOnRestBefore(String variant, Metric metric, double ratio) implements ModeBias {
    /// Of an interval of the slope; rare work makes few slices differ.
    private static final double LEVEL = 0.99;

    /// The processor's caches are colder after a rest.
    private static final double LEAST_EFFECT = 0.08;

    /// Of what slices have, the least that they would have without rests.
    private static final double LEAST = 0.1;

    static Optional<DependsOnRestBefore> of(
            Variant variant, Metric metric, List<Completed> trials, double margin) {
        var blocks = trials.stream().map(t -> block(metric, SliceFigures.interleaving(t))).toList();
        double rest =
                blocks.stream().mapToDouble(DependsOnRestBefore::meanRest).average().orElse(0);
        return CommonSlope.of(blocks, LEVEL)
                .filter(slope -> slope.low() > 0 || slope.high() < 0)
                .map(slope -> 1 / Math.max(LEAST, 1 - slope.point() * rest))
                .filter(ratio -> isBias(metric, ratio, margin))
                .filter(ratio ->
                        metric == Metric.THROUGHPUT
                                || (1 - 1 / ratio) * SliceFigures.processors(trials)
                                        > SliceFigures.LEAST_PROCESSORS)
                .map(ratio -> new DependsOnRestBefore(variant.name(), metric, ratio));
    }

    /// CPU time of less is that of work which is done after a pair of slices, and counts for it.
    private static boolean isBias(Metric metric, double ratio, double margin) {
        double log = Math.log(ratio);
        return (metric == Metric.THROUGHPUT ? Math.abs(log) : log)
                > Math.log1p(Math.max(margin, LEAST_EFFECT));
    }

    /// The figure of each slice relative to the mean, by the rest before it in lengths of the
    /// slice; without the first one, before which the server became idle.
    private static CommonSlope.Group block(Metric metric, Interleaving trial) {
        var slices =
                trial.slices().stream()
                        .skip(1)
                        .filter(s -> Double.isFinite(SliceFigures.value(metric, s)))
                        .toList();
        double mean =
                slices.stream().mapToDouble(s -> SliceFigures.value(metric, s)).average().orElse(1);
        return new CommonSlope.Group(
                slices.stream().map(s -> s.restNanos() / (double) s.nanos()).toList(),
                slices.stream().map(s -> SliceFigures.value(metric, s) / mean).toList());
    }

    /// Before a slice, in its lengths.
    private static double meanRest(CommonSlope.Group block) {
        return block.x().stream().mapToDouble(x -> x).average().orElse(0);
    }

    @Override
    public String reason() {
        return "%s of %s was about %.2f times that without rests"
                .formatted(metric.label(), variant, ratio);
    }
}
