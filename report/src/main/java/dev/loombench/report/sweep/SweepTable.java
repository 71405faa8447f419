package dev.loombench.report.sweep;

import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.analysis.sweep.Sweep.Level;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.export.PageTable;
import dev.loombench.export.PageTable.Cell;
import dev.loombench.report.ComparisonText;
import dev.loombench.report.Format;
import dev.loombench.report.MetricFigure;
import dev.loombench.report.MetricText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A metric of a sweep as a table: a row per number of users, a column per variant.
public final class SweepTable {
    private SweepTable() {}

    /// The metrics that a report shows: that of the verdicts, and p99.
    public static List<Metric> metrics(Experiment experiment) {
        return experiment.metric() == Metric.P99
                ? List.of(Metric.P99)
                : List.of(experiment.metric(), Metric.P99);
    }

    public static String title(Sweep sweep, Metric metric) {
        return MetricText.title(metric, SweepText.experiment(sweep).load());
    }

    public static PageTable of(Sweep sweep, Metric metric) {
        var columns = new ArrayList<>(List.of("users"));
        SweepText.experiment(sweep).variants().forEach(v -> columns.add(v.name()));
        var rows = new ArrayList<List<Cell>>();
        for (var level : sweep.levels()) {
            var row = new ArrayList<>(List.of(Cell.of(users(level))));
            level.analysis().variants().forEach(v -> row.add(cell(level, v, metric)));
            rows.add(row);
        }
        return new PageTable(columns, rows);
    }

    /// `1,200`.
    public static String users(Level level) {
        return String.format(Locale.ROOT, "%,d", level.users());
    }

    /// The figure, and how it compares with the first variant at this level.
    private static Cell cell(Level level, VariantSummary v, Metric metric) {
        var figure = MetricFigure.text(v, metric, false);
        if (!Sweep.isMeasured(level, v.variant().name())) {
            return Cell.remarked(figure, "invalid");
        }
        var scorecard = level.analysis().scorecard();
        return Cell.remarked(
                figure,
                remark(
                        scorecard.of(v.variant().name(), metric),
                        scorecard
                                .invalidating(v.variant().name(), metric)
                                .filter(_ -> !figure.equals(Format.MISSING))));
    }

    /// The comparison, and why the figure is invalid where its ratio is not, or where it has none.
    static String remark(Verdict verdict, Optional<ResultFinding> invalidating) {
        return Stream.of(
                        ComparisonText.of(verdict),
                        invalidating
                                .filter(_ -> verdict.invalidBy().isEmpty())
                                .map(by -> "figure " + ComparisonText.invalid(by))
                                .orElse(""))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }
}
