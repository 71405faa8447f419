package dev.loombench.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/// The report of a subject in every form, compared with golden files.
///
/// After an intended change, run the test with `-Dgolden.write=true` and review the difference.
public final class GoldenForms {
    private static final Path GOLDEN =
            Path.of(System.getProperty("loombench.home"), "report/src/test/resources/golden/forms");
    private static final boolean WRITE = Boolean.getBoolean("golden.write");

    private GoldenForms() {}

    /// @param subject name of the folder
    public static void assertStable(String subject, Document document) throws IOException {
        assertStable(subject, document, UnaryOperator.identity());
    }

    /// @param stable replaces what differs from run to run, as the name of a folder
    public static void assertStable(String subject, Document document, UnaryOperator<String> stable)
            throws IOException {
        for (var format : OutputFormat.values()) {
            var text = shown(format, format.export(document));
            assertStable(subject, ending(format), stable.apply(text));
        }
    }

    /// @param ending of the file's name
    public static void assertStable(String subject, String ending, String text) throws IOException {
        var file = GOLDEN.resolve(subject).resolve("report." + ending);
        if (WRITE) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
        assertThat(text).as("%s as %s", subject, ending).isEqualTo(Files.readString(file));
    }

    private static String ending(OutputFormat format) {
        return switch (format) {
            case text -> "txt";
            case json -> "json";
            case csv -> "csv";
            case markdown -> "md";
            case html -> "html";
        };
    }

    /// Of a page without its style and scripts, which all pages share.
    private static String shown(OutputFormat format, String text) {
        return format == OutputFormat.html
                ? text.substring(text.indexOf("<main>"), text.indexOf("</main>")) + "</main>\n"
                : text;
    }
}
