package dev.loombench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.RootCommand;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardOutputTest {
    /// Figures whose audit exits with 99.
    private static final String FIGURES =
            Path.of(
                            System.getProperty("loombench.home"),
                            "experiments/articles/alibaba-2024/figures.yaml")
                    .toString();

    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(
            strings = {"list", "doctor", "doctor -o json", "audit FIGURES", "--help", "run --help"})
    @EnabledOnOs(OS.LINUX)
    void lost_output_exits_with_1(String line) throws IOException {
        try (var full = new FileOutputStream("/dev/full")) {
            int code = execute(new StandardOutput(full, () -> false), words(line));
            assertThat(code).isEqualTo(ExitCode.INTERNAL_ERROR);
            assertThat(err.toString())
                    .isEqualTo(
                            "loombench: cannot write to standard output: No space left on device\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Broken pipe", "Relais brisé (pipe)"})
    void a_pipe_closed_by_its_reader_changes_nothing(String message) {
        var closed = new StandardOutput(failingWith(message), () -> true);
        assertThat(execute(closed, words("audit FIGURES"))).isEqualTo(ExitCode.THRESHOLD);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void without_a_failure_the_exit_code_is_unchanged() {
        var arrived = new ByteArrayOutputStream();
        int code = execute(new StandardOutput(arrived, () -> false), words("audit FIGURES"));
        assertThat(code).isEqualTo(ExitCode.THRESHOLD);
        assertThat(arrived.size()).isPositive();
        assertThat(err.toString()).isEmpty();
    }

    private int execute(StandardOutput out, String... words) {
        return RootCommand.execute(out, new PrintWriter(err, true), words);
    }

    private static String[] words(String line) {
        return line.replace("FIGURES", FIGURES).split(" ", -1);
    }

    private static OutputStream failingWith(String message) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
    }
}
