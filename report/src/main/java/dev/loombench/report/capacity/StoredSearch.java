package dev.loombench.report.capacity;

import dev.loombench.export.AnswerStatus;
import dev.loombench.report.export.Document;
import dev.loombench.report.export.OutputFormat;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.run.RunReport;
import dev.loombench.result.store.ResultError;
import dev.loombench.result.store.ResultStore;
import dev.loombench.text.TextSanitizer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The report of a search for the capacity as it was when the search ended.
///
/// The windows of a search are stored, and the observations from which its report follows are not:
/// each form of the report is a file of the folder, and none is rendered again.
///
/// @param folder of the search
public record StoredSearch(Path folder) {
    private static final String DATA = "capacity.json";

    /// What follows from the result.
    ///
    /// @param contradicted whether a claim is
    public record Outcome(AnswerStatus status, boolean contradicted) {}

    /// Whether a folder is that of a search which has a report, readable or not.
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(DATA), LinkOption.NOFOLLOW_LINKS);
    }

    /// The file of a form.
    public Path file(OutputFormat form) {
        return folder.resolve(
                switch (form) {
                    case text -> "report.txt";
                    case json -> DATA;
                    case csv -> "report.csv";
                    case markdown -> "report.md";
                    case html -> HtmlReport.FILE;
                });
    }

    /// What writes each form, and throws [ResultError] where its file cannot be written.
    public List<Runnable> writes(Document document) {
        return Stream.of(OutputFormat.values())
                .<Runnable>map(form -> () -> RunReport.write(file(form), form.export(document)))
                .toList();
    }

    /// @throws ResultError when the file of the form cannot be read
    public String text(OutputFormat form) {
        return ResultStore.text(file(form));
    }

    /// @throws ResultError when it cannot be read
    public Outcome outcome() {
        try {
            var document = JsonMapper.shared().readTree(text(OutputFormat.json));
            var verdict = document.path("verdict").asString("");
            return new Outcome(
                    AnswerStatus.labelled(verdict).orElseThrow(() -> noVerdict(verdict)),
                    document.path("claims")
                            .valueStream()
                            .anyMatch(c -> c.path("outcome").asString("").equals("contradicted")));
        } catch (JacksonException e) {
            throw new ResultError(
                    "%s is not the record of a search: %s"
                            .formatted(file(OutputFormat.json), e.getOriginalMessage()),
                    e);
        }
    }

    private ResultError noVerdict(String found) {
        return new ResultError(
                "%s is not the record of a search: its verdict is \"%s\""
                        .formatted(file(OutputFormat.json), TextSanitizer.of(found)));
    }
}
