package dev.loombench.report.judgement;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.comparison.ConfidenceLevels;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.judge.JudgedFigure;
import dev.loombench.analysis.judge.Judgement;
import dev.loombench.analysis.judge.Outcome;
import dev.loombench.analysis.judge.Sample;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.PageTable;
import dev.loombench.export.PageTable.Cell;
import dev.loombench.finding.Severity;
import dev.loombench.report.ComparisonText;
import dev.loombench.report.Format;
import dev.loombench.report.RatioText;
import dev.loombench.report.ReportText;
import dev.loombench.report.finding.FindingNote;
import dev.loombench.result.foreign.ForeignMetric;
import dev.loombench.result.foreign.ForeignResult;
import dev.loombench.stats.Interval;
import dev.loombench.text.Figures;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A judgement in words and as a table.
final class JudgementText {
    /// The package of a benchmark of JMH, which its reports leave out too.
    private static final Pattern PACKAGE =
            Pattern.compile("^(?:[a-z_][a-z0-9_]*\\.)+(?=[A-Z][\\w$]*\\.)");

    private static final List<String> COLUMNS =
            List.of("benchmark", "metric", "base", "head", "head / base", "verdict");

    private JudgementText() {}

    /// `head.json compared with base.json (JMH)`.
    static String title(Judgement judgement) {
        return plain(
                "%s compared with %s (%s)"
                        .formatted(
                                names(judgement.head()),
                                names(judgement.base()),
                                judgement.tool().label()));
    }

    /// `a1.json and 2 more`.
    private static String names(List<ForeignResult> results) {
        var first = results.getFirst().name();
        return results.size() == 1 ? first : "%s and %d more".formatted(first, results.size() - 1);
    }

    /// The answer in a sentence.
    static String headline(Judgement judgement) {
        return switch (judgement.outcome()) {
            case INVALID ->
                    "Invalid: %s."
                            .formatted(
                                    plain(
                                            judgement.findings().stream()
                                                    .filter(f -> f.severity() == Severity.INVALID)
                                                    .map(f -> f.text().message())
                                                    .findFirst()
                                                    .orElse("")));
            case FAILED -> "Worse: %s.".formatted(most(judgement, Outcome.FAILED));
            case UNDECIDED ->
                    "Undecided: %s."
                            .formatted(
                                    judgement.of(Outcome.UNDECIDED).isEmpty()
                                            ? lacking(judgement.lacking())
                                            : most(judgement, Outcome.UNDECIDED));
            case PASSED -> passed(judgement);
        };
    }

    /// The largest difference with this outcome, and how many more there are.
    private static String most(Judgement judgement, Outcome outcome) {
        var figures = judgement.of(outcome);
        int more = figures.size() - 1;
        return "%s%s"
                .formatted(
                        sentence(figures.getFirst(), judgement),
                        more > 0
                                ? "; and %s more".formatted(Figures.counted(more, "comparison"))
                                : "");
    }

    private static String lacking(List<String> benchmarks) {
        int more = benchmarks.size() - 1;
        return plain(
                "the head lacks %s%s of the base, without --partial"
                        .formatted(
                                shortName(benchmarks.getFirst()),
                                more > 0
                                        ? " and " + Figures.counted(more, "other benchmark")
                                        : ""));
    }

    private static String passed(Judgement judgement) {
        long better =
                judgement.deciding().stream()
                        .filter(f -> f.verdict() instanceof Verdict.Better)
                        .count();
        var compared = Figures.counted(judgement.deciding().size(), "comparison");
        return "Not worse: of %s, %d better by %s or more, none worse."
                .formatted(compared, better, margin(judgement));
    }

    private static String margin(Judgement judgement) {
        return Figures.axis(100 * judgement.rules().margin()) + " %";
    }

    /// `Foo.bar by time: 1.146× [1.120, 1.172]`, with what would decide, after the outcome of all.
    private static String sentence(JudgedFigure figure, Judgement judgement) {
        return plain(
                "%s by %s: %s"
                        .formatted(
                                shortName(figure),
                                figure.metric().name(),
                                verdict(figure, judgement)));
    }

