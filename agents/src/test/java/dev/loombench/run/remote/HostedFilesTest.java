package dev.loombench.run.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostedFilesTest {
    /// With its line break 100 bytes, of which a MiB is no multiple.
    private static final String LINE = "b".repeat(99) + "\n";

    @TempDir private Path folder;

    private String copied(String log) throws IOException {
        var files = new HostedFiles(folder);
        Files.writeString(files.newFolder(1).resolve("server.log"), log);
        return files.log(1);
    }

    @Test
    void a_log_of_up_to_a_mebibyte_is_copied_whole() throws Exception {
        assertThat(copied("started\nended")).isEqualTo("started\nended");
    }

    /// A part of a line may have a part of a secret, which nobody recognises.
    @Test
    void of_a_longer_log_whole_lines_are_copied() throws Exception {
        int lines = (1 << 20) / LINE.length();
        assertThat(copied("a\n" + LINE.repeat(lines + 1))).isEqualTo(LINE.repeat(lines));
    }

    @Test
    void of_a_line_that_is_longer_than_what_is_copied_nothing_is() throws Exception {
        assertThat(copied("x".repeat(1 << 20) + "y")).isEmpty();
    }

    @Test
    void a_server_without_a_log_has_none() throws Exception {
        assertThat(new HostedFiles(folder).log(1)).isEmpty();
    }
}
