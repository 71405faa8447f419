package dev.loombench.report.html;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.Consequences;
import dev.loombench.analysis.validity.evidence.Incomplete;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Aside;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.finding.Severity;
import dev.loombench.report.AgentRows;
import dev.loombench.report.ArrivingText;
import dev.loombench.report.BoundText;
import dev.loombench.report.Format;
import dev.loombench.report.Headline;
import dev.loombench.report.MetricFigure;
import dev.loombench.report.ReportText;
import dev.loombench.report.RunTable;
import dev.loombench.report.finding.ClaimPart;
import dev.loombench.report.finding.ConsequenceText;
import dev.loombench.report.finding.FindingNote;
import dev.loombench.report.html.RunPageModel.Answer;
import dev.loombench.report.html.RunPageModel.Appendix;
import dev.loombench.report.html.RunPageModel.BoundRow;
import dev.loombench.report.html.RunPageModel.Dot;
import dev.loombench.report.html.RunPageModel.DotPlot;
import dev.loombench.report.html.RunPageModel.DotPlotRow;
import dev.loombench.report.html.RunPageModel.Explanation;
import dev.loombench.report.html.RunPageModel.FailedTrial;
import dev.loombench.report.html.RunPageModel.Header;
import dev.loombench.report.html.RunPageModel.ReasonRow;
import dev.loombench.report.html.RunPageModel.Span;
import dev.loombench.report.html.RunPageModel.Timelines;
import dev.loombench.report.html.RunPageModel.VariantRow;
import dev.loombench.report.html.chart.Axis;
import dev.loombench.report.html.chart.HeatMapView;
import dev.loombench.report.html.chart.Mark;
import dev.loombench.report.html.chart.MemoryBar;
import dev.loombench.report.html.chart.Palette;
import dev.loombench.report.html.chart.WaitBars;
import dev.loombench.report.json.RunJson.Comparison;
import dev.loombench.report.next.NextCommand;
import dev.loombench.report.next.NextCommands;
import dev.loombench.report.reason.NextStep;
import dev.loombench.report.reason.ReasonText;
import dev.loombench.report.reason.WhyText;
import dev.loombench.report.scope.ScopeText;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import dev.loombench.text.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Builds the page of a run from its analysis.
final class RunPageBuilder {
    private final Analysis analysis;
    private final List<TrialResult> trials;
    private final boolean running;

    private RunPageBuilder(Analysis analysis, List<TrialResult> trials, boolean running) {
        this.analysis = analysis;
        this.trials = trials;
        this.running = running;
    }

    static RunPageModel of(
            Analysis analysis, List<TrialResult> trials, Path folder, Headline headline) {
        return new RunPageBuilder(analysis, trials, headline.isRunning()).page(folder, headline);
    }

    private RunPageModel page(Path folder, Headline headline) {
        var manifest = analysis.manifest();
        var experiment = manifest.experiment();
        var charts = Charts.of(analysis, trials);
        return new RunPageModel(
                new Header(
                        plain(experiment.name()),
                        plain(experiment.question()),
                        Format.minute(manifest.started())),
                experiment.isBatch(),
                ArrivingText.lines(experiment.load()),
                answer(headline),
                new Section("Claims", ClaimPart.of(analysis.claims())),
                new Section(
                        "Figures",
                        List.of(
                                new Outline.Figures(RunTable.of(analysis)),
                                new Aside(RunTable.legend(analysis)))),
                AgentRows.section(analysis.agents()),
                dotPlot(),
                new Timelines(
                        charts.roundsDrawn(),
                        omitted(charts),
                        HeatMapView.of(charts.heat(), charts.variants()),
                        charts.json()),
                new Explanation(
                        bounds(),
                        reasons(),
                        nextSteps(),
                        diagnostics(),
                        CodeSection.of(analysis.code())),
                new Appendix(
                        new Section("To correct", findings(Severity.NOTE)),
                        new Section("For information", findings(Severity.INFORMATION)),
                        failedTrials(),
                        RunFacts.section(analysis, trials),
                        RawFiles.of(folder)));
    }

