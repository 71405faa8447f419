package dev.loombench.report.html;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.Verdict;
import dev.loombench.report.html.RunPageModel.Mark;
import dev.loombench.report.html.RunPageModel.Span;
import java.util.ArrayList;
import java.util.List;

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
        double margin = analysis.manifest().spec().margin();
        var ratios =
                analysis.variants().stream()
                        .flatMap(v -> v.verdict().shownInterval().stream())
                        .toList();
        return new ForestPlot(margin, RatioAxis.over(ratios, margin));
    }

    /// The margin's band and the interval, if there is one; the first variant is at 1.
    List<Span> spans(VariantSummary v) {
        var spans = new ArrayList<Span>();
        spans.add(new Span("band", axis.at(-margin), axis.length(2 * margin), axis.at(0)));
        if (v.verdict() instanceof Verdict.Baseline) {
            spans.add(new Span("interval", axis.at(0), axis.at(0), axis.at(0)));
        }
        v.verdict()
                .shownInterval()
                .ifPresent(r ->
                        spans.add(
                                new Span(
                                        "interval",
                                        axis.at(Math.log(r.low())),
                                        axis.at(Math.log(r.high())),
                                        axis.at(Math.log(r.point())))));
        return spans;
    }

    List<Mark> marks() {
        return axis.marks();
    }
}
