package dev.loombench.report.html;

import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.report.html.chart.HeatMapView;
import dev.loombench.report.html.chart.Mark;
import dev.loombench.report.html.chart.WaitBar;
import java.util.List;

/// The content of a run's page, formatted. Nothing in it is escaped but the data of its charts; the
/// template does that.
///
/// @param batch whether programs ran to their end, without requests
/// @param latencies the meaning of the lines of the chart by percentile
/// @param agents that drove the load; without parts when the lab did
/// @param claims without parts in an experiment without claims
public record RunPageModel(
        Header header,
        boolean batch,
        String latencies,
        Answer answer,
        Section claims,
        Section figures,
        Section agents,
        DotPlot trials,
        Timelines timelines,
        Explanation explanation,
        Appendix appendix) {

    /// The name of the experiment, its question, and the start of the run.
    public record Header(String experiment, String question, String started) {}

    /// The answer to the question.
    ///
    /// @param headline in one or two sentences
    /// @param status of the headline: `decided`, `undecided`, `invalid` or `running`
    /// @param invalid findings that make the result invalid
    /// @param ratioMarks of the ratio axis; empty with one variant
    /// @param scorecards of all variants but the first
    /// @param method of the comparison
    /// @param scope what the result holds for
    /// @param next commands that follow; without parts where none does
    public record Answer(
            String headline,
            String status,
            List<Part> invalid,
            List<VariantRow> variants,
            List<Mark> ratioMarks,
            List<ScorecardView> scorecards,
            String method,
            String scope,
            Section next) {}

    /// The data of the charts.
    ///
    /// @param rounds that can be selected
    /// @param omitted what the timelines leave out; empty when nothing
    /// @param heat response times over the window
    /// @param data JSON, escaped for a script element
    public record Timelines(int rounds, String omitted, HeatMapView heat, String data) {}

    /// Bounds, reasons and observations of each variant.
    ///
    /// @param reasons of the variants for which one is known
    /// @param nextSteps settings to try
    /// @param code which code costs; without parts where it was not profiled
    public record Explanation(
            List<BoundRow> bounds,
            List<ReasonRow> reasons,
            List<Part> nextSteps,
            List<DiagnosticsView> diagnostics,
            Section code) {}

    /// Notes, failed trials, conditions and files.
    ///
    /// @param notes to correct; without parts where there are none
    /// @param information without parts where there is none
    public record Appendix(
            Section notes,
            Section information,
            List<FailedTrial> failedTrials,
            Section facts,
            List<RawFile> files) {}

    /// A variant, with its ratio to the first one.
    ///
    /// @param colour index
    /// @param kind `baseline`, `better`, `worse`, `no-difference`, `undecided`, `no-evidence`, or
    ///   `pending` during a run
    /// @param figure of the metric, with its unit
    /// @param spans of the ratio's interval; empty with one variant
    public record VariantRow(
            String name,
            int colour,
            String kind,
            String figure,
            String sentence,
            List<Span> spans) {}

    /// An interval on an axis, in per cent of its width; a `band` is the margin.
    public record Span(String kind, String from, String to, String at) {}

    /// Throughput of each trial: one row per variant on one axis.
    public record DotPlot(List<Mark> marks, List<DotPlotRow> rows) {}

    /// @param description of the plot, for a screen reader
    public record DotPlotRow(
            String name, int colour, String description, List<Dot> dots, List<Span> interval) {}

    public record Dot(String at, String title) {}

    /// The bounds of a variant.
    ///
    /// @param others bounds above the lowest
    public record BoundRow(String name, int colour, String sentence, List<Item> others) {}

    /// Why the throughput of a variant is no higher.
    ///
    /// @param waits empty, or one bar
    public record ReasonRow(String name, int colour, String sentence, List<WaitBar> waits) {}

    /// A failed trial with the last lines of its server.
    public record FailedTrial(String trial, String reason, String log) {}

    /// @param hrefs relative to the run's folder
    public record RawFile(String label, List<String> hrefs) {}
}
