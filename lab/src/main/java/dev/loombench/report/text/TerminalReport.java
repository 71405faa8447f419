package dev.loombench.report.text;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.ClaimCheck;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.Verdict;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.report.BoundText;
import dev.loombench.report.DiagnosticsText;
import dev.loombench.report.EventColumns;
import dev.loombench.report.FindingText;
import dev.loombench.report.Format;
import dev.loombench.report.Headline;
import dev.loombench.report.MetricFigure;
import dev.loombench.report.MetricText;
import dev.loombench.report.RatioText;
import dev.loombench.report.ReportText;
import dev.loombench.report.ScopeText;
import dev.loombench.report.reason.NextStep;
import dev.loombench.report.reason.ReasonText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/// The report for a terminal: findings that make the result invalid, question, verdicts, claims,
/// table, bounds, reasons, diagnostics, notes.
public final class TerminalReport {
    private static final String INDENT = "  ";
    private static final int MIN_BAR = 2;
    private static final int MAX_BAR = 40;

    private final Analysis analysis;
    private final AnsiStyle style;
    private final int width;
    private final List<String> lines = new ArrayList<>();

    private TerminalReport(Analysis analysis, AnsiStyle style, int width) {
        this.analysis = analysis;
        this.style = style;
        this.width = width;
    }

    /// @param width of the terminal, columns
    /// @return the lines of the report
    public static List<String> of(Analysis analysis, AnsiStyle style, int width) {
        var report = new TerminalReport(analysis, style, width);
        report.invalidFindings();
        report.verdicts();
        report.claims();
        report.table();
        report.bounds();
        report.why();
        report.diagnostics();
        report.notes();
        return report.lines;
    }

