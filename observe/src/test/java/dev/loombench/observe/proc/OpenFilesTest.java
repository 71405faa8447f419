package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Files as the kernel writes them, in a folder that stands for `/proc/PID`.
class OpenFilesTest {
    @TempDir private Path process;

    private void limits(String soft) throws IOException {
        Files.writeString(
                process.resolve("limits"),
                """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             31515                31515                processes
                Max open files            %-20s 1048576              files
                """
                        .formatted(soft));
    }

    private void open(int count) throws IOException {
        var folder = Files.createDirectories(process.resolve("fd"));
        for (int i = 0; i < count; i++) {
            Files.createFile(folder.resolve(Integer.toString(i)));
        }
    }

    @Test
    void descriptors_are_counted_beside_their_soft_limit() throws IOException {
        limits("4");
        open(3);
        assertThat(OpenFiles.of(process)).hasValue(new OpenFiles(3, 4));
        assertThat(new OpenFiles(3, 4).isFull()).isFalse();
        assertThat(new OpenFiles(4, 4).isFull()).isTrue();
    }

    @Test
    void nothing_is_known_without_a_limit_or_where_the_kernel_shows_none() throws IOException {
        assertThat(OpenFiles.of(process)).isEmpty();
        limits("unlimited");
        open(1);
        assertThat(OpenFiles.of(process)).isEmpty();
        limits("1024");
        Files.delete(process.resolve("fd/0"));
        Files.delete(process.resolve("fd"));
        assertThat(OpenFiles.of(process)).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void an_output_that_nobody_reads_is_named() throws Exception {
        limits("1024");
        open(2);
        var pipe = process.resolve("fd/2");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        try (var ends = new RandomAccessFile(pipe.toFile(), "rw")) {
            assertThat(OpenFiles.withUnread(process)).hasValue(new OpenFiles(3, 1_024));
            while (!FullPipe.is(pipe, 0)) {
                ends.write(new byte[4096]);
            }
            assertThat(OpenFiles.withUnread(process))
                    .hasValue(new OpenFiles(3, 1_024, List.of("standard error")));
        }
    }
}
