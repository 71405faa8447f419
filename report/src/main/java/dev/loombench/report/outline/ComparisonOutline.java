package dev.loombench.report.outline;

import dev.loombench.report.Outline;
import dev.loombench.report.Outline.Figures;
import dev.loombench.report.Outline.Item;
import dev.loombench.report.Outline.Part;
import dev.loombench.report.Outline.Section;
import dev.loombench.report.RunComparison;
import java.util.List;

/// Two runs side by side: their answers, their figures, their differences.
public final class ComparisonOutline {
    private ComparisonOutline() {}

    /// Without a verdict: no difference of two runs is judged.
    public static Outline of(RunComparison runs) {
        return new Outline(
                "%s compared with %s".formatted(runs.first(), runs.second()),
                "undecided",
                "No difference of two runs is judged.",
                List.of(
                        new Section(
                                "",
                                List.of(
                                        new Item(runs.first(), runs.firstHeadline()),
                                        new Item(runs.second(), runs.secondHeadline()),
                                        new Figures(runs.table()))),
                        new Section("Differences", List.of(differences(runs)))),
                RunComparison.CAUTION);
    }

    private static Part differences(RunComparison runs) {
        return runs.changes().isEmpty()
                ? new Item("", "Specs and machines are the same.")
                : new Figures(runs.differences("key", runs.first(), runs.second()));
    }
}
