package dev.loombench.cli.load;

import dev.loombench.cli.console.Terminal;
import dev.loombench.result.store.LatencyLog;
import dev.loombench.spec.text.SpecError;
import java.util.ArrayList;
import java.util.List;

/// The output formats of `loombench load`.
enum LoadFormat {
    TEXT,
    JSON,
    CSV,
    HLOG;

    static LoadFormat named(String name) {
        return switch (name) {
            case "text" -> TEXT;
            case "json" -> JSON;
            case "csv" -> CSV;
            case "hlog" -> HLOG;
            default ->
                    throw new SpecError(
                            "--output must be text, json, csv or hlog, was \"" + name + "\"");
        };
    }

    String render(LoadSummary summary) {
        return switch (this) {
            case TEXT -> LoadTextReport.of(summary, Terminal.paint(), Terminal.width());
            case JSON -> LoadJson.json(summary);
            case CSV -> LoadJson.csv(summary);
            case HLOG -> hlog(summary);
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
