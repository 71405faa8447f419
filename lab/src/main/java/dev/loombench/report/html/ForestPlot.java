package dev.loombench.report.html;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.Verdict;
import dev.loombench.report.RatioText;
import dev.loombench.report.html.RunPageModel.Span;
import dev.loombench.stats.Interval;
import java.util.ArrayList;
import java.util.List;

/// A forest plot: ratios to the first variant with their intervals on one logarithmic axis, and the
/// margin as a band around 1.
final class ForestPlot {
    /// Minimum reach of the axis to either side, so that noise does not appear large.
    private static final double MIN_REACH = Math.log(1.25);

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
        return new ForestPlot(margin, Math.max(MIN_REACH, 1.08 * Math.max(farthest, margin)));
    }

    private static double farthest(Interval ratio) {
        return Math.max(Math.abs(Math.log(ratio.low())), Math.abs(Math.log(ratio.high())));
    }

    /// The margin's band and the interval, if there is one; the first variant is at 1.
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

    /// The labels of the left end, the middle and the right end.
    List<String> marks() {
        return List.of(
                RatioText.ratio(Math.exp(-reach)) + "×",
                "1×",
                RatioText.ratio(Math.exp(reach)) + "×");
    }

    private String at(double log) {
        return Axis.percent(Math.clamp((log + reach) / (2 * reach), 0.0, 1.0));
    }

    private String length(double log) {
        return Axis.percent(log / (2 * reach));
    }
}
