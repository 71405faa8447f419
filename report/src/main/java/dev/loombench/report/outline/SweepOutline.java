package dev.loombench.report.outline;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.experiment.Metric;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.Outline.Origin;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.finding.Severity;
import dev.loombench.report.Format;
import dev.loombench.report.html.LevelPanel;
import dev.loombench.report.html.SweepCharts;
import dev.loombench.report.html.chart.ChartPanel;
import dev.loombench.report.sweep.SweepTable;
import dev.loombench.report.sweep.SweepText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A comparison with several numbers of users: where a variant becomes better, charts, the levels,
/// and a table per metric.
public final class SweepOutline {
    private static final String CHARTS =
            "Users on a logarithmic axis. The shaded range holds the crossover; bars are 95 % intervals over trials; a hollow dot is an invalid figure. p99 of all trials merged.";

    private SweepOutline() {}

    /// @param name of the sweep
    /// @param hrefs of the pages of its levels, relative to its own page
    public static Outline of(Sweep sweep, String name, List<String> hrefs) {
        var experiment = SweepText.experiment(sweep);
        var started = sweep.levels().getFirst().analysis().manifest().started();
        var sections = new ArrayList<Section>();
        sections.add(new Section("", answer(sweep)));
        sections.add(
                new Section(
                        "By number of users",
                        List.of(new ChartPanel(CHARTS, SweepCharts.of(sweep)))));
        sections.add(new Section("Levels", List.of(LevelPanel.of(sweep, hrefs))));
        SweepTable.metrics(experiment).forEach(metric -> sections.add(figures(sweep, metric)));
        return new Outline(
                experiment.question(),
                SweepText.status(sweep),
                SweepText.headline(sweep),
                sections,
                SweepText.method(experiment),
                Optional.of(new Origin("sweep", name, Format.minute(started))));
    }

    private static List<Part> answer(Sweep sweep) {
        var parts = new ArrayList<Part>();
        for (var level : sweep.levels()) {
            if (!level.analysis().valid()) {
                parts.add(
                        new Note(
                                Severity.INVALID,
                                "Invalid at " + counted(level.users(), "user"),
                                SweepText.invalidity(level)));
            }
        }
        SweepText.others(sweep).forEach(v -> parts.add(new Item("", SweepText.of(sweep, v))));
        return parts;
    }

    private static Section figures(Sweep sweep, Metric metric) {
        return new Section(
                SweepTable.title(sweep, metric),
                List.of(new Figures(SweepTable.of(sweep, metric))));
    }
}
