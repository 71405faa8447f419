package dev.loombench.analysis.validity;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.Kind;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.stats.SerialCorrelation;
import java.util.Optional;
import java.util.TreeMap;

/// The ratio of a variant to the first, or the metric of the only one, has a trend over the blocks,
/// or neighbouring blocks are [alike][SerialCorrelation]. Intervals over blocks assume that these
/// are independent.
///
/// @param metric that decides the experiment
/// @param blocks in which it was measured
public record TrendOverBlocks(String variant, Metric metric, int blocks) implements SpreadFinding {
    public static final Kind KIND =
            new Kind(
                    "trend-over-blocks",
                    "with 5 blocks or more, the log ratio of a variant to the first (the metric of the only one) by the deciding metric has a trend, or neighbouring blocks are alike, at 1 %",
                    "invalid");

    /// @param first variant of the run
    static Optional<TrendOverBlocks> of(
            ExperimentSpec spec, VariantTrials trials, VariantTrials first) {
        boolean only = spec.variants().size() == 1;
        if (trials.variant().equals(first.variant()) && !only) {
            return Optional.empty();
        }
        var logs = logs(spec.metric(), trials, only ? Optional.empty() : Optional.of(first));
        return SerialCorrelation.found(logs)
                ? Optional.of(new TrendOverBlocks(trials.variant(), spec.metric(), logs.length))
                : Optional.empty();
    }

    private static double[] logs(
            Metric metric, VariantTrials trials, Optional<VariantTrials> first) {
        var byBlock = new TreeMap<Integer, Double>();
        trials.figures()
                .forEach(t -> t.value(metric).ifPresent(v -> byBlock.put(t.block(), Math.log(v))));
        first.ifPresent(f -> {
            var others = new TreeMap<Integer, Double>();
            f.figures()
                    .forEach(t ->
                            t.value(metric).ifPresent(v -> others.put(t.block(), Math.log(v))));
            byBlock.keySet().retainAll(others.keySet());
            byBlock.replaceAll((block, log) -> log - others.getOrDefault(block, 0.0));
        });
        return byBlock.values().stream()
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .toArray();
    }

    @Override
    public Severity severity() {
        return Severity.INVALID;
    }

    @Override
    public boolean affects(Metric other) {
        return other == metric;
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%s changes from block to block over %d blocks, or stays alike in neighbouring ones"
                        .formatted(metric.label(), blocks),
                "an interval over blocks assumes that they are independent, and is too narrow",
                "find what changed on the machine (loombench doctor), let it rest between runs, and repeat the run");
    }
}
