package dev.loombench.report.markdown;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.Verdict;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.report.BoundText;
import dev.loombench.report.ClaimsPageModel;
import dev.loombench.report.ConsequenceText;
import dev.loombench.report.DiagnosticsText;
import dev.loombench.report.Format;
import dev.loombench.report.Headline;
import dev.loombench.report.PageTable;
import dev.loombench.report.PageTable.Cell;
import dev.loombench.report.ReportText;
import dev.loombench.report.RunComparison;
import dev.loombench.report.ScopeText;
import dev.loombench.report.reason.NextStep;
import dev.loombench.report.reason.ReasonText;
import dev.loombench.report.text.RunComparisonText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The report as Markdown for a pull request: answer, findings, table, bounds, reasons, scope.
public final class MarkdownReport {
    private MarkdownReport() {}

    /// @return lines
    public static List<String> of(Analysis analysis) {
        var spec = analysis.manifest().spec();
        var lines = new ArrayList<String>();
        lines.add("### " + text(spec.question()));
        lines.add("");
        lines.add("**" + text(Headline.of(analysis).sentence()) + "**");
        findings(analysis, Severity.INVALID, "Invalid", lines);
        lines.add("");
        for (var v : analysis.variants()) {
            if (!(v.verdict() instanceof Verdict.Baseline)) {
                lines.add(
                        "- **%s** %s"
                                .formatted(
                                        text(v.variant().name()),
                                        text(ReportText.verdict(v.verdict(), spec))));
            }
        }
        for (var check : analysis.claims()) {
            lines.add(
                    "- *%s*: %s"
                            .formatted(text(check.claim().text()), text(ReportText.claim(check))));
        }
        lines.add("");
        var table = PageTable.of(analysis);
        table(
                table.columns(),
                table.rows().stream()
                        .map(row -> row.stream().map(MarkdownReport::cell).toList())
                        .toList(),
                lines);
        lines.add("");
        for (var v : analysis.variants()) {
            if (v.counts().completed() > 0) {
                lines.add(
                        "- %s: %s"
                                .formatted(
                                        text(v.variant().name()),
                                        text(BoundText.of(v.bottleneck()))));
            }
        }
        reasons(analysis, lines);
        for (var v : analysis.variants()) {
            for (var sentence : DiagnosticsText.of(v.diagnostics())) {
                lines.add("- %s: %s".formatted(text(v.variant().name()), text(sentence)));
            }
        }
        findings(analysis, Severity.NOTE, "To correct", lines);
        findings(analysis, Severity.INFORMATION, "For information", lines);
        var adjustments = analysis.manifest().adjustments();
        if (!adjustments.isEmpty()) {
            lines.add("- Adjusted: " + text(String.join("; ", adjustments)));
        }
        lines.add("");
        lines.add(
                "<sub>Holds for: %s. %s.</sub>"
                        .formatted(
                                text(ScopeText.scope(analysis)), text(ReportText.basis(analysis))));
        return lines;
    }

    private static void reasons(Analysis analysis, List<String> lines) {
        for (var v : analysis.variants()) {
            v.bottleneck()
                    .reason()
                    .ifPresent(r ->
                            lines.add(
                                    "- %s: %s"
                                            .formatted(
                                                    text(v.variant().name()),
                                                    text(ReasonText.of(r)))));
        }
        for (var step : NextStep.of(analysis)) {
            lines.add("- Try " + text(step.sentence()));
            step.command().ifPresent(c -> lines.addAll(List.of("", "      " + plain(c), "")));
        }
    }

    /// A comparison of two runs.
    ///
    /// @return lines
    public static List<String> of(RunComparison runs) {
        var lines = new ArrayList<String>();
        lines.add("### %s compared with %s".formatted(text(runs.first()), text(runs.second())));
        lines.add("");
        lines.add("- %s: %s".formatted(text(runs.first()), text(runs.firstHeadline())));
        lines.add("- %s: %s".formatted(text(runs.second()), text(runs.secondHeadline())));
        lines.add("");
        table(
                RunComparisonText.columns(runs),
                RunComparisonText.rows(runs, MarkdownReport::text),
                lines);
        lines.add("");
        lines.add(RunComparison.CAUTION);
        lines.add("");
        if (runs.changes().isEmpty()) {
            lines.add("Specs and machines are the same.");
            return lines;
        }
        table(
                List.of("difference", text(runs.first()), text(runs.second())),
                runs.changes().stream()
                        .map(c -> List.of(text(c.key()), text(c.first()), text(c.second())))
                        .toList(),
                lines);
        return lines;
    }

    /// The claims of articles.
    ///
    /// @return lines
    public static List<String> of(ClaimsPageModel claims) {
        var lines = new ArrayList<String>();
        lines.add("# " + text(claims.title()));
        lines.add("");
        lines.add("**" + text(claims.headline()) + "**");
        for (var line : List.of(claims.about(), claims.started(), claims.scope())) {
            if (!line.isEmpty()) {
                lines.add("");
                lines.add(text(line));
            }
        }
        for (var section : claims.sections()) {
            lines.add("");
            lines.add("## " + text(section.heading()));
            lines.add("");
            section.notes().forEach(note -> lines.add("- " + text(note)));
            if (!section.notes().isEmpty()) {
                lines.add("");
            }
            claims(section, lines);
        }
        return lines;
    }

    private static void claims(ClaimsPageModel.Section section, List<String> lines) {
        if (section.rows().isEmpty()) {
            lines.add("No claims.");
            return;
        }
        lines.add(row(ClaimsPageModel.COLUMNS));
        lines.add(row(Collections.nCopies(ClaimsPageModel.COLUMNS.size(), "---")));
        for (var r : section.rows()) {
            lines.add(
                    row(
                            List.of(
                                    text(r.claim()),
                                    text(r.article()),
                                    text(r.here()),
                                    "**" + text(r.label()) + "**",
                                    text(r.experiment()))));
        }
    }

    private static void findings(
            Analysis analysis, Severity severity, String kind, List<String> lines) {
        var causes =
                analysis.causes(severity).stream().filter(c -> !c.cause().ofMachine()).toList();
        if (!causes.isEmpty()) {
            lines.add("");
        }
        for (var group : causes) {
            var s = group.cause().text(analysis.manifest().spec());
            lines.add(
                    "> **%s:** %s; %s. Remedy: %s.%s"
                            .formatted(
                                    kind,
                                    text(s.message()),
                                    text(s.impact()),
                                    text(s.remedy()),
                                    ConsequenceText.sentence(analysis, group)
                                            .map(also -> " " + text(also))
                                            .orElse("")));
            lines.add(">");
        }
    }

    private static void table(List<String> columns, List<List<String>> rows, List<String> lines) {
        lines.add(row(columns));
        lines.add(row(Collections.nCopies(columns.size(), "---:")).replaceFirst("---:", "---"));
        rows.forEach(r -> lines.add(row(r)));
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String cell(Cell cell) {
        return text(cell.text()) + (cell.range().isEmpty() ? "" : " \\[" + cell.range() + "\\]");
    }

    /// Escapes text for Markdown and HTML; an `@` becomes no mention.
    public static String text(String text) {
        return Format.plain(text)
                .replaceAll("([\\\\`*_{}\\[\\]<>|~#])", "\\\\$1")
                .replace("&", "&amp;")
                .replace("@", "@\u200b");
    }
}
