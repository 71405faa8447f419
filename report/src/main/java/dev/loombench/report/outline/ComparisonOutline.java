package dev.loombench.report.outline;

import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.report.RunComparison;
import dev.loombench.report.html.ScorecardPanel;
import dev.loombench.report.text.RunRatioTable;
import java.util.ArrayList;
import java.util.List;

/// Two runs side by side: their answers, their figures, their differences.
public final class ComparisonOutline {
    private static final String MEANS =
            "Means over trials; p99 of all trials merged; brackets: 95 % interval over trials.";

    private ComparisonOutline() {}

    /// Without a verdict: no difference of two runs is judged.
    public static Outline of(RunComparison runs) {
        return new Outline(
                "%s compared with %s".formatted(runs.first(), runs.second()),
                "undecided",
                "No difference of two runs is judged.",
                List.of(
                        new Section("", runsAndFigures(runs)),
                        new Section("Scorecard", scorecards(runs)),
                        new Section("Differences", List.of(differences(runs)))),
                RunComparison.CAUTION);
    }

    private static List<Part> runsAndFigures(RunComparison runs) {
        var parts = new ArrayList<Part>();
        parts.add(new Item(runs.first() + " (1)", runs.firstHeadline()));
        parts.add(new Item(runs.second() + " (2)", runs.secondHeadline()));
        parts.add(new Figures(runs.table()));
        if (!runs.scores().isEmpty()) {
            parts.add(new Figures(RunRatioTable.of(runs)));
        }
        parts.add(new Item("", MEANS));
        runs.legend().ifPresent(text -> parts.add(new Item("", text)));
        return parts;
    }

    private static List<Part> scorecards(RunComparison runs) {
        return runs.scores().isEmpty() ? List.of() : List.of(ScorecardPanel.of(runs));
    }

    private static Part differences(RunComparison runs) {
        return runs.changes().isEmpty()
                ? new Item("", "Experiments and machines are the same.")
                : new Figures(runs.differences("key", runs.first(), runs.second()));
    }
}
