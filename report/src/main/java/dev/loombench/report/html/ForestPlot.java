package dev.loombench.report.html;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.comparison.Modes.Mode;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.report.html.RunPageModel.Span;
import dev.loombench.report.html.chart.Mark;
import dev.loombench.report.html.chart.RatioAxis;
import dev.loombench.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A forest plot: ratios to the first variant with their intervals on one logarithmic axis, and the
/// margin as a band around 1.
final class ForestPlot {
    private final double margin;
    private final RatioAxis axis;

    private ForestPlot(double margin, RatioAxis axis) {
        this.margin = Math.log1p(margin);
        this.axis = axis;
    }

    static ForestPlot over(Analysis analysis) {
        double margin = analysis.manifest().experiment().margin();
        var ratios = analysis.variants().stream().flatMap(ForestPlot::ratios).toList();
        return new ForestPlot(margin, RatioAxis.over(ratios, margin));
    }

    /// The margin's band and the intervals, if there are any; the first variant is at 1.
    List<Span> spans(VariantSummary v) {
        var spans = new ArrayList<Span>();
        spans.add(new Span("band", axis.at(-margin), axis.length(2 * margin), axis.at(0)));
        if (v.verdict() instanceof Verdict.Baseline) {
            spans.add(new Span("interval", axis.at(0), axis.at(0), axis.at(0)));
        }
        ratios(v)
                .forEach(r ->
                        spans.add(
                                new Span(
                                        "interval",
                                        axis.at(Math.log(r.low())),
                                        axis.at(Math.log(r.high())),
                                        axis.at(Math.log(r.point())))));
        return spans;
    }

    /// One, or that of each mode where the ratio depends on the process. One that decides by one
    /// end alone has no place on an axis, which the other end would fill.
    private static Stream<Interval> ratios(VariantSummary v) {
        return v.verdict()
                .byMode()
                .map(modes -> modes.modes().stream().map(Mode::ratio))
                .orElseGet(() -> v.verdict().shownInterval().stream())
                .filter(Interval::informative);
    }

    List<Mark> marks() {
        return axis.marks();
    }
}
