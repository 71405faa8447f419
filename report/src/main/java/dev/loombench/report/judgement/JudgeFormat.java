package dev.loombench.report.judgement;

import dev.loombench.export.Exporter;
import dev.loombench.report.export.OutputFormat;

/// The forms of a judgement, by the names of `--output` and `--export`: those of every result, and
/// the figures of the head for services that keep a history.
public enum JudgeFormat implements Exporter<JudgeDocument> {
    text,
    json,
    csv,
    markdown,
    html,
    /// Bencher Metric Format, for `bencher run --adapter json --file FILE`.
    bencher,
    /// For github-action-benchmark, whose tool has this name.
    customSmallerIsBetter,
    /// Likewise.
    customBiggerIsBetter;

    @Override
    public String export(JudgeDocument document) {
        return switch (this) {
            case text, json, csv, markdown, html -> OutputFormat.valueOf(name()).export(document);
            case bencher -> BencherMetrics.text(document.judgement());
            case customSmallerIsBetter -> ActionBenchmarks.text(document.judgement(), false);
            case customBiggerIsBetter -> ActionBenchmarks.text(document.judgement(), true);
        };
    }
}
