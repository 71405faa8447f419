package dev.loombench.observe.proc.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskTimesTest {
    @TempDir Path task;

    /// The kernel keeps 15 bytes of a name, here with the first of the two of an `é` at the end.
    @BeforeEach
    void name() throws IOException {
        Files.writeString(
                task.resolve("stat"),
                "77 (abcdefghijklmn\u00c3) R 1 77 77 0 -1 64 0 0 0 0 1 2 0 0 20 0 17 0 9 9 9\n",
                StandardCharsets.ISO_8859_1);
    }

    @Test
    void a_name_that_is_cut_off_within_a_character_is_no_end_of_the_thread() throws IOException {
        Files.writeString(task.resolve("schedstat"), "1500 300 4\n");
        assertThat(TaskTimes.of(task)).contains(new TaskTimes('R', 1_500, 300));
    }

    @Test
    void three_zeros_are_no_account() throws IOException {
        Files.writeString(task.resolve("schedstat"), "0 0 0\n");
        assertThat(TaskTimes.of(task)).isEmpty();
    }

    @Test
    void a_thread_that_has_ended_has_no_times() {
        assertThat(TaskTimes.of(task)).isEmpty();
    }
}
