package dev.loombench.report.text;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.finding.Severity;
import dev.loombench.report.AgentRows;
import dev.loombench.report.CodeText;
import dev.loombench.report.CostVerdictText;
import dev.loombench.report.DiagnosticsText;
import dev.loombench.report.Headline;
import dev.loombench.report.MetricText;
import dev.loombench.report.ReportText;
import dev.loombench.report.reason.NextStep;
import dev.loombench.report.reason.WhyText;
import dev.loombench.report.scope.ScopeText;
import java.util.ArrayList;
import java.util.List;

/// The report for a terminal: findings that make the result invalid, question, verdicts, claims,
/// table, reasons, diagnostics, notes.
public final class TerminalReport {
    private static final String INDENT = "  ";

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
        report.agents();
        report.why();
        report.diagnostics();
        report.code();
        report.windowLength();
        report.notes();
        return report.lines;
    }

    private void invalidFindings() {
        var findings = analysis.findings(Severity.INVALID);
        if (findings.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(style.bad(style.bold("Invalid result:")));
        findings.forEach(f -> finding("invalid", f));
    }

    private void verdicts() {
        var experiment = analysis.manifest().experiment();
        lines.add("");
        lines.add(style.bold(plain(experiment.question())));
        if (analysis.valid()) {
            wrap("", Headline.of(analysis).sentence());
        } else {
            CostVerdictText.sentence(analysis).ifPresent(cost -> wrap("", cost));
        }
        lines.add("");
        var bars = VerdictBars.of(analysis, style, width);
        lines.add(
                style.faint(
                        "%s, by %s:"
                                .formatted(
                                        plain(experiment.name()), MetricText.label(experiment))));
        bars.forEach(line -> lines.add(INDENT + line));
        lines.add("");
        for (var summary : analysis.variants()) {
            if (!(summary.verdict() instanceof Verdict.Baseline)) {
                wrap(
                        "  ",
                        "%s: %s"
                                .formatted(
                                        plain(summary.variant().name()),
                                        VerdictBars.coloured(
                                                summary.verdict(),
                                                ReportText.verdict(summary.verdict(), experiment),
                                                style)));
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
        lines.addAll(ClaimLines.of(analysis.claims(), style, width));
    }

    private void table() {
        var table = FiguresTable.full(analysis);
        lines.add("");
        lines.addAll(table.lines(style, width));
        table.legendOfMarks().ifPresent(m -> wrap("  ", style.faint(m)));
        wrap("  ", style.faint(table.legend()));
    }

    private void agents() {
        if (analysis.agents().isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(style.bold("Agents"));
        lines.addAll(Table.of(AgentRows.of(analysis.agents())).indented(style, width));
        wrap("  ", style.faint(AgentRows.LEGEND));
    }

    private void why() {
        var measured =
                analysis.variants().stream().filter(v -> v.counts().completed() > 0).toList();
        if (measured.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(style.bold("Why"));
        for (var v : measured) {
            wrap("  ", "%s: %s".formatted(plain(v.variant().name()), WhyText.of(v)));
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

    private void code() {
        if (analysis.code().isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(style.bold("Which code costs"));
        CodeText.differences(analysis.code(), true).forEach(sentence -> wrap("  ", sentence + "."));
        for (var profile : analysis.code().profiles()) {
            lines.add("");
            wrap("  ", "%s: %s.".formatted(CodeText.title(profile), CodeText.basis(profile)));
            lines.addAll(Table.of(CodeText.table(profile, true)).indented(style, width));
        }
        wrap("  ", style.faint(CodeText.LEGEND));
    }

    private void windowLength() {
        analysis.windowLength()
                .ifPresent(window -> {
                    lines.add("");
                    lines.add(style.bold("Time"));
                    wrap("  ", ScopeText.windowLength(window) + ".");
                });
    }

    private void notes() {
        findings("To correct", Severity.NOTE);
        findings("For information", Severity.INFORMATION);
    }

    private void findings(String title, Severity severity) {
        var findings = analysis.findings(severity);
        if (!findings.isEmpty()) {
            lines.add("");
            lines.add(style.bold(title));
            findings.forEach(f -> finding(severity.label(), f));
        }
    }

    private void finding(String kind, ResultFinding finding) {
        var text = finding.text(analysis.manifest().experiment());
        wrap("  ", "%s: %s".formatted(kind, plain(text.inFull())));
    }

    private void wrap(String indent, String text) {
        lines.addAll(LineWrapper.at(width, indent, text));
    }
}
