package dev.loombench.report.inspect;

import dev.loombench.export.PageTable;
import dev.loombench.finding.Severity;
import dev.loombench.report.finding.FindingRow;
import dev.loombench.report.html.CodeView;
import dev.loombench.report.next.NextCommand;
import java.util.List;

/// What is said of a diagnosis, in text, Markdown and on the page. Texts are formatted, without
/// control characters and secrets, and not escaped: the template escapes them.
///
/// @param subject the process, in words
/// @param status `decided` without a finding, `invalid` with a critical one, else `undecided`
/// @param headline in a sentence
/// @param pools without rows where none is published
/// @param waits where virtual threads wait, most first; empty where they were not listed
/// @param figures name and text
/// @param defects known defects that apply and were not seen
/// @param missing subject and reason
/// @param code which code costs; empty where it was not profiled
/// @param next the command that follows
public record InspectPageModel(
        String subject,
        String time,
        String status,
        String headline,
        List<FaultRow> findings,
        PageTable pools,
        List<Figure> waits,
        List<Figure> figures,
        List<DefectRow> defects,
        List<Figure> missing,
        CodeView code,
        NextCommand next) {
    public InspectPageModel {
        findings = List.copyOf(findings);
        waits = List.copyOf(waits);
        figures = List.copyOf(figures);
        defects = List.copyOf(defects);
        missing = List.copyOf(missing);
    }

    /// A finding with what it rests on.
    ///
    /// @param impact and `remedy`, in sentences
    /// @param evidence with its confidence, the most important first
    /// @param setting that shows whether the remedy helps, in a sentence; empty without one
    /// @param consequences what ends with it, in sentences
    /// @param explained whether it ends with another one
    public record FaultRow(
            String id,
            Severity severity,
            String message,
            String impact,
            String remedy,
            List<String> evidence,
            List<String> calls,
            String setting,
            List<String> consequences,
            boolean explained) {
        public FaultRow {
            evidence = List.copyOf(evidence);
            calls = List.copyOf(calls);
            consequences = List.copyOf(consequences);
        }

        /// `critical`.
        public String label() {
            return severity.label();
        }

        /// Class of its label; a note is a risk of the service that was not observed.
        public String tone() {
            return FindingRow.tone(severity == Severity.NOTE ? Severity.INFORMATION : severity);
        }

        public String advice() {
            return "%s Remedy: %s".formatted(impact, remedy);
        }
    }

    public record DefectRow(
            String id, String subject, String message, String remedy, String source) {}

    public record Figure(String name, String text) {}
}
