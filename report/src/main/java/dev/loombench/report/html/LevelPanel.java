package dev.loombench.report.html;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.analysis.sweep.Sweep.Level;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.export.Outline.Drawing;
import dev.loombench.report.ComparisonText;
import dev.loombench.report.Headline;
import dev.loombench.report.MetricFigure;
import dev.loombench.report.MetricText;
import dev.loombench.report.sweep.SweepTable;
import dev.loombench.report.sweep.SweepText;
import java.util.ArrayList;
import java.util.List;

/// The levels of a sweep with links to their pages, as a part of an outline.
///
/// @param variants names, the columns
/// @param rows in ascending order of users
public record LevelPanel(List<String> variants, List<LevelRow> rows) implements Drawing {
    public LevelPanel {
        variants = List.copyOf(variants);
        rows = List.copyOf(rows);
    }

    /// @param href of the level's own page, relative to that of the sweep
    /// @param cells one per variant
    public record LevelRow(
            String users, String href, String status, String verdict, List<LevelCell> cells) {}

    /// @param kind as of a verdict
    /// @param comparison with the first variant, as in `3.89× better`; empty for the first
    public record LevelCell(String figure, String p99, String kind, String comparison) {}

    /// @param hrefs of the pages of its levels, relative to that of the sweep
    public static LevelPanel of(Sweep sweep, List<String> hrefs) {
        var experiment = SweepText.experiment(sweep);
        var rows = new ArrayList<LevelRow>();
        for (var level : sweep.levels()) {
            var headline = Headline.of(level.analysis());
            rows.add(
                    new LevelRow(
                            SweepTable.users(level),
                            hrefs.get(rows.size()),
                            headline.status().label(),
                            headline.sentence(),
                            level.analysis().variants().stream()
                                    .map(v -> cell(level, v, experiment))
                                    .toList()));
        }
        return new LevelPanel(
                experiment.variants().stream().map(v -> plain(v.name())).toList(), rows);
    }

    private static LevelCell cell(Level level, VariantSummary v, Experiment experiment) {
        var verdict = v.verdict();
        boolean valid = Sweep.isMeasured(level, v.variant().name());
        return new LevelCell(
                MetricFigure.text(v, experiment),
                experiment.metric() == Metric.P99
                        ? MetricFigure.text(v, Metric.THROUGHPUT, false)
                        : "%s %s"
                                .formatted(
                                        MetricText.label(Metric.P99, experiment.load()),
                                        MetricFigure.text(v, Metric.P99, false)),
                valid ? verdict.label() : "invalid",
                valid ? ComparisonText.of(verdict) : "");
    }
}
