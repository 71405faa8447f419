package dev.loombench.report.inspect;

import dev.loombench.export.AnswerStatus;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.PageTable;
import dev.loombench.finding.Severity;
import dev.loombench.report.next.NextCommand;
import java.util.List;

/// What is said of a diagnosis, in text, Markdown and on the page. Texts are formatted, without
/// control characters and secrets, and not escaped.
///
/// @param subject the process, in words
/// @param status `decided` without a finding, `invalid` with a critical one, else `undecided`
/// @param headline in a sentence
/// @param pools without rows where none is published
/// @param waits where virtual threads wait, most first; empty where they were not listed
/// @param waitsNote of what the counts of these are; empty without any
/// @param figures name and text
/// @param defects known defects that apply and were not seen
/// @param missing subject and reason
/// @param next the command that follows
record InspectTexts(
        String subject,
        String time,
        AnswerStatus status,
        String headline,
        List<FaultRow> findings,
        PageTable pools,
        List<Item> waits,
        String waitsNote,
        List<Item> figures,
        List<DefectRow> defects,
        List<Item> missing,
        NextCommand next) {
    InspectTexts {
        findings = List.copyOf(findings);
        waits = List.copyOf(waits);
        figures = List.copyOf(figures);
        defects = List.copyOf(defects);
        missing = List.copyOf(missing);
    }

    /// A finding with what it rests on.
    ///
    /// @param impact and `remedy`, in sentences
    /// @param calls that are not in the message
    /// @param evidence with its confidence, the most important first
    /// @param setting that shows whether the remedy helps, in a sentence; empty without one
    /// @param consequences what ends with it, in sentences
    /// @param explained whether it ends with another one
    record FaultRow(
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
        FaultRow {
            evidence = List.copyOf(evidence);
            calls = List.copyOf(calls);
            consequences = List.copyOf(consequences);
        }

        /// `critical`.
        String label() {
            return severity.label();
        }

        String advice() {
            return "%s Remedy: %s".formatted(impact, remedy);
        }
    }

    record DefectRow(String id, String subject, String message, String remedy, String source) {}
}
