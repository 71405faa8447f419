package dev.loombench.report.html;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.comparison.RunRatio;
import dev.loombench.analysis.comparison.Scorecard;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.experiment.Metric;
import dev.loombench.report.ComparisonText;
import dev.loombench.report.Format;
import dev.loombench.report.InconclusiveText;
import dev.loombench.report.MetricFigure;
import dev.loombench.report.MetricText;
import dev.loombench.report.RatioText;
import dev.loombench.report.comparison.RunComparison;
import dev.loombench.report.html.chart.Axis;
import dev.loombench.stats.Interval;
import dev.loombench.traffic.Workload;
import java.util.List;
import java.util.Optional;

/// The scorecard of one variant: a tile per metric with its figure, its ratio to the first variant
/// and a bar, which extends to the right where the variant is better.
///
/// @param colour index
public record ScorecardView(String name, int colour, List<Tile> tiles) {
    /// Ratios beyond this have the same bar: a single one would hide the others.
    private static final double MAX_LOG = Math.log(8);

    public ScorecardView {
        tiles = List.copyOf(tiles);
    }

    /// @param kind as of a verdict: `better`, `worse`, and so on, or `invalid`; `unsteady` where
    ///   the figure is that of a metric that was not steady, `no-evidence` where none is judged
    /// @param comparison as in `3.89× better`
    /// @param bar empty without a ratio
    public record Tile(
            String metric, String figure, String kind, String comparison, Optional<Bar> bar) {}

    /// A bar from the middle, in per cent of the width.
    public record Bar(String from, String width) {}

    /// @param name of the variant, printable
    static ScorecardView of(VariantSummary v, String name, int colour, Analysis analysis) {
        var scorecard = analysis.scorecard();
        var load = analysis.manifest().experiment().load();
        return new ScorecardView(
                name,
                colour,
                scorecard.metrics().stream().map(m -> tile(v, m, scorecard, load)).toList());
    }

    /// A variant in the second of two runs, with its ratios to the first.
    static ScorecardView of(RunComparison.Scores scores, int colour) {
        return new ScorecardView(
                scores.variant(),
                colour,
                scores.ratios().entrySet().stream()
                        .map(e -> tile(scores.second(), e.getKey(), e.getValue(), scores.load()))
                        .toList());
    }

    /// Without a bar: a difference of two runs is not judged.
    private static Tile tile(VariantSummary v, Metric metric, RunRatio ratio, Workload load) {
        boolean unsteady = ratio.invalidBy().filter(ResultFinding::isUnsteady).isPresent();
        return new Tile(
                MetricText.label(metric, load),
                MetricFigure.text(v, metric, load instanceof Workload.Batch),
                unsteady ? "unsteady" : ratio.invalidBy().isPresent() ? "invalid" : "no-evidence",
                unsteady
                        ? ComparisonText.UNSTEADY
                        : ratio.shownInterval()
                                .map(r -> RatioText.withInterval(r) + invalidBy(ratio))
                                .orElse(Format.MISSING),
                Optional.empty());
    }

    private static String invalidBy(RunRatio ratio) {
        return ratio.invalidBy().map(f -> ", invalid: " + f.kind()).orElse("");
    }

    private static Tile tile(VariantSummary v, Metric metric, Scorecard scorecard, Workload load) {
        var name = v.variant().name();
        var verdict = scorecard.of(name, metric);
        boolean unsteady =
                scorecard.invalidating(name, metric).filter(ResultFinding::isUnsteady).isPresent();
        return new Tile(
                MetricText.label(metric, load),
                MetricFigure.text(v, metric, load instanceof Workload.Batch),
                unsteady ? "unsteady" : verdict.isUnjudged() ? "no-evidence" : verdict.label(),
                unsteady && verdict instanceof Verdict.Baseline
                        ? ComparisonText.UNSTEADY
                        : ComparisonText.of(verdict) + needed(verdict),
                verdict.shownInterval()
                        .filter(_ -> !verdict.isUnjudged())
                        .map(r -> bar(metric, r)));
    }

    /// What an inconclusive comparison lacks.
    private static String needed(Verdict verdict) {
        return verdict.blocksNeeded()
                .map(n -> ": %s trials needed".formatted(InconclusiveText.trials(n)))
                .orElse("");
    }

    private static Bar bar(Metric metric, Interval ratio) {
        double log = Math.clamp(Math.log(ratio.point()), -MAX_LOG, MAX_LOG);
        double better = (metric.higherIsBetter() ? log : -log) / MAX_LOG / 2;
        return new Bar(Axis.percent(0.5 + Math.min(0, better)), Axis.percent(Math.abs(better)));
    }
}
