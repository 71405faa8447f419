package dev.loombench.report.outline;

import dev.loombench.export.AnswerStatus;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Aside;
import dev.loombench.export.Outline.Depth;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.report.comparison.RunComparison;
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
                AnswerStatus.UNDECIDED,
                headline(runs),
                List.of(
                        new Section("", runsAndFigures(runs)),
                        new Section("Scorecard", scorecards(runs)),
                        new Section("Differences", differences(runs)),
                        new Section("All differences", allDifferences(runs), Depth.REPORT)),
                runs.caution());
    }

    private static String headline(RunComparison runs) {
        if (!runs.isOfOneLoad()) {
            return "Not comparable: the two runs had different loads or requests.";
        }
        return runs.scores().isEmpty()
                ? "No variant is in both runs, so that none is compared."
                : "No difference of two runs is judged.";
    }

    /// Whether ratios of variants of both runs mean something.
    private static boolean hasRatios(RunComparison runs) {
        return runs.isOfOneLoad() && !runs.scores().isEmpty();
    }

    private static List<Part> runsAndFigures(RunComparison runs) {
        var parts = new ArrayList<Part>();
        parts.add(new Item(runs.first() + " (1)", runs.firstHeadline()));
        parts.add(new Item(runs.second() + " (2)", runs.secondHeadline()));
        parts.add(new Figures(runs.table()));
        if (hasRatios(runs)) {
            parts.add(new Figures(RunRatioTable.of(runs)));
        }
        parts.add(new Aside(MEANS));
        runs.legend().map(Aside::new).ifPresent(parts::add);
        return parts;
    }

    private static List<Part> scorecards(RunComparison runs) {
        return hasRatios(runs) ? List.of(ScorecardPanel.of(runs)) : List.of();
    }

    /// By topic where they are many.
    private static List<Part> differences(RunComparison runs) {
        if (runs.changes().isEmpty()) {
            return List.of(new Item("", "Experiments and machines are the same."));
        }
        return runs.differsInMuch()
                ? List.of(
                        new Figures(runs.topics("", runs.first(), runs.second())),
                        new Item(
                                "",
                                "%d keys differ: the page (--open), Markdown and JSON (--output) have all."
                                        .formatted(runs.changes().size())))
                : List.of(all(runs));
    }

    /// Empty where the section above has them.
    private static List<Part> allDifferences(RunComparison runs) {
        return runs.differsInMuch() ? List.of(all(runs)) : List.of();
    }

    private static Part all(RunComparison runs) {
        return new Figures(runs.differences("key", runs.first(), runs.second()));
    }
}
