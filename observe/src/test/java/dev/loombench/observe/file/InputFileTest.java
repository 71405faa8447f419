package dev.loombench.observe.file;

import static dev.loombench.observe.file.SampleText.PRINT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.text.WrongInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Where files come from.
class InputFileTest {
    @TempDir private Path folder;

    @Test
    void a_folder_and_a_missing_file_are_refused() {
        assertThatThrownBy(() -> InputFile.of(folder.toString()))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("is a folder");
        assertThatThrownBy(() -> InputFile.of(folder.resolve("\u001b[31mx").toString()))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("no file")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\u001b"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_pipe_and_a_device_are_refused_without_reading_and_a_link_is_followed() throws Exception {
        var pipe = folder.resolve("pipe").toString();
        assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
        assertThatThrownBy(() -> InputFile.of(pipe)).hasMessageContaining("inspect - < PIPE");
        assertThatThrownBy(() -> InputFile.of("/dev/zero")).hasMessageContaining("no regular file");
        var print = Files.writeString(folder.resolve("print"), PRINT);
        var link = Files.createSymbolicLink(folder.resolve("link"), print);
        assertThat(FileReading.read(InputFile.of(link.toString())).prints().last()).hasSize(1);
        var loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        assertThatThrownBy(() -> InputFile.of(loop.toString())).isInstanceOf(WrongInput.class);
    }

    /// As `inspect <(jcmd 1 Thread.print)` is.
    @Test
    void what_a_shell_has_opened_is_copied() throws IOException {
        assertThat(InputFile.isOpened("/dev/fd/63")).isTrue();
        assertThat(InputFile.isOpened("/dev/zero")).isFalse();
        assertThat(InputFile.isInput("/dev/stdin")).isTrue();
        var print = Files.writeString(folder.resolve("print"), PRINT).toString();
        var file = InputFile.ofOpened(print, folder.resolve("copy"));
        assertThat(FileReading.read(file).prints().last()).hasSize(1);
        assertThatThrownBy(() -> InputFile.ofOpened(print + "-", folder.resolve("copy")))
                .isInstanceOf(WrongInput.class);
    }

    @Test
    void the_standard_input_is_copied() throws IOException {
        var copy = folder.resolve("copy");
        var input = new ByteArrayInputStream(PRINT.getBytes(StandardCharsets.UTF_8));
        var file = InputFile.ofInput(input, copy);
        assertThat(FileReading.read(file).name()).isEqualTo("-");
        assertThatThrownBy(() -> InputFile.ofInput(new ByteArrayInputStream(new byte[0]), copy))
                .hasMessage("the standard input is empty");
    }
}
