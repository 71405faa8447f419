package dev.loombench.load.command;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Exporter;
import dev.loombench.finding.Severity;
import dev.loombench.load.api.Problem;
import dev.loombench.load.result.LatencyLog;
import dev.loombench.load.threshold.LoadThreshold;
import dev.loombench.load.threshold.LoadThreshold.Outcome;
import dev.loombench.text.RecordJson;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The forms of a result, by the names of `--output` and `--export`.
enum ResultFormat implements Exporter<MeasuredLoad> {
    text,
    json,
    csv,
    hlog;

    /// A load in a row, with the thresholds and the findings as text.
    private record Row(
            @JsonUnwrapped MeasuredJson figures,
            String thresholdsFailed,
            String thresholdsUndecided,
            String findings) {}

    @Override
    public String export(MeasuredLoad load) {
        return switch (this) {
            case text -> lines(ResultText.lines(load));
            case json -> RecordJson.text(MeasuredJson.of(load)) + "\n";
            case csv -> lines(CsvRows.of(Row.class, List.of(row(load))).lines());
            case hlog -> hlog(load);
        };
    }

    private static String lines(List<String> lines) {
        return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    private static Row row(MeasuredLoad load) {
        return new Row(
                MeasuredJson.of(load),
                texts(load, Outcome.FAILED),
                texts(load, Outcome.UNDECIDED),
                load.problems().stream().map(Problem::message).collect(Collectors.joining("; ")));
    }

    private static String texts(MeasuredLoad load, Outcome outcome) {
        return load.thresholds(outcome).stream()
                .map(LoadThreshold::text)
                .collect(Collectors.joining("; "));
    }

    private static String hlog(MeasuredLoad load) {
        var comments = new ArrayList<String>();
        comments.add("[values in ns; times in seconds since the start of the window]");
        if (!load.result().complete()) {
            comments.add("[interrupted]");
        }
        load.problems().stream()
                .filter(problem -> problem.severity() == Severity.INVALID)
                .forEach(problem -> comments.add("[invalid: " + problem.message() + "]"));
        var measured = load.result().measured();
        return LatencyLog.text(
                List.copyOf(comments), measured.window().startNanos(), measured.intervals());
    }
}
