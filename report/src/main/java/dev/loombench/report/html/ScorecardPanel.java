package dev.loombench.report.html;

import dev.loombench.export.Outline.Drawing;
import dev.loombench.report.comparison.RunComparison;
import dev.loombench.report.html.chart.Palette;
import java.util.ArrayList;
import java.util.List;

/// The scorecards of variants, as a part of an outline.
///
/// @param about how to read them, in sentences
public record ScorecardPanel(String about, List<ScorecardView> cards) implements Drawing {
    public ScorecardPanel {
        cards = List.copyOf(cards);
    }

    /// Of the variants of both runs.
    public static ScorecardPanel of(RunComparison runs) {
        var cards = new ArrayList<ScorecardView>();
        for (var scores : runs.scores()) {
            cards.add(ScorecardView.of(scores, Palette.colour(cards.size())));
        }
        return new ScorecardPanel(
                "Figures of run 2, each with its ratio to run 1 and an interval of 95 % each over the trials of both; no difference of two runs is judged.",
                cards);
    }
}
