package dev.loombench.report.html;

import dev.loombench.report.RunComparison;
import dev.loombench.report.html.chart.Palette;
import java.util.ArrayList;
import java.util.List;

/// The content of the page of two runs, formatted. Nothing in it is escaped; the template does
/// that.
///
/// @param scorecards of the variants of both runs
public record ComparisonPageModel(RunComparison runs, List<ScorecardView> scorecards) {
    public ComparisonPageModel {
        scorecards = List.copyOf(scorecards);
    }

    static ComparisonPageModel of(RunComparison runs) {
        var cards = new ArrayList<ScorecardView>();
        for (var scores : runs.scores()) {
            cards.add(ScorecardView.of(scores, Palette.colour(cards.size())));
        }
        return new ComparisonPageModel(runs, cards);
    }
}
