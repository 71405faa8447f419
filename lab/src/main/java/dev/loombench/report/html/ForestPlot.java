package dev.loombench.report.html;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.Verdict;
import dev.loombench.report.ReportText;
import dev.loombench.report.html.RunPageModel.Span;
import dev.loombench.stats.Interval;
import java.util.ArrayList;
import java.util.List;

/// Ratios to the first variant with their intervals, all on one logarithmic axis: twice as much
/// lies as far from 1 as half as much. The margin is a band about 1.
final class ForestPlot {
    /// The axis reaches at least this far to either side, so that chance does not look large.
    private static final double LEAST_REACH = Math.log(1.25);

    private final double margin;
    private final double reach;

    private ForestPlot(double margin, double reach) {
        this.margin = margin;
        this.reach = reach;
    }

    static ForestPlot over(Analysis analysis) {
        double margin = Math.log(1 + analysis.manifest().spec().margin());
        double farthest =
                analysis.variants().stream()
                        .flatMap(v -> v.verdict().shownInterval().stream())
                        .mapToDouble(ForestPlot::farthest)
                        .filter(Double::isFinite)
                        .max()
                        .orElse(0);
        return new ForestPlot(margin, Math.max(LEAST_REACH, 1.08 * Math.max(farthest, margin)));
    }

    private static double farthest(Interval ratio) {
        return Math.max(Math.abs(Math.log(ratio.low())), Math.abs(Math.log(ratio.high())));
    }

    /// The margin's band with the line at 1 and, when there is one, the interval; the first variant
    /// lies at 1.
    List<Span> spans(VariantSummary v) {
        var spans = new ArrayList<Span>();
        spans.add(new Span("band", at(-margin), length(2 * margin), at(0)));
        if (v.verdict() instanceof Verdict.Baseline) {
            spans.add(new Span("interval", at(0), at(0), at(0)));
        }
        v.verdict()
                .shownInterval()
                .ifPresent(r ->
                        spans.add(
                                new Span(
                                        "interval",
                                        at(Math.log(r.low())),
                                        at(Math.log(r.high())),
                                        at(Math.log(r.point())))));
        return spans;
    }

    /// What the left end, the middle and the right end stand for.
    List<String> marks() {
        return List.of(
                "× " + ReportText.ratio(Math.exp(-reach)),
                "× 1",
                "× " + ReportText.ratio(Math.exp(reach)));
    }

    private String at(double log) {
        return Axis.percent(Math.clamp((log + reach) / (2 * reach), 0.0, 1.0));
    }

    private String length(double log) {
        return Axis.percent(log / (2 * reach));
    }
}
