package dev.loombench.load.command;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Exporter;
import dev.loombench.export.Lines;
import dev.loombench.export.Markdown;
import dev.loombench.finding.Severity;
import dev.loombench.load.api.Problem;
import dev.loombench.load.result.LatencyLog;
import dev.loombench.load.threshold.LoadThreshold;
import dev.loombench.load.threshold.LoadThreshold.Outcome;
import dev.loombench.text.PlainText;
import dev.loombench.text.RecordJson;
import dev.loombench.text.TextSanitizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// The forms of a result, by the names of `--output` and `--export`.
enum ResultFormat implements Exporter<MeasuredLoad> {
    text,
    json,
    csv,
    markdown,
    hlog;

    /// The forms that another command has.
    static final Map<String, String> ELSEWHERE =
            Map.of("html", "loombench load, of the whole tool, writes pages; markdown is here");

    /// Reads the name of a form.
    static final class Converter implements ITypeConverter<ResultFormat> {
        @Override
        public ResultFormat convert(String name) {
            return Stream.of(values())
                    .filter(format -> format.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(message(name)));
        }

        private static String message(String name) {
            return "expected one of %s, was %s%s"
                    .formatted(
                            Stream.of(values()).map(Enum::name).collect(Collectors.joining(", ")),
                            TextSanitizer.quoted(name),
                            ELSEWHERE.containsKey(name) ? "; " + ELSEWHERE.get(name) : "");
        }
    }

    /// A load in a row, with the thresholds and the findings as text.
    private record Row(
            @JsonUnwrapped MeasuredJson figures,
            String thresholdsFailed,
            String thresholdsUndecided,
            String findings) {}

    @Override
    public String export(MeasuredLoad load) {
        return switch (this) {
            case text -> Lines.text(ResultText.lines(load).stream().map(PlainText::of).toList());
            case json -> RecordJson.text(MeasuredJson.of(load)) + "\n";
            case csv -> Lines.text(CsvRows.of(Row.class, List.of(row(load))).lines());
            case markdown -> Markdown.text(ResultOutline.of(load));
            case hlog -> hlog(load);
        };
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
