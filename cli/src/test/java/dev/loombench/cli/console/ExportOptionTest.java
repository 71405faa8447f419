package dev.loombench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.export.AnswerStatus;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.report.export.Document;
import dev.loombench.report.export.OutputFormat;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.result.store.ResultError;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Results in files beside standard output.
class ExportOptionTest {
    @TempDir private Path folder;

    private final StringWriter out = new StringWriter();

    @Command
    private static final class Exporting {
        @Mixin private OutputOptions options = new OutputOptions();
    }

    private record Figures(String name, double perSecond) {}

    /// A document with one figure.
    private static final class Sample implements Document {
        private static final Figures FIGURES = new Figures("a, b", 1.5);

        @Override
        public Outline outline() {
            return new Outline("Which?", AnswerStatus.DECIDED, "That.", List.of(), "");
        }

        @Override
        public Object data() {
            return FIGURES;
        }

        @Override
        public CsvRows rows() {
            return CsvRows.of(Figures.class, List.of(FIGURES));
        }

        @Override
        public List<String> lines(AnsiStyle style, int width) {
            return List.of("1.50/s");
        }
    }

    private static Output<Document> output(String... arguments) {
        var command = new Exporting();
        new CommandLine(command).parseArgs(arguments);
        return command.options.output();
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private void write(String... arguments) {
        output(arguments).write(new Sample(), new PrintWriter(out));
    }

    @Test
    void one_form_is_printed_and_others_are_written() {
        write(
                "--export=json=" + file("a.json"),
                "--export",
                "csv=" + file("a=b.csv"),
                "--export=markdown=" + file("a.md"));
        assertThat(out.toString()).isEqualTo("1.50/s\n");
        assertThat(file("a.json"))
                .hasContent("{\n  \"name\" : \"a, b\",\n  \"perSecond\" : 1.5\n}");
        assertThat(file("a=b.csv")).hasContent("name,per_second\n\"a, b\",1.5");
        assertThat(file("a.md")).hasContent("### Which?\n\n**That.**");
        assertThat(folder.toFile().list()).hasSize(3); // no unfinished file
    }

    @Test
    void an_old_file_is_replaced_and_a_link_to_it_stays() throws IOException {
        var old = Files.writeString(file("old.json"), "a longer text than the new one, by far");
        var link = Files.createSymbolicLink(file("link.json"), old);
        write("--export=json=" + link);
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(old).content().startsWith("{").doesNotContain("longer");
    }

    @Test
    void the_parent_behind_a_link_is_that_of_its_target() throws IOException {
        var target = Files.createDirectories(file("a/b"));
        var link = Files.createSymbolicLink(file("link"), target);
        write("--export=json=" + link.resolve("../x.json"));
        assertThat(file("a/x.json")).exists();
        assertThat(file("x.json")).doesNotExist();
    }

    @Test
    void mistakes_are_found_before_a_measurement() throws IOException {
        var pipe = Path.of("/dev/null");
        var there = Files.writeString(file("there.json"), "");
        Files.createSymbolicLink(file("link.json"), there);
        assertMistake("--export takes FORMAT=FILE, as in json=result.json, was \"json\"", "json");
        assertMistake("no format \"jsn\"; did you mean \"json\"?", "jsn=" + file("a"));
        assertMistake("no format \"JSON\"; did you mean \"json\"?", "JSON=" + file("a"));
        assertMistake("--output FORMAT prints the result, was \"-\"", "json=-");
        assertMistake("--output FORMAT prints the result, was \"\"", "json=");
        assertMistake(folder + " is no regular file", "json=" + folder);
        assertMistake(pipe + " is no regular file", "json=" + pipe);
        assertMistake("there is no folder " + file("no"), "json=" + file("no/a.json"));
        assertMistake("there is no folder " + there, "json=" + there.resolve("a.json"));
        assertMistake(
                "two exports name the file " + file("a"),
                "json=" + file("a"),
                "csv=" + folder + "/./a");
        assertMistake(
                "two exports name the file " + there.toRealPath(),
                "json=" + there,
                "csv=" + file("link.json"));
    }

    private static void assertMistake(String message, String... exports) {
        var arguments = new String[exports.length];
        for (int i = 0; i < exports.length; i++) {
            arguments[i] = "--export=" + exports[i];
        }
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> output(arguments))
                .withMessageContaining(message);
    }

    /// The folder disappears during the measurement.
    @Test
    void a_file_that_cannot_be_written_is_an_error_after_the_answer_and_the_other_files()
            throws IOException {
        var gone = Files.createDirectory(file("gone"));
        var output =
                output("--export=json=" + gone.resolve("a.json"), "--export=csv=" + file("a.csv"));
        Files.delete(gone);
        assertThatExceptionOfType(ResultError.class)
                .isThrownBy(() -> output.write(new Sample(), new PrintWriter(out)))
                .withMessageStartingWith("cannot write %s: ".formatted(gone.resolve("a.json")));
        assertThat(out.toString()).isEqualTo("1.50/s\n");
        assertThat(file("a.csv")).exists();
    }

    @Test
    void a_file_that_cannot_be_written_keeps_no_other_from_being_written() {
        var written = new ArrayList<String>();
        assertThatExceptionOfType(ResultError.class)
                .isThrownBy(() ->
                        Output.writeEach(
                                List.of(
                                        () -> {
                                            throw new ResultError("the page");
                                        },
                                        () -> written.add("data"),
                                        () -> {
                                            throw new ResultError("the export");
                                        })))
                .withMessage("the page\nthe export");
        assertThat(written).containsExactly("data");
    }

    @Test
    void every_format_has_a_name() {
        assertThat(OutputFormat.values())
                .extracting(Enum::name)
                .containsExactly("text", "json", "csv", "markdown", "html");
    }
}
