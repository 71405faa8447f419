package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class FullPipeTest {
    private static final int PAGE = 4096;

    @TempDir private Path folder;

    @Test
    void a_pipe_is_full_until_it_is_read() throws Exception {
        var pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        assertThat(FullPipe.is(pipe, 0)).as("without a reader").isFalse();
        try (var ends = new RandomAccessFile(pipe.toFile(), "rw")) {
            assertThat(FullPipe.is(pipe, 0)).as("empty").isFalse();
            int written = 0;
            while (!FullPipe.is(pipe, 0)) {
                ends.write(new byte[PAGE]);
                written += PAGE;
            }
            assertThat(written).isPositive();
            ends.readFully(new byte[written]);
            assertThat(FullPipe.is(pipe, 0)).as("read").isFalse();
        }
    }

    @Test
    void another_file_and_none_are_no_full_pipe() throws Exception {
        assertThat(FullPipe.is(Files.createFile(folder.resolve("file")), 0)).isFalse();
        assertThat(FullPipe.is(folder.resolve("missing"), 0)).isFalse();
    }
}
