package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BodyTextTest {
    @Test
    void a_text_is_itself_and_a_file_has_one(@TempDir Path folder) throws IOException {
        assertThat(BodyText.of("a@b")).isEqualTo("a@b");
        assertThat(BodyText.of("")).isEmpty();
        var file = folder.resolve("order.json");
        Files.writeString(file, "{\"n\": \"\u00e9\"}\n");
        assertThat(BodyText.of("@" + file)).isEqualTo("{\"n\": \"\u00e9\"}\n");
    }

    /// The start of a JPEG.
    @Test
    void a_file_of_other_bytes_is_not_taken_for_one_that_is_missing(@TempDir Path folder)
            throws IOException {
        var file = folder.resolve("photo.jpg");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xe0});
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> BodyText.of("@" + file))
                .withMessageStartingWith("--body: " + file + " has bytes that are not UTF-8");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> BodyText.of("@" + folder.resolve("none")))
                .withMessageStartingWith("--body names a file that cannot be read: ");
    }
}
