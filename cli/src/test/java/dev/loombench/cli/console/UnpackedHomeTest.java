package dev.loombench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedHomeTest {
    @TempDir private Path cache;

    private static byte[] archive(String name, String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("experiments/"));
            zip.putNextEntry(new ZipEntry(name));
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void an_archive_is_unpacked_once() throws IOException {
        var archive = archive("experiments/a.yaml", "question: a");
        var folder = UnpackedHome.unpack(archive, cache);
        var file = folder.resolve("experiments/a.yaml");
        assertThat(file).hasContent("question: a");
        Files.writeString(file, "kept");
        assertThat(UnpackedHome.unpack(archive, cache)).isEqualTo(folder);
        assertThat(file).hasContent("kept");
        try (var folders = Files.list(cache)) {
            assertThat(folders).containsExactly(folder);
        }
    }

    @Test
    void another_archive_has_another_folder() throws IOException {
        var one = UnpackedHome.unpack(archive("a", "1"), cache);
        assertThat(UnpackedHome.unpack(archive("a", "2"), cache)).isNotEqualTo(one);
    }

    @Test
    void an_entry_cannot_leave_the_folder() throws IOException {
        var archive = archive("../../outside", "1");
        assertThatThrownBy(() -> UnpackedHome.unpack(archive, cache))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("../../outside");
    }

    /// A clone has the folder itself.
    @Test
    void an_unreleased_jar_has_no_archive() throws IOException {
        assertThat(UnpackedHome.unpack()).isEmpty();
    }
}