    private Answer answer(Headline headline) {
        var experiment = analysis.manifest().experiment();
        var ratios = ForestPlot.over(analysis);
        return new Answer(
                headline.sentence(),
                headline.status().label(),
                findings(Severity.INVALID),
                variants(ratios),
                compares() ? ratios.marks() : List.of(),
                scorecards(),
                ReportText.basis(analysis)
                        + (compares()
                                ? ". The band is the margin of %s %%."
                                        .formatted(Figures.axis(100 * experiment.margin()))
                                : "."),
                plain(ScopeText.scope(analysis)),
                NextCommand.section(running ? List.of() : NextCommands.onPage(analysis)));
    }

    private List<VariantRow> variants(ForestPlot ratios) {
        var experiment = analysis.manifest().experiment();
        return each((v, colour) -> {
            var comparison = Comparison.of(v.verdict());
            return new VariantRow(
                    plain(v.variant().name()),
                    colour,
                    isPending(v) ? "pending" : comparison.verdict(),
                    MetricFigure.text(v, experiment),
                    isPending(v) ? pending(v) : ReportText.verdict(v.verdict(), experiment),
                    compares() ? ratios.spans(v) : List.of());
        });
    }

    /// None while one of them has no figure yet.
    private List<ScorecardView> scorecards() {
        if (analysis.variants().stream().anyMatch(this::isPending)) {
            return List.of();
        }
        return each((v, colour) -> ScorecardView.of(v, plain(v.variant().name()), colour, analysis))
                .stream()
                .skip(1)
                .toList();
    }

    private boolean compares() {
        return analysis.variants().size() > 1;
    }

    /// Whether the verdict waits for further trials of a run in progress.
    private boolean isPending(VariantSummary v) {
        return running
                && (v.verdict() instanceof Verdict.NoEvidence
                        || (v.verdict() instanceof Verdict.Baseline
                                && v.counts().completed() == 0));
    }

    private String pending(VariantSummary v) {
        var first = analysis.variants().getFirst();
        if (v.counts().completed() == 0) {
            return "no trial has ended yet";
        }
        return first.counts().completed() == 0
                ? "waiting for a trial of %s, with which it is compared"
                        .formatted(plain(first.variant().name()))
                : "too few trials so far";
    }

    /// Each that no other explains, with those that it explains.
    private List<Part> findings(Severity severity) {
        var parts = new ArrayList<Part>();
        for (var group : analysis.causes(severity)) {
            if (running && group.cause() instanceof Incomplete) {
                continue;
            }
            parts.add(FindingNote.of(severity, text(group.cause())));
            ConsequenceText.sentence(analysis, group)
                    .map(also -> new ConsequenceList(also, consequences(group)))
                    .ifPresent(parts::add);
        }
        return parts;
    }

    private List<String> consequences(Consequences group) {
        return group.findings().stream().map(f -> text(f).sentences()).toList();
    }

    private FindingText text(ResultFinding finding) {
        return finding.text(analysis.manifest().experiment());
    }

    private DotPlot dotPlot() {
        var values =
                analysis.variants().stream()
                        .flatMap(v ->
                                Stream.concat(
                                        v.throughput().ofTrials().stream(),
                                        v.throughput().interval().stream()
                                                .flatMap(i -> Stream.of(i.low(), i.high()))))
                        .toList();
        if (values.isEmpty()) {
            return new DotPlot(List.of(), List.of());
        }
        var axis = Axis.over(values);
        var marks = axis.marks().stream().map(m -> new Mark(axis.at(m), Figures.axis(m))).toList();
        return new DotPlot(marks, each((v, colour) -> dotPlotRow(v, colour, axis)));
    }

