package dev.loombench.report.html;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.Verdict;
import dev.loombench.analysis.validity.EvidenceFinding.Incomplete;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.report.BoundText;
import dev.loombench.report.FindingText;
import dev.loombench.report.Format;
import dev.loombench.report.Headline;
import dev.loombench.report.MetricFigure;
import dev.loombench.report.PageTable;
import dev.loombench.report.ReportText;
import dev.loombench.report.html.RunPageModel.BoundRow;
import dev.loombench.report.html.RunPageModel.ClaimRow;
import dev.loombench.report.html.RunPageModel.Dot;
import dev.loombench.report.html.RunPageModel.DotPlotRow;
import dev.loombench.report.html.RunPageModel.Fact;
import dev.loombench.report.html.RunPageModel.FailedTrial;
import dev.loombench.report.html.RunPageModel.Mark;
import dev.loombench.report.html.RunPageModel.Note;
import dev.loombench.report.html.RunPageModel.Span;
import dev.loombench.report.html.RunPageModel.Trials;
import dev.loombench.report.html.RunPageModel.VariantRow;
import dev.loombench.report.json.RunDocument;
import dev.loombench.report.json.RunDocument.Comparison;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Puts what an analysis found into the words and places of a page.
final class RunPageBuilder {
    /// As many as the page's style has.
    private static final int COLOURS = 7;

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
        var spec = manifest.spec();
        var ratios = ForestPlot.over(analysis);
        var charts = Charts.of(analysis, trials);
        return new RunPageModel(
                plain(spec.name()),
                plain(spec.question()),
                Format.minute(manifest.started()),
                headline.sentence(),
                headline.tone(),
                plain(ReportText.scope(spec, manifest.environment())),
                ReportText.basis(analysis)
                        + (compares()
                                ? ". The band is the margin of %s %%."
                                        .formatted(Format.number(100 * spec.margin()))
                                : "."),
                contestants(ratios),
                compares() ? ratios.marks() : List.of(),
                claims(),
                findings(Severity.INVALID),
                findings(Severity.NOTE),
                PageTable.of(analysis),
                strips(),
                reasons(),
                inside(),
                losses(),
                RunFacts.of(analysis, trials),
                RawFiles.of(folder),
                charts.roundsDrawn(),
                spec.isBatch(),
                charts.json(),
                leftOut(charts));
    }

    private List<VariantRow> contestants(ForestPlot ratios) {
        var spec = analysis.manifest().spec();
        return each((v, colour) -> {
            var comparison = Comparison.of(v.verdict());
            return new VariantRow(
                    plain(v.variant().name()),
                    colour,
                    isPending(v) ? "pending" : comparison.verdict(),
                    MetricFigure.text(v, spec),
                    isPending(v) ? pending(v) : ReportText.verdict(v.verdict(), spec),
                    v.verdict().interval().map(ReportText::bracketed).orElse(""),
                    compares() ? ratios.spans(v) : List.of());
        });
    }

    private boolean compares() {
        return analysis.variants().size() > 1;
    }

    /// Whether trials of a run under way are still to come that a verdict waits for.
    private boolean isPending(VariantSummary v) {
        return running
                && (v.verdict() instanceof Verdict.NoEvidence
                        || (v.verdict() instanceof Verdict.Baseline && v.completed() == 0));
    }

    private String pending(VariantSummary v) {
        var first = analysis.variants().getFirst();
        if (v.completed() == 0) {
            return "no trial has ended yet";
        }
        return first.completed() == 0
                ? "waits for a trial of %s, with which it is compared"
                        .formatted(plain(first.variant().name()))
                : "too few trials so far";
    }

    private List<ClaimRow> claims() {
        return analysis.claims().stream()
                .map(check ->
                        new ClaimRow(
                                RunDocument.ClaimJson.of(check).outcome(),
                                plain(check.claim().text()),
                                plain(ReportText.claim(check))))
                .toList();
    }

    private List<Note> findings(Severity severity) {
        return analysis.findings().stream()
                .filter(f -> f.severity() == severity)
                .filter(f -> !(running && f instanceof Incomplete))
                .map(FindingText::of)
                .map(s -> new Note(plain(s.message()), plain(s.impact()), plain(s.remedy())))
                .toList();
    }

    private Trials strips() {
        var values =
                analysis.variants().stream()
                        .flatMap(v ->
                                Stream.concat(
                                        v.throughputs().stream(),
                                        v.throughputInterval().stream()
                                                .flatMap(i -> Stream.of(i.low(), i.high()))))
                        .toList();
        if (values.isEmpty()) {
            return new Trials(List.of(), List.of());
        }
        var axis = Axis.over(values);
        var marks = axis.marks().stream().map(m -> new Mark(axis.at(m), Format.axis(m))).toList();
        return new Trials(marks, each((v, colour) -> strip(v, colour, axis)));
    }

    private static DotPlotRow strip(VariantSummary v, int colour, Axis axis) {
        var dots = new ArrayList<Dot>();
        for (var value : v.throughputs()) {
            var title = "trial %d: %s/s".formatted(dots.size() + 1, Format.number(value));
            dots.add(new Dot(axis.at(value), title));
        }
        var interval =
                v.throughputInterval().stream()
                        .map(i ->
                                new Span(
                                        "interval",
                                        axis.at(i.low()),
                                        axis.at(i.high()),
                                        axis.at(i.point())))
                        .toList();
        var name = plain(v.variant().name());
        return new DotPlotRow(name, colour, said(v, name), dots, interval);
    }

    private static String said(VariantSummary v, String name) {
        var interval =
                v.throughputInterval()
                        .map(i -> ", 95 % interval [" + Format.ends(i, Format::number) + "]")
                        .orElse("");
        return "%s: %s, mean %s/s%s"
                .formatted(
                        name,
                        Format.counted(v.completed(), "trial"),
                        Format.number(v.throughput()),
                        interval);
    }

    private List<BoundRow> reasons() {
        return each((v, colour) ->
                new BoundRow(
                        plain(v.variant().name()),
                        colour,
                        v.explanation().explainsThroughput(),
                        v.completed() == 0
                                ? running ? "no trial has ended yet" : "no trial was completed"
                                : BoundText.of(v.explanation()),
                        v.explanation().bounds().stream()
                                .skip(1)
                                .map(b ->
                                        new Fact(
                                                BoundText.arithmetic(b),
                                                Format.number(b.maxThroughput()) + "/s"))
                                .toList()));
    }

    private List<DiagnosticsView> inside() {
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

    private List<FailedTrial> losses() {
        var losses = new ArrayList<FailedTrial>();
        for (var result : trials) {
            if (result.outcome() instanceof Failed failed) {
                losses.add(
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
        return losses;
    }

    private static String leftOut(Charts charts) {
        var said = new ArrayList<String>();
        if (charts.thinned()) {
            said.add(
                    "Long series are thinned: of each stretch of time the lowest and the highest point are drawn");
        }
        if (charts.roundsDrawn() < charts.rounds()) {
            said.add(
                    "the first %d of %d rounds are drawn"
                            .formatted(charts.roundsDrawn(), charts.rounds()));
        }
        return said.isEmpty() ? "" : String.join("; ", said) + ". series.csv holds them whole.";
    }

    private interface Numbered<T> {
        T of(VariantSummary v, int colour);
    }

    private <T> List<T> each(Numbered<T> view) {
        var all = new ArrayList<T>();
        for (var v : analysis.variants()) {
            all.add(view.of(v, all.size() % COLOURS));
        }
        return all;
    }
}
