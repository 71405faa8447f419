package dev.loombench.governor.admission;

import static dev.loombench.governor.admission.AdmissionLimitTest.MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// Tasks of an executor under a limit, and requests that wait for a slot until their deadline.
class LimitedTasksTest {
    private final AdmissionLimit limit = new AdmissionLimit(Limit.fixed(10));

    @Test
    void an_executor_rejects_tasks_above_the_limit_and_runs_the_rest() {
        var tasks = new ArrayDeque<Runnable>();
        var executor = new AdmissionExecutor(tasks::add, limit);
        for (int i = 0; i < 9; i++) {
            executor.execute(() -> {});
        }
        assertThatThrownBy(() -> executor.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("the limit of requests in flight is reached; retry after PT0.001S");
        tasks.forEach(Runnable::run);
        assertThat(limit.inFlight()).isZero();
    }

    @Test
    void an_executor_releases_the_slot_when_the_underlying_one_rejects_or_the_task_throws() {
        var rejecting =
                new AdmissionExecutor(
                        task -> {
                            throw new RejectedExecutionException("full");
                        },
                        limit);
        assertThatThrownBy(() -> rejecting.execute(() -> {})).hasMessage("full");
        var direct = new AdmissionExecutor(Runnable::run, limit);
        assertThatThrownBy(() ->
                        direct.execute(() -> {
                            throw new IllegalStateException("task");
                        }))
                .hasMessage("task");
        assertThat(limit.inFlight()).isZero();
    }

    /// As one in Kotlin may.
    @Test
    void an_executor_releases_the_slot_when_the_underlying_one_throws_what_it_does_not_declare() {
        var failing =
                new AdmissionExecutor(
                        task -> LimitedTasksTest.<RuntimeException>fail(new IOException("lost")),
                        limit);
        assertThatThrownBy(() -> failing.execute(() -> {})).isInstanceOf(IOException.class);
        assertThat(limit.inFlight()).isZero();
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> void fail(Exception undeclared) throws E {
        throw (E) undeclared;
    }

    @Test
    void a_late_task_is_dropped_and_passed_to_the_handler() {
        var tasks = new ArrayDeque<Runnable>();
        var dropped = new AtomicReference<Runnable>();
        var executor = new AdmissionExecutor(tasks::add, limit, Duration.ofNanos(1), dropped::set);
        Runnable late =
                () -> {
                    throw new AssertionError("ran");
                };
        executor.execute(late);
        tasks.remove().run();
        assertThat(dropped).hasValue(late);
        assertThat(limit.inFlight()).isZero();
    }

    /// A service with 50 ms that fails after 1 ms has not become faster.
    @Test
    void a_task_that_throws_is_no_sample() {
        var fixed = Limit.fixed(10);
        var executor = new AdmissionExecutor(Runnable::run, new AdmissionLimit(fixed));
        assertThatThrownBy(() ->
                        executor.execute(() -> {
                            throw new IllegalStateException("task");
                        }))
                .hasMessage("task");
        assertThat(fixed.medianRttNanos()).isZero();
        executor.execute(() -> {});
        assertThat(fixed.medianRttNanos()).isPositive();
    }

    @Test
    void a_short_deadline_is_respected() {
        var gate = new CoDelGate(Duration.ofMillis(2));
        assertThat(gate.isLate(0, 1_000_000)).isFalse();
        assertThat(gate.isLate(0, 1_900_000)).isFalse();
        assertThat(gate.isLate(0, 2_000_000)).isTrue();
    }

    @Test
    void a_burst_may_wait_for_the_whole_deadline_and_a_standing_queue_for_half() {
        long ms = 1_000_000;
        var gate = new CoDelGate(Duration.ofMillis(100));
        assertThat(gate.isLate(0, 4 * ms)).isFalse();
        assertThat(gate.isLate(0, 80 * ms)).isFalse();
        assertThat(gate.isLate(0, 100 * ms)).isTrue();
        // no task has waited for 5 ms or less since 4 ms
        assertThat(gate.isLate(60 * ms, 105 * ms)).isFalse();
        assertThat(gate.isLate(54 * ms, 105 * ms)).isTrue();
        assertThat(gate.isLate(105 * ms, 106 * ms)).isFalse();
        assertThat(gate.isLate(54 * ms, 107 * ms)).isFalse();
    }

    /// Tasks of 500 ms on four threads: none can start promptly, and the deadline leaves enough
    /// time.
    @Test
    void a_burst_of_long_tasks_is_no_standing_queue_before_the_deadline() {
        long ms = 1_000_000;
        var gate = new CoDelGate(Duration.ofSeconds(2));
        assertThat(gate.isLate(0, 0)).isFalse();
        assertThat(gate.isLate(0, 1_000 * ms)).isFalse();
        assertThat(gate.isLate(0, 1_999 * ms)).isFalse();
        assertThat(gate.isLate(0, 2_000 * ms)).isTrue();
        assertThat(gate.isLate(1_001 * ms, 2_001 * ms)).isTrue(); // standing for 2 s
    }

    @Test
    void a_delayed_thread_with_an_old_clock_reading_does_not_cause_a_standing_queue() {
        long ms = 1_000_000;
        var gate = new CoDelGate(Duration.ofMillis(100));
        assertThat(gate.isLate(105 * ms, 106 * ms)).isFalse();
        assertThat(gate.isLate(1 * ms, 2 * ms)).isFalse(); // read the clock 104 ms ago
        assertThat(gate.isLate(54 * ms, 107 * ms)).isFalse();
    }

    /// The queue stood at 104 ms; after 10 s without tasks, one that has waited for 60 ms is no
    /// part of it.
    @Test
    void an_idle_time_is_no_standing_queue() {
        var gate = new CoDelGate(Duration.ofMillis(100));
        assertThat(gate.isLate(0, 4 * MS)).isFalse();
        assertThat(gate.isLate(44 * MS, 94 * MS)).isFalse();
        assertThat(gate.isLate(54 * MS, 105 * MS)).isTrue();
        assertThat(gate.isLate(10_045 * MS, 10_105 * MS)).isFalse();
        assertThat(gate.isLate(10_055 * MS, 10_205 * MS)).isTrue();
        assertThat(gate.isLate(10_146 * MS, 10_206 * MS)).as("standing again").isTrue();
    }

    /// One thread with tasks of 120 ms, each of which waited for 60.
    @Test
    void tasks_that_take_longer_than_an_interval_are_no_idle_time() {
        var gate = new CoDelGate(Duration.ofMillis(100));
        assertThat(gate.isLate(940 * MS, 1_000 * MS)).isFalse();
        assertThat(gate.isLate(1_060 * MS, 1_120 * MS)).isTrue();
        assertThat(gate.isLate(1_180 * MS, 1_240 * MS)).isTrue();
    }
}
