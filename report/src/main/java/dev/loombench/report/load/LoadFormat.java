package dev.loombench.report.load;

import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.export.Exporter;
import dev.loombench.load.result.LatencyLog;
import dev.loombench.report.export.OutputFormat;
import java.util.ArrayList;
import java.util.List;

/// The forms of a load, by the names of `--output` and `--export`.
public enum LoadFormat implements Exporter<LoadDocument> {
    text,
    json,
    csv,
    markdown,
    html,
    hlog;

    @Override
    public String export(LoadDocument document) {
        return switch (this) {
            case text, json, csv, markdown, html -> OutputFormat.valueOf(name()).export(document);
            case hlog -> hlog(document.summary());
        };
    }

    private static String hlog(LoadSummary summary) {
        var comments = new ArrayList<String>();
        comments.add("[values in ns; times in seconds since the start of the window]");
        summary.interruption().ifPresent(i -> comments.add("[interrupted " + i + "]"));
        summary.problems().forEach(p -> comments.add("[invalid: " + p.ofLoad().message() + "]"));
        var result = summary.result();
        return LatencyLog.text(
                List.copyOf(comments), result.window().startNanos(), result.intervals());
    }
}
