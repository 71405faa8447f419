package dev.loombench.report.audit;

import dev.loombench.analysis.audit.Audit;
import dev.loombench.export.AnswerStatus;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import java.util.List;

/// An audit of published figures: a sentence per objection, with the arithmetic.
public final class AuditOutline {
    private AuditOutline() {}

    public static Outline of(Audit audit) {
        return new Outline(
                audit.figures().source(),
                audit.objections().isEmpty() ? AnswerStatus.DECIDED : AnswerStatus.INVALID,
                AuditText.headline(audit),
                List.of(
                        new Section(
                                "",
                                audit.objections().stream()
                                        .<Part>map(o ->
                                                new Item(
                                                        AuditText.subject(o),
                                                        AuditText.sentence(o)))
                                        .toList())),
                "");
    }
}
