package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {
    @TempDir private Path folder;

    @Test
    void a_file_is_read_up_to_its_limit() throws IOException {
        var file = Files.writeString(folder.resolve("a"), "four");
        assertThat(TextFile.read(file, 4)).isEqualTo("four");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> TextFile.read(file, 3))
                .withMessage(file + ": is larger than 3 bytes");
    }

    /// The size that the system reports for the device is 0.
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void an_endless_device_is_too_large() {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> TextFile.read(Path.of("/dev/zero"), 1 << 20))
                .withMessage("/dev/zero: is larger than 1,048,576 bytes");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> CsvTable.read(Path.of("/dev/zero")))
                .withMessage("/dev/zero: is larger than 67,108,864 bytes");
    }

    /// Windows PowerShell writes one; a second one is a character of the text.
    @Test
    void a_byte_order_mark_is_no_part_of_the_text() throws IOException {
        assertThat(TextFile.read(Files.writeString(folder.resolve("a"), "\uFEFFa\uFEFF")))
                .isEqualTo("a\uFEFF");
        assertThat(TextFile.read(Files.writeString(folder.resolve("b"), "\uFEFF"))).isEmpty();
        assertThat(TextFile.read(Files.writeString(folder.resolve("c"), ""))).isEmpty();
        var table = CsvTable.read(Files.writeString(folder.resolve("d"), "\uFEFFa\n1"));
        assertThat(table.column("a")).containsExactly("1");
    }

    @Test
    void bytes_that_are_not_UTF_8_are_rejected() throws IOException {
        var file = Files.write(folder.resolve("a"), new byte[] {'a', (byte) 0xFF});
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> TextFile.read(file))
                .withMessage(file + ": is not UTF-8 text");
    }
}