    private static DotPlotRow dotPlotRow(VariantSummary v, int colour, Axis axis) {
        var dots = new ArrayList<Dot>();
        for (var value : v.throughput().ofTrials()) {
            var title = "trial %d: %s/s".formatted(dots.size() + 1, Figures.number(value));
            dots.add(new Dot(axis.at(value), title));
        }
        var interval =
                v.throughput().interval().stream()
                        .map(i ->
                                new Span(
                                        "interval",
                                        axis.at(i.low()),
                                        axis.at(i.high()),
                                        axis.at(i.point())))
                        .toList();
        var name = plain(v.variant().name());
        return new DotPlotRow(name, colour, description(v, name), dots, interval);
    }

    private static String description(VariantSummary v, String name) {
        if (v.counts().completed() == 0) {
            return name + ": no trial";
        }
        var interval =
                v.throughput()
                        .interval()
                        .map(i -> ", 95 % interval [" + Format.interval(i, Figures::number) + "]")
                        .orElse("");
        return "%s: %s, mean %s/s%s"
                .formatted(
                        name,
                        Figures.counted(v.counts().completed(), "trial"),
                        Figures.number(v.throughput().mean()),
                        interval);
    }

    private List<BoundRow> bounds() {
        return each((v, colour) ->
                new BoundRow(
                        plain(v.variant().name()),
                        colour,
                        v.counts().completed() == 0
                                ? running ? "no trial has ended yet" : "no trial was completed"
                                : plain(WhyText.bound(v)),
                        v.bottleneck().bounds().stream()
                                .skip(1)
                                .map(b ->
                                        new Item(
                                                BoundText.arithmetic(b),
                                                Figures.number(b.maxThroughput()) + "/s"))
                                .toList()));
    }

    private List<ReasonRow> reasons() {
        var bars = WaitBars.of(analysis);
        return each((v, colour) ->
                        v.bottleneck()
                                .reason()
                                .map(r ->
                                        new ReasonRow(
                                                plain(v.variant().name()),
                                                colour,
                                                ReasonText.of(r),
                                                bars.of(r))))
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private List<Part> nextSteps() {
        return NextStep.of(analysis).stream().flatMap(step -> step.parts().stream()).toList();
    }

    private List<DiagnosticsView> diagnostics() {
        double most =
                analysis.variants().stream()
                        .flatMap(v -> v.diagnostics().memory().stream())
                        .mapToDouble(MemoryBar::width)
                        .max()
                        .orElse(1);
        return each((v, colour) ->
                        DiagnosticsView.of(
                                plain(v.variant().name()), colour, v.diagnostics(), most))
                .stream()
                .filter(view -> !view.isEmpty())
                .toList();
    }

    private List<FailedTrial> failedTrials() {
        var failedTrials = new ArrayList<FailedTrial>();
        for (var result : trials) {
            if (result.outcome() instanceof Failed failed) {
                failedTrials.add(
                        new FailedTrial(
                                "Trial %d, %s"
                                        .formatted(
                                                result.trial().number(),
                                                plain(result.trial().variant())),
                                plain(failed.phase() + ": " + failed.reason()),
                                failed.logTail().stream()
                                        .map(Format::plain)
                                        .reduce((a, b) -> a + "\n" + b)
                                        .orElse("")));
            }
        }
        return failedTrials;
    }

    private static String omitted(Charts charts) {
        var parts = new ArrayList<String>();
        if (charts.downsampled()) {
            parts.add(
                    "Long series are downsampled: the lowest and the highest point of each time segment are drawn");
        }
        if (charts.roundsDrawn() < charts.rounds()) {
            parts.add(
                    "the first %d of %d blocks are drawn"
                            .formatted(charts.roundsDrawn(), charts.rounds()));
        }
        return parts.isEmpty() ? "" : String.join("; ", parts) + ". series.csv has all points.";
    }

    private interface Numbered<T> {
        T of(VariantSummary v, int colour);
    }

    private <T> List<T> each(Numbered<T> view) {
        var all = new ArrayList<T>();
        for (var v : analysis.variants()) {
            all.add(view.of(v, Palette.colour(all.size())));
        }
        return all;
    }
}
