package dev.loombench.report.audit;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.audit.Audit;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.LineWrapper;
import java.util.ArrayList;
import java.util.List;

/// An audit for a terminal: one sentence per objection, with the arithmetic.
public final class AuditReport {
    private static final String INDENT = "  ";

    private AuditReport() {}

    /// @param width of the terminal, columns
    public static List<String> of(Audit audit, AnsiStyle style, int width) {
        var lines = new ArrayList<String>();
        lines.add(style.bold(plain(audit.figures().source())));
        if (audit.objections().isEmpty()) {
            lines.addAll(LineWrapper.at(width, INDENT, AuditText.headline(audit)));
        }
        for (var objection : audit.objections()) {
            var subject = style.bad(plain(AuditText.subject(objection)));
            lines.addAll(
                    LineWrapper.at(width, INDENT, subject + ": " + AuditText.sentence(objection)));
        }
        return lines;
    }
}
