package dev.loombench.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BodyContentTest {
    @Test
    void a_text_is_itself_and_a_file_has_one(@TempDir Path folder) throws IOException {
        assertThat(BodyContent.of("a@b")).isEqualTo("a@b".getBytes(UTF_8));
        assertThat(BodyContent.of("")).isEmpty();
        var file = folder.resolve("order.json");
        Files.writeString(file, "{\"n\": \"\u00e9\"}\n");
        assertThat(BodyContent.of("@" + file)).isEqualTo("{\"n\": \"\u00e9\"}\n".getBytes(UTF_8));
    }

    /// The start of a JPEG.
    @Test
    void a_file_of_other_bytes_is_taken_as_it_is(@TempDir Path folder) throws IOException {
        var bytes = new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xe0};
        var file = Files.write(folder.resolve("photo.jpg"), bytes);
        assertThat(BodyContent.of("@" + file)).isEqualTo(bytes);
        assertThat(TextFile.text(bytes)).isEmpty();
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> BodyContent.of("@" + folder.resolve("none")))
                .withMessageStartingWith("--body names a file that cannot be read: ");
    }
}
