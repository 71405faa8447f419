package dev.loombench.analysis.validity.spread;

import dev.loombench.analysis.comparison.Scorecard;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.stats.series.SerialCorrelation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Figures of the blocks that decide something have a trend, or neighbouring blocks are
/// [alike][SerialCorrelation]. Intervals over blocks assume that these are independent.
///
/// The figures are the ratios of a variant to the first by each metric of the scorecard, or the
/// metric that decides of the only variant; and those of each claim: the ratio of its two variants
/// by its metric, or its metric of its variant. All that decide share the rate of false alarms, and
/// all others share it a second time: runs in which nothing changes have a false alarm of the
/// former, which makes them invalid, in at most 1 %, however many variants and claims they have,
/// and one of the latter in at most another 1 %.
///
/// @param over the variant that it is compared with; empty for its own metric
/// @param blocks in which they were measured
public record TrendOverBlocks(String variant, Optional<String> over, Metric metric, int blocks)
        implements SpreadFinding {
    public static final Kind KIND =
            new Kind(
                    "trend-over-blocks",
                    "with 5 blocks or more, the log ratio of a variant to the first (the metric of the only one) by the deciding metric, or of the two variants of a claim (the metric of its variant), has a trend, or neighbouring blocks are alike, by von Neumann's ratio: in at most 1 % of runs without any, over all ratios or claims that decide (n of them at 1 % / n each), and likewise over all other ratios of the scorecard (such a ratio has no verdict then); of claims it affects those by the same figures",
                    "invalid for the metric that decides; else note");

    /// Share of runs in which nothing changes.
    private static final double FALSE_ALARMS = 0.01;

    /// The figures of blocks.
    private record Series(String variant, Optional<String> over, Metric metric) {
        static Series of(Claim claim) {
            return new Series(claim.variant(), claim.comparedWith(claim.variant()), claim.metric());
        }

        /// Also those of the inverse ratio: their logarithms have the other sign.
        boolean isSameAs(Series other) {
            return equals(other)
                    || (metric == other.metric
                            && over.equals(Optional.of(other.variant))
                            && other.over.equals(Optional.of(variant)));
        }
    }

    /// Those whose figures are of this variant, or of its ratio to another.
    ///
    /// @param all variants of the run
    public static List<TrendOverBlocks> of(
            Experiment experiment, VariantTrials trials, List<VariantTrials> all) {
        var series = series(experiment);
        return series.stream()
                .filter(s -> s.variant().equals(trials.variant()))
                .flatMap(s -> of(s, levelOfEach(experiment, s, series), trials, all).stream())
                .toList();
    }

    /// Bonferroni, within those that decide or within the others.
    private static double levelOfEach(Experiment experiment, Series one, List<Series> all) {
        boolean decides = decides(experiment, one);
        return FALSE_ALARMS / all.stream().filter(s -> decides(experiment, s) == decides).count();
    }

    private static Optional<TrendOverBlocks> of(
            Series series, double level, VariantTrials trials, List<VariantTrials> all) {
        var over =
                all.stream()
                        .filter(v -> series.over().equals(Optional.of(v.variant())))
                        .findFirst();
        var logs = logs(series.metric(), trials, over);
        double rounding =
                rounding(series.metric(), trials)
                        + over.map(o -> rounding(series.metric(), o)).orElse(0.0);
        return SerialCorrelation.found(logs, rounding, level)
                ? Optional.of(
                        new TrendOverBlocks(
                                series.variant(), series.over(), series.metric(), logs.length))
                : Optional.empty();
    }

    private static boolean decides(Experiment experiment, Series series) {
        return experiment.claims().isEmpty()
                ? series.metric() == experiment.metric()
                : experiment.claims().stream().map(Series::of).anyMatch(series::isSameAs);
    }

    /// Each once.
    private static List<Series> series(Experiment experiment) {
        var all = new ArrayList<Series>();
        for (var series :
                Stream.concat(compared(experiment), experiment.claims().stream().map(Series::of))
                        .toList()) {
            if (all.stream().noneMatch(series::isSameAs)) {
                all.add(series);
            }
        }
        return all;
    }

    private static Stream<Series> compared(Experiment experiment) {
        var names = experiment.variants().stream().map(Variant::name).toList();
        return names.size() == 1
                ? Stream.of(new Series(names.getFirst(), Optional.empty(), experiment.metric()))
                : names.stream()
                        .skip(1)
                        .flatMap(v ->
                                Scorecard.metrics(experiment).stream()
                                        .map(m -> new Series(v, Optional.of(names.getFirst()), m)));
    }

    /// Of the logarithm of a figure, to either side.
    private static double rounding(Metric metric, VariantTrials trials) {
        return trials.figures().stream().mapToDouble(t -> t.rounding(metric)).max().orElse(0);
    }

    private static double[] logs(
            Metric metric, VariantTrials trials, Optional<VariantTrials> over) {
        var byBlock = new TreeMap<Integer, Double>();
        trials.figures()
                .forEach(t -> t.value(metric).ifPresent(v -> byBlock.put(t.block(), Math.log(v))));
        over.ifPresent(o -> {
            var others = new TreeMap<Integer, Double>();
            o.figures()
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
    public boolean affects(Claim claim) {
        return Series.of(claim).isSameAs(new Series(variant, over, metric));
    }

    /// What changes the figures of a variant from block to block cancels in its ratio to another,
    /// and not in that to itself in another run.
    @Override
    public boolean invalidates(Metric figure, String one, String other) {
        return affects(figure)
                && (over.isPresent()
                        ? variant.equals(one) || variant.equals(other)
                        : variant.equals(one) && variant.equals(other));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%s changes from block to block over %d blocks, or stays alike in neighbouring ones"
                        .formatted(
                                over.map(o ->
                                                "the ratio of its %s to that of %s"
                                                        .formatted(metric.label(), o))
                                        .orElse(metric.label()),
                                blocks),
                "an interval over blocks assumes that they are independent, and is too narrow",
                "find what changed on the machine (loombench doctor), let it rest between runs, and repeat the run");
    }
}