    private static String verdict(JudgedFigure figure, Judgement judgement) {
        var unit = judgement.tool().startsProcesses() ? "processes" : "loads";
        return switch (figure.verdict()) {
            case Verdict.NoEvidence(var reason) ->
                    figure.ratio().isPresent()
                            ? "no verdict on %s, because %s".formatted(ratio(figure), reason)
                            : "no verdict, because %s".formatted(reason);
            case Verdict.Undecided(var ratio, _, var needed) ->
                    "%s contains 1 and reaches beyond %s; %s"
                            .formatted(
                                    RatioText.withInterval(ratio),
                                    margin(judgement),
                                    ReportText.blocksNeeded(needed, unit, "side"));
            case Verdict.Different(var ratio) ->
                    "different, %s: by more or less than %s is open"
                            .formatted(RatioText.withInterval(ratio), margin(judgement));
            case Verdict.Invalid(var ratio, var by) ->
                    "invalid by %s, %s".formatted(by.kind(), RatioText.withInterval(ratio));
            // The headline begins with this verdict.
            case Verdict.Worse(var ratio) -> RatioText.withInterval(ratio);
            case Verdict.Better _,
                    Verdict.NoDifference _,
                    Verdict.Baseline _,
                    Verdict.DependsOnProcess _ ->
                    "%s, %s"
                            .formatted(
                                    ComparisonText.word(figure.verdict()),
                                    figure.verdict()
                                            .interval()
                                            .map(RatioText::withInterval)
                                            .orElse(Format.MISSING));
        };
    }

    /// A row per comparison, those that decide first.
    static PageTable table(Judgement judgement) {
        return new PageTable(
                COLUMNS, judgement.figures().stream().map(JudgementText::row).toList());
    }

    private static List<Cell> row(JudgedFigure figure) {
        var metric = figure.metric();
        return List.of(
                Cell.of(plain(shortName(figure))),
                Cell.of(plain(metric.name())),
                cell(metric, figure.base()),
                cell(metric, figure.head()),
                Cell.of(
                        figure.verdict()
                                .interval()
                                .map(i -> "%s [%s]".formatted(ratio(figure), RatioText.interval(i)))
                                .orElseGet(() -> ratio(figure))),
                Cell.of(ComparisonText.word(figure.verdict())));
    }

    private static Cell cell(ForeignMetric metric, Sample sample) {
        return new Cell(
                value(metric, sample.mean()),
                sample.interval().map(interval -> ends(metric, interval)).orElse(""));
    }

    private static String ends(ForeignMetric metric, Interval interval) {
        return Format.interval(interval, (end, _) -> value(metric, end));
    }

    /// `1.146×`.
    private static String ratio(JudgedFigure figure) {
        var ratio = figure.ratio();
        return ratio.isPresent() ? RatioText.ratio(ratio.getAsDouble()) + "×" : Format.MISSING;
    }

    /// A figure with its unit.
    static String value(ForeignMetric metric, double value) {
        return switch (metric.unit()) {
            case ForeignMetric.NANOS -> Format.time(value);
            case ForeignMetric.PER_SECOND -> Figures.number(value) + "/s";
            case "bytes" -> Figures.bytes(value);
            default -> "%s %s".formatted(Figures.number(value), plain(metric.unit()));
        };
    }

    /// Without the package of a class; with the base's name where it is another one.
    private static String shortName(JudgedFigure figure) {
        var head = shortName(figure.benchmark());
        return figure.baseBenchmark()
                .map(base -> "%s against %s".formatted(head, shortName(base)))
                .orElse(head);
    }

    private static String shortName(String benchmark) {
        return PACKAGE.matcher(benchmark).replaceFirst("");
    }

    /// What the intervals are of.
    static String basis(Judgement judgement) {
        var unit = judgement.tool().startsProcesses() ? "process" : "load";
        return "One value per %s: %s of the base, %s of the head. Intervals are of %s; %s with %s."
                .formatted(
                        judgement.rules().paired() ? "result" : unit,
                        counts(judgement.deciding().stream().map(JudgedFigure::base)),
                        counts(judgement.deciding().stream().map(JudgedFigure::head)),
                        judgement.rules().paired()
                                ? "the ratio within pairs"
                                : "the ratio of two independent samples",
                        comparisons(judgement),
                        Figures.axis(100 * ConfidenceLevels.LEVEL) + " %");
    }

    /// `all 12 comparisons by time hold at once`, or `the comparison by time holds`.
    private static String comparisons(Judgement judgement) {
        int count = judgement.deciding().size();
        var metrics =
                judgement.metrics().stream()
                        .map(metric -> plain(metric.name()))
                        .distinct()
                        .collect(Collectors.joining(", "));
        return count == 1
                ? "the comparison by %s holds".formatted(metrics)
                : "all %d comparisons by %s hold at once".formatted(count, metrics);
    }

    /// `5`, or `3 to 5`.
    private static String counts(Stream<Sample> samples) {
        var counts = samples.mapToInt(sample -> sample.values().size()).summaryStatistics();
        return counts.getMin() == counts.getMax()
                ? String.valueOf(counts.getMin())
                : "%d to %d".formatted(counts.getMin(), counts.getMax());
    }

    /// A finding with its label before its sentences.
    static Note note(ResultFinding finding) {
        return FindingNote.of(finding.severity(), label(finding), finding.text(), Optional.empty());
    }

    private static String label(ResultFinding finding) {
        return switch (finding.severity()) {
            case INVALID, CRITICAL -> "Invalid";
            case NOTE, WARNING -> "To correct";
            case INFORMATION -> "For information";
        };
    }
}
