package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.Finding;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.report.OutputDocument.Comparison;
import dev.loombench.report.Page.Asserted;
import dev.loombench.report.Page.Contestant;
import dev.loombench.report.Page.Dot;
import dev.loombench.report.Page.Fact;
import dev.loombench.report.Page.Loss;
import dev.loombench.report.Page.Mark;
import dev.loombench.report.Page.Note;
import dev.loombench.report.Page.Reason;
import dev.loombench.report.Page.Span;
import dev.loombench.report.Page.Strip;
import dev.loombench.report.Page.Trials;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Puts what an analysis found into the words and places of a page.
final class PageOfRun {
    static final DateTimeFormatter WHEN =
            DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    /// As many as the page's style has.
    private static final int COLOURS = 7;

    private final Analysis analysis;
    private final List<TrialResult> trials;

    private PageOfRun(Analysis analysis, List<TrialResult> trials) {
        this.analysis = analysis;
        this.trials = trials;
    }

    static Page of(Analysis analysis, List<TrialResult> trials, Path folder, Headline headline) {
        return new PageOfRun(analysis, trials).page(folder, headline);
    }

    private Page page(Path folder, Headline headline) {
        var manifest = analysis.manifest();
        var spec = manifest.spec();
        var ratios = RatioPicture.over(analysis);
        var charts = Charts.of(analysis, trials);
        return new Page(
                plain(spec.name()),
                plain(spec.question()),
                WHEN.format(manifest.started()),
                headline.sentence(),
                headline.tone(),
                plain(Sentences.scope(spec, manifest.environment())),
                "Compared with %s by %s; %s, interleaved, seed %d. The band is the margin of %s %%."
                        .formatted(
                                plain(spec.variants().getFirst().name()),
                                Sentences.label(spec),
                                Sentences.intervals(analysis),
                                manifest.seed(),
                                Format.number(100 * spec.margin())),
                contestants(ratios),
                ratios.marks(),
                claims(),
                findings(Finding.Severity.DOUBT),
                findings(Finding.Severity.NOTE),
                PageTable.of(analysis),
                strips(),
                reasons(),
                inside(),
                losses(),
                Facts.of(analysis, trials),
                RawFiles.of(folder),
                charts.roundsDrawn(),
                spec.isBatch(),
                charts.json(),
                leftOut(charts));
    }

    private List<Contestant> contestants(RatioPicture ratios) {
        var spec = analysis.manifest().spec();
        return each((v, colour) -> {
            var comparison = Comparison.of(v.verdict());
            return new Contestant(
                    plain(v.variant().name()),
                    colour,
                    comparison.verdict(),
                    MetricFigure.text(v, spec),
                    Sentences.verdict(v.verdict(), spec),
                    comparison
                            .ratio()
                            .map(r ->
                                    "× %s [%s]"
                                            .formatted(
                                                    Sentences.ratio(r.point()),
                                                    Sentences.interval(r)))
                            .orElse(""),
                    ratios.spans(v));
        });
    }

    private List<Asserted> claims() {
        return analysis.claims().stream()
                .map(check ->
                        new Asserted(
                                OutputDocument.Claimed.of(check).outcome(),
                                plain(check.claim().text()),
                                plain(Sentences.claim(check))))
                .toList();
    }

    private List<Note> findings(Finding.Severity severity) {
        return analysis.findings().stream()
                .filter(f -> f.severity() == severity)
                .map(Finding::statement)
                .map(s -> new Note(plain(s.seen()), plain(s.matters()), plain(s.helps())))
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

    private static Strip strip(VariantSummary v, int colour, Axis axis) {
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
        return new Strip(name, colour, said(v, name), dots, interval);
    }

    private static String said(VariantSummary v, String name) {
        var mean = Format.number(v.throughput());
        return v.throughputInterval()
                .map(i ->
                        "%s: %d trials, mean %s/s, 95 %% interval %s to %s"
                                .formatted(
                                        name,
                                        v.completed(),
                                        mean,
                                        Format.number(i.low()),
                                        Format.number(i.high())))
                .orElse("%s: %d trials, mean %s/s".formatted(name, v.completed(), mean));
    }

    private List<Reason> reasons() {
        return each((v, colour) ->
                new Reason(
                        plain(v.variant().name()),
                        colour,
                        v.explanation().holds(),
                        v.completed() == 0
                                ? "no trial was completed"
                                : BoundText.of(v.explanation()),
                        v.explanation().bounds().stream()
                                .skip(1)
                                .map(b ->
                                        new Fact(
                                                BoundText.arithmetic(b),
                                                Format.number(b.allows()) + "/s"))
                                .toList()));
    }

    private List<InsideView> inside() {
        double most =
                analysis.variants().stream()
                        .flatMap(v -> v.inside().memory().stream())
                        .mapToDouble(MemoryBar::width)
                        .max()
                        .orElse(1);
        return each((v, colour) ->
                        InsideView.of(plain(v.variant().name()), colour, v.inside(), most))
                .stream()
                .filter(view -> !view.isEmpty())
                .toList();
    }

    private List<Loss> losses() {
        var losses = new ArrayList<Loss>();
        for (var result : trials) {
            if (result.outcome() instanceof Failed failed) {
                losses.add(
                        new Loss(
                                "Trial %d, %s"
                                        .formatted(
                                                result.trial().number(),
                                                plain(result.trial().variant())),
                                plain(failed.during() + ": " + failed.why()),
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
