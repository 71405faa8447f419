package dev.loombench.experiment.yaml;

import static dev.loombench.experiment.yaml.ExperimentTexts.READER;
import static dev.loombench.experiment.yaml.ExperimentTexts.problems;
import static dev.loombench.experiment.yaml.ExperimentTexts.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.experiment.WrongExperiments;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.SourceText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that are accepted or rejected as a whole: encoding, name, size and form of YAML.
class ExperimentFilesTest {
    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "question: Is it fast?",
                "# first\nquestion: Is it fast?  \nload: {}",
                "question: Is it fast? # or not",
                "question: \"Is it fast?\"",
                "question: Is\n  it fast?",
                "question: Is\n\n  it fast?",
                "question: >-\n  Is it\n  fast?",
                "{question: Is it fast?, load: {}}",
                "load:\n  question: Is it slow?\nquestion: Is it fast?",
            })
    void a_question_is_found_in_every_form_of_yaml(String text) throws IOException {
        var file = Files.writeString(folder.resolve("trial.yaml"), text);
        assertThat(ExperimentReader.question(file).replace('\n', ' ')).isEqualTo("Is it fast?");
        assertThat(ExperimentReader.isExperiment(file)).isTrue();
    }

    @Test
    void reading_the_question_of_a_file_without_one_fails() throws IOException {
        var file = Files.writeString(folder.resolve("trial.yaml"), "load: {users: 1}");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> ExperimentReader.question(file))
                .withMessageContaining("needs the key \"question\"");
    }

    @Test
    void an_alias_is_replaced_by_its_target() {
        var experiment =
                read(
                        """
                        question: Is it fast?
                        variants:
                          - {server: tomcat, model: virtual, jvm: &flags [-Xmx1g]}
                          - {server: vertx, model: virtual, jvm: *flags}
                        load: {users: 1, path: /}
                        """);
        assertThat(experiment.variants()).extracting(Variant::jvm).containsOnly(List.of("-Xmx1g"));
    }

    @Test
    void a_byte_order_mark_and_windows_line_ends_are_accepted() {
        var windows = "\uFEFF" + WrongExperiments.GOOD.replace("\n", "\r\n");
        assertThat(read(windows)).isEqualTo(read(WrongExperiments.GOOD));
    }

    @Test
    void an_experiment_has_the_name_of_its_file() throws IOException {
        var file = folder.resolve("my-own_2.yml");
        Files.writeString(file, WrongExperiments.GOOD);
        assertThat(READER.read(file).name()).isEqualTo("my-own_2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "x ",
                "[",
                "[[]",
                "{",
                "{a: ",
                "- ",
                "a: 1\n",
                "? ",
                "#\n",
                "'",
                "\"\\x",
                "\t",
                "\n",
                "&a ",
                "*a ",
                "!a ",
                "|\n",
                ">\n ",
                "%\n",
                "---\n",
                "a: &a [*a]\n",
                "\uD83E\uDDF5",
                ",",
                "-"
            })
    void a_large_file_of_repeated_text_is_rejected_quickly(String piece) {
        var size = (1 << 20) / piece.getBytes(StandardCharsets.UTF_8).length;
        assertThat(problems(piece.repeat(size))).isNotEmpty();
        assertThat(problems("question: " + piece.repeat(size / 4))).isNotEmpty();
    }

    @Test
    void a_file_larger_than_an_archive_is_rejected() throws IOException {
        var file = folder.resolve("trial.yaml");
        try (var empty = new RandomAccessFile(file.toFile(), "rw")) {
            empty.setLength(SourceText.MAX_BYTES + 1L);
        }
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> READER.read(file))
                .withMessageEndingWith("larger than 64 MiB, the maximum");
    }

    /// 250,001 nodes, each written, with 1.5 MB.
    @Test
    void the_limit_of_aliases_is_none_of_what_is_written() {
        var written = "x: [" + "abcd, ".repeat(250_000) + "]\n";
        assertThat(problems(written + WrongExperiments.GOOD).toString())
                .contains("x")
                .doesNotContain("nodes");
    }

    @Test
    void a_file_that_is_not_text_is_rejected() {
        assertRejected(
                new byte[] {'q', ':', '\n', (byte) 0xFF, 1}, "trial.yaml:2: byte 0xFF is not");
        assertRejected(new byte[] {'q', 0}, "control character U+0000");
        assertRejected(new byte[] {(byte) 0xC3}, "byte 0xC3 is not UTF-8");
    }

    @Test
    void a_missing_file_a_folder_and_a_wrong_name_are_rejected() throws IOException {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> READER.read(folder.resolve("none.yaml")))
                .withMessageEndingWith("none.yaml: no such file");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> READER.read(folder))
                .withMessageContaining("expected a file, found a folder");
        var spaced = Files.writeString(folder.resolve("a b.yaml"), WrongExperiments.GOOD);
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> READER.read(spaced))
                .withMessageContaining(
                        "must consist of at most 200 letters, digits, . _ and -, was \"a b\"");
        var longest =
                Files.writeString(folder.resolve("n".repeat(200) + ".yaml"), WrongExperiments.GOOD);
        assertThat(READER.read(longest).name()).hasSize(200);
        var longer =
                Files.writeString(folder.resolve("n".repeat(201) + ".yaml"), WrongExperiments.GOOD);
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> READER.read(longer))
                .withMessageContaining("must consist of at most 200 letters");
    }

    @Test
    void a_file_that_cannot_be_read_is_reported() {
        // Reading address 0 of the process's own memory fails even for root.
        var unreadable = Path.of("/proc/self/mem");
        assumeThat(unreadable).isRegularFile();
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> READER.read(unreadable))
                .withMessageStartingWith("/proc/self/mem: cannot be read");
    }

    private static void assertRejected(byte[] bytes, String message) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> READER.read(SourceText.of("trial.yaml", bytes), "trial"))
                .withMessageContaining(message);
    }
}
