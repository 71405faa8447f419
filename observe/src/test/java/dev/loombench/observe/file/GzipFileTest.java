package dev.loombench.observe.file;

import static dev.loombench.observe.file.SampleText.JSON_LIST;
import static dev.loombench.observe.file.SampleText.PRINT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.text.WrongInput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compressed files.
class GzipFileTest {
    @TempDir private Path folder;

    private FileContent read(byte[] bytes) throws IOException {
        return SampleText.read(folder, bytes);
    }

    private void assertRefused(byte[] bytes, String reason) {
        SampleText.assertRefused(folder, bytes, reason);
    }

    static byte[] packed(byte[] content) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void a_compressed_file_is_read_like_what_it_holds() throws IOException {
        var print = read(packed(bytes(PRINT)));
        assertThat(print.kinds()).containsExactly(FileKind.THREAD_PRINT);
        assertThat(print.jvm().pid()).hasValue(4711);
        assertThat(read(packed(bytes(JSON_LIST))).kinds()).containsExactly(FileKind.THREAD_LIST);
        var input = new ByteArrayInputStream(packed(bytes(JSON_LIST)));
        var file = InputFile.ofInput(input, folder.resolve("copy"));
        assertThat(FileReading.read(file).name()).isEqualTo("-");
    }

    @Test
    void a_compressed_file_of_several_parts_is_read_whole() throws IOException {
        var both = new ByteArrayOutputStream();
        both.writeBytes(packed(bytes(PRINT)));
        both.writeBytes(packed(bytes(PRINT.replace("12.50s", "22.50s"))));
        assertThat(read(both.toByteArray()).prints().last()).hasSize(2);
    }

    @Test
    void a_compressed_file_that_is_damaged_or_holds_nothing_readable_is_refused()
            throws IOException {
        var packed = packed(bytes(PRINT));
        assertRefused(Arrays.copyOf(packed, packed.length / 2), "damaged or ends too early");
        assertRefused(Arrays.copyOf(packed, 5), "damaged or ends too early");
        var damaged = packed.clone();
        damaged[packed.length / 2] = (byte) ~packed[packed.length / 2];
        assertRefused(damaged, "damaged or ends too early");
        assertRefused(packed(new byte[0]), "is empty");
        assertRefused(packed(packed), "more than once");
        assertRefused(packed(bytes("Dear all,\n")), "none of what inspect reads");
        assertRefused(packed(new byte[1 << 20]), "begins with zeros");
    }

    /// 16 KiB that hold 16 MiB.
    @Test
    void a_compressed_file_that_holds_too_much_is_refused_at_the_limit() throws IOException {
        var bomb = folder.resolve("dump.gz");
        Files.write(bomb, packed(new byte[1 << 24]));
        var copy = folder.resolve("unpacked");
        var file = InputFile.of(bomb.toString());
        assertThatThrownBy(() -> GzipFile.unpack(file, copy, 1 << 20))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("the content of \"")
                .hasMessageEndingWith("dump.gz\" has more than 1 MiB; give the part that matters");
        assertThat(Files.size(copy)).isLessThanOrEqualTo(1 << 20);
    }
}
