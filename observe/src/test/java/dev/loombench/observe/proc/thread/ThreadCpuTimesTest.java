package dev.loombench.observe.proc.thread;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.Observation.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Threads of a process at moments of its folder, 1,000 ns apart.
class ThreadCpuTimesTest {
    @TempDir Path tasks;
    private long now;
    private ThreadCpuTimes times;

    @BeforeEach
    void start() {
        times = new ThreadCpuTimes(tasks, () -> now);
    }

    private void ran(int thread, long nanos) throws IOException {
        ran(thread, nanos, 77);
    }

    private void ran(int thread, long nanos, long waited) throws IOException {
        var folder = Files.createDirectories(tasks.resolve(Integer.toString(thread)));
        Files.writeString(folder.resolve("schedstat"), nanos + " " + waited + " 3\n");
    }

    private void sample() {
        times.sample();
        now += 1_000;
    }

    @Test
    void the_share_is_that_between_the_last_two_moments() throws IOException {
        ran(12, 0);
        ran(13, 500);
        sample();
        ran(12, 900);
        ran(13, 550);
        sample();
        ran(12, 1_300);
        ran(13, 1_500);
        sample();
        assertThat(times.above(0.41)).containsOnlyKeys(13L);
        assertThat(times.above(0.4)).containsOnlyKeys(12L, 13L);
        assertThat(times.above(0.4).get(12L).ran())
                .isEqualTo(
                        List.of(new Point(0, 0), new Point(1_000, 900), new Point(2_000, 1_300)));
    }

    /// 500 on a processor and 450 in the run queue of 1,000.
    @Test
    void a_thread_that_waits_for_a_processor_is_as_busy_as_one_that_has_it() throws IOException {
        ran(12, 0, 100);
        sample();
        ran(12, 500, 550);
        sample();
        assertThat(times.above(0.96)).isEmpty();
        assertThat(times.above(0.95).get(12L).waited())
                .isEqualTo(List.of(new Point(0, 100), new Point(1_000, 550)));
    }

    @Test
    void waits_for_a_processor_add_up_over_threads_that_were_there_all_the_time()
            throws IOException {
        assertThat(times.waitedNanos()).isEmpty();
        ran(12, 0, 100);
        ran(13, 0, 5);
        sample();
        assertThat(times.waitedNanos()).isEmpty();
        ran(12, 50, 400);
        ran(13, 60, 25);
        ran(14, 70, 9_000);
        sample();
        assertThat(times.waitedNanos()).hasValue(320);
    }

    @Test
    void a_thread_that_began_or_ended_meanwhile_is_not_busy() throws IOException {
        ran(12, 0);
        sample();
        Files.delete(tasks.resolve("12").resolve("schedstat"));
        ran(13, 1_000);
        sample();
        assertThat(times.above(0.1)).isEmpty();
    }

    @Test
    void a_lower_time_is_that_of_a_new_thread() throws IOException {
        ran(12, 5_000);
        sample();
        ran(12, 10);
        sample();
        ran(12, 910);
        sample();
        assertThat(times.above(0.9).get(12L).ran())
                .isEqualTo(List.of(new Point(1_000, 10), new Point(2_000, 910)));
    }

    @Test
    void a_thread_of_a_container_has_the_id_that_its_process_knows() throws IOException {
        ran(12, 0);
        Files.writeString(tasks.resolve("12").resolve("status"), "Pid:\t12\nNSpid:\t12\t3\n");
        sample();
        ran(12, 1_000);
        sample();
        assertThat(times.above(0.9)).containsOnlyKeys(3L);
    }

    /// It writes three zeros for every thread.
    @Test
    void a_kernel_that_keeps_no_account_has_no_threads() throws IOException {
        var folder = Files.createDirectories(tasks.resolve("12"));
        Files.writeString(folder.resolve("schedstat"), "0 0 0\n");
        sample();
        sample();
        assertThat(times.above(0)).isEmpty();
    }

    @Test
    void a_process_that_has_ended_has_no_threads() {
        var ended = new ThreadCpuTimes(tasks.resolve("none"), () -> now);
        ended.sample();
        assertThat(ended.above(0.1)).isEmpty();
    }
}
