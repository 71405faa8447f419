package dev.loombench.report.html;

import dev.loombench.report.html.chart.LineChart;
import java.util.List;

/// The content of a sweep's page, formatted. Nothing in it is escaped; the template does that.
///
/// @param status `decided`, `undecided` or `invalid`, the worst of its levels
/// @param sentences the verdicts of each variant by number of users
/// @param variants names, the columns of the levels
/// @param levels in ascending order of users
/// @param method of the comparison
public record SweepPageModel(
        String name,
        String question,
        String started,
        String status,
        String headline,
        List<String> sentences,
        List<LineChart> charts,
        List<String> variants,
        List<LevelRow> levels,
        String method) {

    public SweepPageModel {
        sentences = List.copyOf(sentences);
        charts = List.copyOf(charts);
        variants = List.copyOf(variants);
        levels = List.copyOf(levels);
    }

    /// @param href of the level's own page, relative to this one
    /// @param cells one per variant
    public record LevelRow(
            String users, String href, String status, String verdict, List<LevelCell> cells) {}

    /// @param kind as of a verdict
    /// @param comparison with the first variant, as in `3.89× better`; empty for the first
    public record LevelCell(String figure, String p99, String kind, String comparison) {}
}
