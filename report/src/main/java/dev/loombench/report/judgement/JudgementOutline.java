package dev.loombench.report.judgement;

import dev.loombench.analysis.judge.Judgement;
import dev.loombench.report.Outline;
import dev.loombench.report.Outline.Figures;
import dev.loombench.report.Outline.Note;
import dev.loombench.report.Outline.Part;
import dev.loombench.report.Outline.Section;
import java.util.List;
import java.util.Optional;

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

    private static String status(Judgement judgement) {
        return switch (judgement.outcome()) {
            case PASSED, FAILED -> "decided";
            case UNDECIDED -> "undecided";
            case INVALID -> "invalid";
        };
    }

    private static List<Part> findings(Judgement judgement) {
        return judgement.findings().stream()
                .<Part>map(f -> Note.of(JudgementText.label(f), f.text(), Optional.empty()))
                .toList();
    }
}
