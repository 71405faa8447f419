package dev.loombench.report.text;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.comparison.Modes;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.experiment.Experiment;
import dev.loombench.report.Format;
import dev.loombench.report.MetricFigure;
import dev.loombench.report.RatioText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A bar per variant for the metric of the experiment, with its figure and its ratio to the first;
/// below the names where these are too long for the terminal.
public record VerdictBars(Analysis analysis) implements TerminalDrawing {
    private static final String INDENT = "  ";

    private static final int MIN_BAR = 2;
    private static final int MAX_BAR = 40;

    /// Columns of ratio, interval and gaps.
    private static final long OTHER_COLUMNS = 34;

    /// Columns between those of a line, with the indent.
    private static final int GAPS = 8;

    @Override
    public List<String> lines(AnsiStyle style, int width) {
        return of(analysis, style, width).stream().map(INDENT::concat).toList();
    }

    /// @param width of the terminal, columns
    /// @return a line per variant, or two with long names, without indent
    static List<String> of(Analysis analysis, AnsiStyle style, int width) {
        var experiment = analysis.manifest().experiment();
        var variants = analysis.variants();
        var measures =
                variants.stream()
                        .mapToDouble(v -> MetricFigure.of(v, experiment.metric()))
                        .toArray();
        double longest = Arrays.stream(measures).filter(Double::isFinite).max().orElse(1);
        int names = widest(variants, v -> plain(v.variant().name()));
        int figures = widest(variants, v -> figure(v, experiment));
        boolean only = variants.size() == 1;
        int ratios = widest(variants, v -> ratio(v.verdict(), only, AnsiStyle.NONE));
        boolean above = GAPS + names + MIN_BAR + figures + ratios > width;
        int before = above ? 0 : names;
        int bar = Math.clamp(width - before - figures - OTHER_COLUMNS, MIN_BAR, MAX_BAR);
        var lines = new ArrayList<String>();
        for (int i = 0; i < measures.length; i++) {
            var summary = variants.get(i);
            var name = plain(summary.variant().name());
            if (above) {
                lines.add(name);
            }
            lines.add(
                    "%s  %s  %s  %s"
                            .formatted(
                                    padRight(above ? "" : name, before),
                                    style.bar(BarChars.bar(measures[i] / longest, bar)),
                                    padLeft(figure(summary, experiment), figures),
                                    ratio(summary.verdict(), only, style)));
        }
        return lines;
    }

    private static String figure(VariantSummary v, Experiment experiment) {
        return MetricFigure.text(v, experiment);
    }

    private static String ratio(Verdict verdict, boolean only, AnsiStyle style) {
        return switch (verdict) {
            case Verdict.Baseline _ -> only ? "" : style.faint("1");
            case Verdict.DependsOnProcess(var modes, _) ->
                    coloured(verdict, ScorecardMark.DEPENDS.marked(shares(modes)), style);
            case Verdict.Invalid(_, var by) ->
                    coloured(
                            verdict,
                            ScorecardMark.of(by)
                                    .marked(
                                            verdict.isUnsteady()
                                                    ? by.kind().id()
                                                    : interval(verdict)),
                            style);
            case Verdict.Better _,
                    Verdict.Worse _,
                    Verdict.NoDifference _,
                    Verdict.Different _,
                    Verdict.Undecided _,
                    Verdict.NoEvidence _ ->
                    coloured(verdict, interval(verdict), style);
        };
    }

    /// The ratio and the number of blocks of each mode: `1.003× (5), 0.600× (2)`.
    private static String shares(Modes modes) {
        return modes.modes().stream()
                .map(m -> "%s× (%d)".formatted(RatioText.ratio(m.ratio().point()), m.blocks()))
                .collect(Collectors.joining(", "));
    }

    private static String interval(Verdict verdict) {
        return verdict.interval().map(RatioText::withInterval).orElse(Format.MISSING);
    }

    private static String coloured(Verdict verdict, String text, AnsiStyle style) {
        return switch (verdict) {
            case Verdict.Baseline _, Verdict.NoDifference _ -> text;
            case Verdict.Better _ -> style.good(text);
            case Verdict.Worse _ -> style.bad(text);
            case Verdict.Invalid _ -> style.bad(text);
            case Verdict.Different _,
                    Verdict.DependsOnProcess _,
                    Verdict.Undecided _,
                    Verdict.NoEvidence _ ->
                    style.warning(text);
        };
    }

    private static int widest(
            List<VariantSummary> variants, Function<VariantSummary, String> text) {
        return variants.stream().map(text).mapToInt(Table::width).max().orElse(0);
    }

    private static String padRight(String text, int width) {
        return text + " ".repeat(Math.max(0, width - Table.width(text)));
    }

    private static String padLeft(String text, int width) {
        return " ".repeat(Math.max(0, width - Table.width(text))) + text;
    }
}
