package dev.loombench.report.judgement;

import dev.loombench.analysis.judge.Judgement;
import dev.loombench.export.AnswerStatus;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import java.util.List;

/// A judgement: its answer, a row per comparison, what its files lack.
public final class JudgementOutline {
    private JudgementOutline() {}

    public static Outline of(Judgement judgement) {
        return new Outline(
                JudgementText.title(judgement),
                status(judgement),
                JudgementText.headline(judgement),
                List.of(
                        new Section("", List.of(new Figures(JudgementText.table(judgement)))),
                        new Section("Findings", findings(judgement))),
                JudgementText.basis(judgement));
    }

    private static AnswerStatus status(Judgement judgement) {
        return switch (judgement.outcome()) {
            case PASSED -> AnswerStatus.DECIDED;
            case FAILED -> AnswerStatus.FAILED;
            case UNDECIDED -> AnswerStatus.UNDECIDED;
            case INVALID -> AnswerStatus.INVALID;
        };
    }

    private static List<Part> findings(Judgement judgement) {
        return judgement.findings().stream().<Part>map(JudgementText::note).toList();
    }
}
