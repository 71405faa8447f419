package dev.loombench.observe.proc.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.proc.thread.CompilerThreads.SchedTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The threads of a process, by a folder of each.
class CompilerThreadsTest {
    private static final String C2 = "C2 CompilerThre";

    @TempDir Path tasks;
    private CompilerThreads threads;

    @BeforeEach
    void start() {
        threads = new CompilerThreads(77, tasks);
    }

    private void thread(int id, String name, String schedstat) throws IOException {
        var folder = Files.createDirectories(tasks.resolve(Integer.toString(id)));
        Files.writeString(folder.resolve("comm"), name + "\n");
        Files.writeString(folder.resolve("schedstat"), schedstat + "\n");
    }

    private void end(int id) throws IOException {
        var folder = tasks.resolve(Integer.toString(id));
        Files.delete(folder.resolve("comm"));
        Files.delete(folder.resolve("schedstat"));
        Files.delete(folder);
    }

    @Test
    void the_times_of_a_compiler_that_has_ended_stay() throws IOException {
        thread(12, C2, "500 40 3");
        thread(13, "java", "9000 70 3");
        assertThat(threads.sample()).isEqualTo(new SchedTimes(500, 40));
        end(12);
        assertThat(threads.sample()).isEqualTo(new SchedTimes(500, 40));
        assertThat(threads.found()).isTrue();
    }

    @Test
    void a_thread_of_the_application_with_the_id_of_a_compiler_is_none() throws IOException {
        thread(12, C2, "500 40 3");
        threads.sample();
        thread(12, "worker-1", "7000 90 3");
        assertThat(threads.sample()).isEqualTo(new SchedTimes(500, 40));
        assertThat(threads.found()).isTrue();
    }

    @Test
    void a_compiler_with_the_id_of_an_older_one_adds_its_times() throws IOException {
        thread(12, C2, "500 40 3");
        threads.sample();
        thread(12, C2, "20 1 1");
        assertThat(threads.sample()).isEqualTo(new SchedTimes(520, 41));
    }

    @Test
    void a_compiler_with_the_id_of_a_thread_that_has_ended_is_found() throws IOException {
        thread(12, "worker-1", "7000 90 3");
        thread(13, C2, "500 40 3");
        threads.sample();
        end(12);
        threads.sample();
        thread(12, C2, "20 1 1");
        assertThat(threads.sample()).isEqualTo(new SchedTimes(520, 41));
    }

    @Test
    void three_zeros_are_no_account() throws IOException {
        thread(12, C2, "0 0 0");
        threads.sample();
        assertThat(threads.found()).isFalse();
        assertThat(threads.unreadable()).isTrue();
    }

    @Test
    void a_program_without_compilers_has_no_account_that_is_missing() throws IOException {
        thread(12, "sleep", "0 0 0");
        assertThat(threads.sample()).isEqualTo(new SchedTimes(0, 0));
        assertThat(threads.unreadable()).isFalse();
    }

    @Test
    void a_process_that_has_ended_is_told_apart() {
        var ended = new CompilerThreads(77, tasks.resolve("none"));
        assertThatThrownBy(ended::sample).isInstanceOf(ProcessEndedException.class);
    }
}
