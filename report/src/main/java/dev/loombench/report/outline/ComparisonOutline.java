package dev.loombench.report.outline;

import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.report.RunComparison;
import dev.loombench.report.text.RunRatioTable;
import java.util.ArrayList;
import java.util.List;

/// Two runs side by side: their answers, their figures, their differences.
public final class ComparisonOutline {
    private ComparisonOutline() {}

    /// Without a verdict: no difference of two runs is judged.
    public static Outline of(RunComparison runs) {
        var runsAndFigures = new ArrayList<Part>();
        runsAndFigures.add(new Item(runs.first(), runs.firstHeadline()));
        runsAndFigures.add(new Item(runs.second(), runs.secondHeadline()));
        runsAndFigures.add(new Figures(runs.table()));
        if (!runs.scores().isEmpty()) {
            runsAndFigures.add(new Figures(RunRatioTable.of(runs)));
        }
        runs.legend().ifPresent(text -> runsAndFigures.add(new Item("", text)));
        return new Outline(
                "%s compared with %s".formatted(runs.first(), runs.second()),
                "undecided",
                "No difference of two runs is judged.",
                List.of(
                        new Section("", runsAndFigures),
                        new Section("Differences", List.of(differences(runs)))),
                RunComparison.CAUTION);
    }

    private static Part differences(RunComparison runs) {
        return runs.changes().isEmpty()
                ? new Item("", "Experiments and machines are the same.")
                : new Figures(runs.differences("key", runs.first(), runs.second()));
    }
}
