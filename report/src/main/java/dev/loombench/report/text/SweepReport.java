package dev.loombench.report.text;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.analysis.sweep.Sweep.Level;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.report.Format;
import dev.loombench.report.MetricFigure;
import dev.loombench.report.sweep.SweepTable;
import dev.loombench.report.sweep.SweepText;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The report of a comparison with several numbers of users: a table per metric, and where a
/// variant becomes better than the first.
public final class SweepReport {
    private static final String INDENT = "  ";

    private final Sweep sweep;
    private final Experiment experiment;
    private final AnsiStyle style;
    private final int width;
    private final List<String> lines = new ArrayList<>();

    /// The verdicts whose marks the tables show.
    private final Set<ScorecardMark> shown = EnumSet.noneOf(ScorecardMark.class);

    private SweepReport(Sweep sweep, AnsiStyle style, int width) {
        this.sweep = sweep;
        this.style = style;
        this.width = width;
        experiment = SweepText.experiment(sweep);
    }

    /// @param width of the terminal, columns
    /// @return the lines of the report
    public static List<String> of(Sweep sweep, AnsiStyle style, int width) {
        var report = new SweepReport(sweep, style, width);
        report.lines.add("");
        report.lines.add(style.bold(plain(report.experiment.question())));
        SweepText.interrupted(sweep)
                .ifPresent(text ->
                        report.lines.addAll(LineWrapper.at(width, "", style.warning(text))));
        report.crossovers();
        SweepTable.metrics(report.experiment).forEach(report::table);
        report.legend();
        report.invalidLevels();
        return report.lines;
    }

    private void crossovers() {
        for (var variant : SweepText.others(sweep)) {
            lines.addAll(LineWrapper.at(width, "", SweepText.of(sweep, variant)));
        }
    }

    /// A row per level: the figure of each variant, and its mark.
    private void table(Metric metric) {
        var header = new ArrayList<>(List.of("users"));
        experiment.variants().forEach(v -> header.add(plain(v.name())));
        var table = new Table().row(header);
        for (var level : sweep.levels()) {
            var row = new ArrayList<>(List.of(SweepTable.users(level)));
            for (var v : level.analysis().variants()) {
                row.add(cell(level, v, metric));
            }
            table.row(row);
        }
        lines.add("");
        lines.add(INDENT + style.bold(SweepTable.title(sweep, metric)));
        lines.addAll(table.indented(style, width, row -> ScorecardMark.coloured(row, style)));
    }

    /// The figure with its mark, and the mark of its comparison with the first variant, where both
    /// are valid at this level.
    private String cell(Level level, VariantSummary v, Metric metric) {
        boolean valid = Sweep.isMeasured(level, v.variant().name());
        var figure = MetricFigure.text(v, metric, false);
        var scorecard = level.analysis().scorecard();
        var invalid =
                scorecard
                        .invalidating(v.variant().name(), metric)
                        .map(ScorecardMark::of)
                        .filter(_ -> !figure.equals(Format.MISSING));
        invalid.ifPresent(shown::add);
        var read = invalid.map(by -> by.invalid(figure)).orElse(figure);
        if (!valid) {
            return read;
        }
        var score = scorecard.of(v.variant().name(), metric);
        ScorecardMark.mark(score).ifPresent(shown::add);
        var mark = ScorecardMark.of(score);
        return mark.isEmpty() ? read : "%s  %s".formatted(read, mark);
    }

    private void legend() {
        ScorecardMark.legend(
                        plain(experiment.variants().getFirst().name()),
                        "95 % in each row",
                        experiment.margin(),
                        shown)
                .ifPresent(l -> lines.addAll(LineWrapper.at(width, INDENT, style.faint(l))));
    }

    private void invalidLevels() {
        for (var level : sweep.levels()) {
            if (!level.analysis().valid()) {
                var users = Figures.counted(level.users(), "user");
                lines.addAll(
                        LineWrapper.at(
                                width,
                                INDENT,
                                style.bad("invalid at %s".formatted(users))
                                        + ": "
                                        + SweepText.invalidity(level)));
            }
        }
    }
}
