package dev.loombench.report.markdown;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.report.BoundText;
import dev.loombench.report.ClaimsPageModel;
import dev.loombench.report.DiagnosticsText;
import dev.loombench.report.FindingText;
import dev.loombench.report.Format;
import dev.loombench.report.Headline;
import dev.loombench.report.PageTable;
import dev.loombench.report.PageTable.Cell;
import dev.loombench.report.ReportText;
import dev.loombench.report.RunComparison;
import dev.loombench.report.json.RunDocument.Comparison;
import dev.loombench.report.text.RunComparisonText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The report as Markdown for a pull request: the answer, doubts, the table, bounds, scope.
public final class MarkdownReport {
    private MarkdownReport() {}

    /// @return lines
    public static List<String> of(Analysis analysis) {
        var spec = analysis.manifest().spec();
        var lines = new ArrayList<String>();
        lines.add("### " + text(spec.question()));
        lines.add("");
        lines.add("**" + text(Headline.of(analysis).sentence()) + "**");
        findings(analysis, Severity.INVALID, "Doubt", lines);
        lines.add("");
        for (var v : analysis.variants()) {
            if (!Comparison.of(v.verdict()).verdict().equals("baseline")) {
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
                table.heads(),
                table.rows().stream()
                        .map(row -> row.stream().map(MarkdownReport::cell).toList())
                        .toList(),
                lines);
        lines.add("");
        for (var v : analysis.variants()) {
            if (v.completed() > 0) {
                lines.add(
                        "- %s: %s"
                                .formatted(
                                        text(v.variant().name()),
                                        text(BoundText.of(v.explanation()))));
            }
        }
        for (var v : analysis.variants()) {
            for (var said : DiagnosticsText.of(v.diagnostics())) {
                lines.add("- %s: %s".formatted(text(v.variant().name()), text(said)));
            }
        }
        findings(analysis, Severity.NOTE, "Note", lines);
        lines.add("");
        lines.add(
                "<sub>Holds for: %s. %s.</sub>"
                        .formatted(
                                text(ReportText.scope(spec, analysis.manifest().environment())),
                                text(ReportText.basis(analysis))));
        return lines;
    }

    /// Two runs side by side.
    ///
    /// @return lines
    public static List<String> of(RunComparison runs) {
        var lines = new ArrayList<String>();
        lines.add("### %s beside %s".formatted(text(runs.first()), text(runs.second())));
        lines.add("");
        lines.add("- %s: %s".formatted(text(runs.first()), text(runs.firstSays())));
        lines.add("- %s: %s".formatted(text(runs.second()), text(runs.secondSays())));
        lines.add("");
        table(
                RunComparisonText.heads(runs),
                RunComparisonText.cells(runs, MarkdownReport::text),
                lines);
        lines.add("");
        lines.add(RunComparison.CAUTION);
        lines.add("");
        if (runs.changes().isEmpty()) {
            lines.add("Nothing differs between their specs and machines.");
            return lines;
        }
        table(
                List.of("what differs", text(runs.first()), text(runs.second())),
                runs.changes().stream()
                        .map(c -> List.of(text(c.what()), text(c.first()), text(c.second())))
                        .toList(),
                lines);
        return lines;
    }

    /// What became of the claims of articles.
    ///
    /// @return lines
    public static List<String> of(ClaimsPageModel claims) {
        var lines = new ArrayList<String>();
        lines.add("# " + text(claims.title()));
        lines.add("");
        lines.add("**" + text(claims.headline()) + "**");
        for (var said : List.of(claims.about(), claims.started(), claims.scope())) {
            if (!said.isEmpty()) {
                lines.add("");
                lines.add(text(said));
            }
        }
        for (var part : claims.parts()) {
            lines.add("");
            lines.add("## " + text(part.heading()));
            lines.add("");
            part.asides().forEach(aside -> lines.add("- " + text(aside)));
            if (!part.asides().isEmpty()) {
                lines.add("");
            }
            claims(part, lines);
        }
        return lines;
    }

    private static void claims(ClaimsPageModel.Part part, List<String> lines) {
        if (part.rows().isEmpty()) {
            lines.add("No claims.");
            return;
        }
        lines.add(row(ClaimsPageModel.HEADS));
        lines.add(row(Collections.nCopies(ClaimsPageModel.HEADS.size(), "---")));
        for (var r : part.rows()) {
            lines.add(
                    row(
                            List.of(
                                    text(r.claim()),
                                    text(r.article()),
                                    text(r.here()),
                                    "**" + text(r.standing()) + "**",
                                    text(r.experiment()))));
        }
    }

    private static void findings(
            Analysis analysis, Severity severity, String kind, List<String> lines) {
        var findings = analysis.findings().stream().filter(f -> f.severity() == severity).toList();
        if (!findings.isEmpty()) {
            lines.add("");
        }
        for (var finding : findings) {
            var s = FindingText.of(finding);
            lines.add(
                    "> **%s:** %s; %s. What helps: %s."
                            .formatted(
                                    kind, text(s.message()), text(s.impact()), text(s.remedy())));
            lines.add(">");
        }
    }

    private static void table(List<String> heads, List<List<String>> rows, List<String> lines) {
        lines.add(row(heads));
        lines.add(row(Collections.nCopies(heads.size(), "---:")).replaceFirst("---:", "---"));
        rows.forEach(r -> lines.add(row(r)));
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String cell(Cell cell) {
        return text(cell.text()) + (cell.range().isEmpty() ? "" : " \\[" + cell.range() + "\\]");
    }

    /// Text that means nothing to Markdown or HTML, and calls nobody: an `@` is not a mention.
    public static String text(String text) {
        return Format.plain(text)
                .replaceAll("([\\\\`*_{}\\[\\]<>|~#])", "\\\\$1")
                .replace("&", "&amp;")
                .replace("@", "@\u200b");
    }
}
