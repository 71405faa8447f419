package dev.loombench.report.outline;

import static dev.loombench.report.Format.plain;
import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.experiment.Metric;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.finding.Severity;
import dev.loombench.report.sweep.SweepTable;
import dev.loombench.report.sweep.SweepText;
import java.util.ArrayList;
import java.util.List;

/// A comparison with several numbers of users: where a variant becomes better, and a table per
/// metric.
public final class SweepOutline {
    private SweepOutline() {}

    public static Outline of(Sweep sweep) {
        var experiment = SweepText.experiment(sweep);
        var sections = new ArrayList<Section>();
        sections.add(new Section("", answer(sweep)));
        SweepTable.metrics(experiment).forEach(metric -> sections.add(figures(sweep, metric)));
        return new Outline(
                plain(experiment.question()),
                SweepText.status(sweep),
                SweepText.headline(sweep),
                sections,
                SweepText.method(experiment));
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