    private void invalidFindings() {
        var findings = findings(Severity.INVALID);
        if (findings.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(style.bad(style.bold("Invalid result:")));
        findings.forEach(f -> finding("invalid", f));
    }

    private void verdicts() {
        var spec = analysis.manifest().spec();
        lines.add("");
        lines.add(style.bold(plain(spec.question())));
        if (analysis.valid()) {
            wrap("", Headline.of(analysis).sentence());
        }
        lines.add("");
        var measures = analysis.variants().stream().mapToDouble(this::measure).toArray();
        double longest = Arrays.stream(measures).filter(Double::isFinite).max().orElse(1);
        int names = widest(v -> plain(v.variant().name()));
        int figures = widest(this::figure);
        int bar = Math.clamp(width - names - figures - 34L, MIN_BAR, MAX_BAR);
        lines.add(style.faint("%s, by %s:".formatted(spec.name(), MetricText.label(spec))));
        for (int i = 0; i < measures.length; i++) {
            var summary = analysis.variants().get(i);
            lines.add(
                    "  %s  %s  %s  %s"
                            .formatted(
                                    padRight(plain(summary.variant().name()), names),
                                    style.bar(BarChars.bar(measures[i] / longest, bar)),
                                    padLeft(figure(summary), figures),
                                    ratio(summary.verdict())));
        }
        lines.add("");
        for (var summary : analysis.variants()) {
            if (!(summary.verdict() instanceof Verdict.Baseline)) {
                wrap(
                        "  ",
                        "%s: %s"
                                .formatted(
                                        plain(summary.variant().name()),
                                        coloured(
                                                summary.verdict(),
                                                ReportText.verdict(summary.verdict(), spec))));
            }
        }
        wrap("  ", style.faint(ReportText.basis(analysis) + "."));
        wrap("  ", style.faint("Holds for: " + plain(ScopeText.scope(analysis)) + "."));
        var adjustments = analysis.manifest().adjustments();
        if (!adjustments.isEmpty()) {
            wrap("  ", style.faint("Adjusted: " + plain(String.join("; ", adjustments)) + "."));
        }
    }

    private void claims() {
        if (analysis.claims().isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(style.bold("Claims"));
        for (var check : analysis.claims()) {
            var sentence = plain(ReportText.claim(check));
            wrap("  ", plain(check.claim().text()) + ": " + coloured(check.outcome(), sentence));
        }
    }

    private String coloured(ClaimCheck.Outcome outcome, String text) {
        return switch (outcome) {
            case ClaimCheck.Outcome.Supported _ -> style.good(text);
            case ClaimCheck.Outcome.Contradicted _ -> style.bad(text);
            case ClaimCheck.Outcome.Undecided _, ClaimCheck.Outcome.NoEvidence _ ->
                    style.warning(text);
        };
    }

    private boolean isOnly() {
        return analysis.variants().size() == 1;
    }

    private double measure(VariantSummary v) {
        return MetricFigure.of(v, analysis.manifest().spec().metric());
    }

    private String figure(VariantSummary v) {
        return MetricFigure.text(v, analysis.manifest().spec());
    }

    private String ratio(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Baseline _ -> isOnly() ? "" : style.faint("1");
            case Verdict.Better _,
                    Verdict.Worse _,
                    Verdict.NoDifference _,
                    Verdict.Different _,
                    Verdict.Undecided _,
                    Verdict.NoEvidence _ ->
                    coloured(
                            verdict,
                            verdict.interval().map(RatioText::withInterval).orElse(Format.MISSING));
        };
    }

    private String coloured(Verdict verdict, String text) {
        return switch (verdict) {
            case Verdict.Baseline _, Verdict.NoDifference _ -> text;
            case Verdict.Better _ -> style.good(text);
            case Verdict.Worse _ -> style.bad(text);
            case Verdict.Different _, Verdict.Undecided _, Verdict.NoEvidence _ ->
                    style.warning(text);
        };
    }

    private void table() {
        if (analysis.manifest().spec().isBatch()) {
            batch();
        } else {
            server();
        }
    }

    private void batch() {
        var table = new Table().row("", "elapsed", "tasks/s", "CPU/task", "peak RSS", "threads");
        for (var v : analysis.variants()) {
            table.row(
                    plain(v.variant().name()),
                    Format.time(v.elapsed()),
                    v.counts().completed() > 0
                            ? Format.number(v.throughput().mean())
                            : Format.MISSING,
                    Format.time(v.cost().cpuPerRequest()),
                    Format.bytes(v.cost().peakRss()),
                    Format.count(v.cost().threads()));
        }
        print(table, "elapsed: " + ReportText.ELAPSED + " CPU/task: " + ReportText.CPU_OF_BATCH);
    }

    private void server() {
        var events = EventColumns.of(analysis.variants());
        var header =
                new ArrayList<>(
                        List.of("", "requests/s", "p50", "p99", "p99.9", "max", "CPU/request"));
        events.forEach(column -> header.add(column.name()));
        header.addAll(List.of("peak RSS", "threads", "errors"));
        var table = new Table().row(header);
        for (var v : analysis.variants()) {
            boolean any = v.counts().completed() > 0;
            var row =
                    new ArrayList<>(
                            List.of(
                                    plain(v.variant().name()),
                                    any ? Format.number(v.throughput().mean()) : Format.MISSING,
                                    response(v, h -> h.getValueAtPercentile(50)),
                                    response(v, h -> h.getValueAtPercentile(99)),
                                    response(v, h -> h.getValueAtPercentile(99.9)),
                                    response(v, Histogram::getMaxValue),
                                    Format.time(v.cost().cpuPerRequest())));
            events.forEach(column -> row.add(column.text(v)));
            row.addAll(
                    List.of(
                            Format.bytes(v.cost().peakRss()),
                            Format.count(v.cost().threads()),
                            any
                                    ? String.format(Locale.ROOT, "%,d", v.counts().errors())
                                    : Format.MISSING));
            table.row(row);
        }
        print(
                table,
                "p50 to max: response time from the intended send, all trials merged. CPU/request: CPU time of the server.");
    }

    private void print(Table table, String legend) {
        lines.add("");
        for (var block : table.blocks(width - INDENT.length())) {
            lines.add(INDENT + style.faint(block.getFirst()));
            block.stream().skip(1).forEach(row -> lines.add(INDENT + row));
        }
        wrap("  ", style.faint(legend));
    }

    private static String response(VariantSummary v, ToDoubleFunction<Histogram> reading) {
        return v.latency().responseTime().getTotalCount() == 0
                ? Format.MISSING
                : Format.time(reading.applyAsDouble(v.latency().responseTime()));
    }

    private void bounds() {
        lines.add("");
        lines.add(style.bold("Bounds of throughput"));
        for (var v : analysis.variants()) {
            if (v.counts().completed() > 0) {
                wrap(
                        "  ",
                        "%s: %s"
                                .formatted(
                                        plain(v.variant().name()), BoundText.of(v.bottleneck())));
            }
        }
    }

    private void why() {
        var explained =
                analysis.variants().stream()
                        .filter(v -> v.bottleneck().reason().isPresent())
                        .toList();
        if (explained.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(style.bold("Why"));
        for (var v : explained) {
            var reason = v.bottleneck().reason().orElseThrow();
            wrap("  ", "%s: %s".formatted(plain(v.variant().name()), ReasonText.of(reason)));
        }
        for (var step : NextStep.of(analysis)) {
            wrap("  ", "Try " + step.sentence() + step.command().map(_ -> ":").orElse(""));
            // not wrapped, so that it can be copied
            step.command().ifPresent(c -> lines.add("      " + plain(c)));
        }
    }

    private void diagnostics() {
        if (analysis.variants().stream()
                .allMatch(v -> DiagnosticsText.brief(v.diagnostics()).isEmpty())) {
            return;
        }
        lines.add("");
        lines.add(style.bold("Inside each server"));
        for (var v : analysis.variants()) {
            for (var sentence : DiagnosticsText.brief(v.diagnostics())) {
                wrap("  ", "%s: %s".formatted(plain(v.variant().name()), sentence));
            }
        }
    }

    private void notes() {
        var notes = findings(Severity.NOTE);
        lines.add("");
        lines.add(style.bold("Notes"));
        notes.forEach(f -> finding("note", f));
    }

    private void finding(String kind, Finding finding) {
        var text = FindingText.of(finding);
        wrap(
                "  ",
                "%s: %s; %s. Remedy: %s."
                        .formatted(
                                kind,
                                plain(text.message()),
                                plain(text.impact()),
                                plain(text.remedy())));
    }

    private List<Finding> findings(Severity severity) {
        return analysis.findings().stream().filter(f -> f.severity() == severity).toList();
    }

    private void wrap(String indent, String text) {
        lines.addAll(LineWrapper.at(width, indent, text));
    }

    private int widest(Function<VariantSummary, String> text) {
        return analysis.variants().stream().map(text).mapToInt(Table::width).max().orElse(0);
    }

    private static String padRight(String text, int width) {
        return text + " ".repeat(Math.max(0, width - Table.width(text)));
    }

    private static String padLeft(String text, int width) {
        return " ".repeat(Math.max(0, width - Table.width(text))) + text;
    }
}
