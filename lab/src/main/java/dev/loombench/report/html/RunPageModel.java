package dev.loombench.report.html;

import dev.loombench.report.PageTable;
import java.util.List;

/// All that the page of a run says, as its template takes it: text and places, formatted already.
/// Nothing in it is escaped but `charts`; the template does that.
///
/// @param headline the answer in one sentence
/// @param tone of the headline: `decided`, `undecided`, `invalid` or `running`
/// @param scope what the result holds for
/// @param batch whether programs were run to their end, and nobody was asked anything
/// @param charts JSON, escaped for a script element
/// @param drawing what the timelines leave out; empty when nothing is
public record RunPageModel(
        String experiment,
        String question,
        String started,
        String headline,
        String tone,
        String scope,
        String method,
        List<VariantRow> contestants,
        List<String> ratioMarks,
        List<ClaimRow> claims,
        List<Note> doubts,
        List<Note> notes,
        PageTable table,
        Trials trials,
        List<BoundRow> reasons,
        List<DiagnosticsView> inside,
        List<FailedTrial> losses,
        List<Fact> facts,
        List<RawFile> files,
        int rounds,
        boolean batch,
        String charts,
        String drawing) {

    /// A variant beside the first, with the picture of its ratio's interval.
    ///
    /// @param colour index
    /// @param kind `baseline`, `better`, `worse`, `no-difference`, `undecided`, `no-evidence`, or
    ///   `pending` while a run is under way
    /// @param figure of the metric, with its unit
    /// @param ratio with its interval; empty when there is none
    public record VariantRow(
            String name,
            int colour,
            String kind,
            String figure,
            String sentence,
            String ratio,
            List<Span> spans) {}

    /// What the experiment expected, and what the trials say to it.
    ///
    /// @param outcome `supported`, `contradicted`, `undecided` or `no-evidence`
    public record ClaimRow(String outcome, String claim, String sentence) {}

    /// An interval on an axis, in per cent of its width; a `band` is the margin.
    public record Span(String kind, String from, String to, String at) {}

    public record Note(String message, String impact, String remedy) {}

    /// Throughput of each trial: a strip a variant on one axis.
    public record Trials(List<Mark> marks, List<DotPlotRow> strips) {}

    public record Mark(String at, String label) {}

    /// @param said what the picture shows, in words
    public record DotPlotRow(
            String name, int colour, String said, List<Dot> dots, List<Span> interval) {}

    public record Dot(String at, String title) {}

    /// What bounds a variant.
    ///
    /// @param holds whether the lowest bound accounts for the measurement
    public record BoundRow(
            String name, int colour, boolean holds, String sentence, List<Fact> others) {}

    /// A failed trial with its server's last lines.
    public record FailedTrial(String trial, String why, String log) {}

    public record Fact(String name, String value) {}

    /// @param hrefs relative to the run's folder
    public record RawFile(String label, List<String> hrefs) {}
}
