package dev.loombench.report.judgement;

import dev.loombench.analysis.judge.Judgement;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.report.export.Document;

/// What is reported of a judgement.
public record JudgeDocument(Judgement judgement) implements Document {
    @Override
    public Outline outline() {
        return JudgementOutline.of(judgement);
    }

    @Override
    public JudgementJson data() {
        return JudgementJson.of(judgement);
    }

    @Override
    public CsvRows rows() {
        return data().rows();
    }
}
