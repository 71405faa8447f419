package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatchProcessIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir Path folder;
    private final ServerLauncher launcher =
            new ServerLauncher(Zoo.at(Path.of(System.getProperty("loombench.home"))));

    @AfterEach
    void close() {
        launcher.close();
    }

    private BatchProcess start(String server, String model, Map<String, String> settings) {
        return launcher.startBatch(Variant.of(server, model, Threading.BOUNDED, settings), folder);
    }

    /// 6 tasks of 20 ms, one after the other or all at once.
    @ParameterizedTest
    @CsvSource({
        "platform-pool, 1, /sleep?ms=20, 120",
        "platform-pool, 6, /sleep?ms=20, 20",
        "platform-pool, 6, /native?ms=20, 20",
        "platform-pool, 2, /cache?kb=4, 300"
    })
    void a_pool_does_as_many_tasks_at_a_time_as_it_has_threads(
            String model, String threads, String work, long minMillis) throws Exception {
        var settings = Map.of("threads", threads, "tasks", "6", "work", work);
        try (var program = start("executor", model, settings)) {
            var done = program.awaitDone(TIMEOUT).orElseThrow();
            assertThat(done.line().tasks()).isEqualTo(6);
            assertThat(done.line().nanos().orElseThrow())
                    .isGreaterThanOrEqualTo(minMillis * 1_000_000)
                    .isLessThan(done.nanos() - program.startedNanos());
            assertThat(done.line().heldNanos().orElseThrow()).isGreaterThanOrEqualTo(20_000_000);
            assertThat(program.release()).isPositive();
        }
    }

    @Test
    void a_semaphore_bounds_virtual_threads() throws Exception {
        var settings =
                Map.of("tasks", "6", "work", "/lock?ms=20&kind=reentrant", "concurrency", "2");
        try (var program = start("executor", "virtual", settings)) {
            var done = program.awaitDone(TIMEOUT).orElseThrow();
            assertThat(done.line().nanos().orElseThrow()).isGreaterThanOrEqualTo(60_000_000);
        }
    }

    /// Two users: at most two of six tasks at a time, whatever the executor allows.
    @ParameterizedTest
    @ValueSource(strings = {"virtual", "cached-pool"})
    void users_submit_one_task_at_a_time(String model) throws Exception {
        var settings = Map.of("tasks", "6", "work", "/sleep?ms=20", "users", "2");
        try (var program = start("executor", model, settings)) {
            var done = program.awaitDone(TIMEOUT).orElseThrow();
            assertThat(done.line().tasks()).isEqualTo(6);
            assertThat(done.line().nanos().orElseThrow()).isGreaterThanOrEqualTo(60_000_000);
        }
    }

    @Test
    void an_empty_jvm_reports_its_heap_and_stays_until_it_is_released() throws Exception {
        try (var program = start("jvm-hello", "main", Map.of())) {
            var done = program.awaitDone(TIMEOUT).orElseThrow().line();
            assertThat(done.tasks()).isEqualTo(1);
            assertThat(done.nanos()).isEqualTo(OptionalLong.empty());
            assertThat(done.heapUsed().orElseThrow())
                    .isPositive()
                    .isLessThan(done.heapCommitted().orElseThrow());
            assertThat(ProcessHandle.of(program.pid()).filter(ProcessHandle::isAlive)).isPresent();
            program.release();
            assertThat(ProcessHandle.of(program.pid()).filter(ProcessHandle::isAlive)).isEmpty();
        }
    }

    @Test
    void the_wait_for_a_busy_program_ends_at_its_timeout() throws Exception {
        var settings = Map.of("tasks", "1", "work", "/sleep?ms=600000");
        try (var program = start("executor", "virtual", settings)) {
            assertThat(program.awaitDone(Duration.ofMillis(1))).isEqualTo(Optional.empty());
        }
    }

    @Test
    void a_program_that_cannot_do_the_work_reports_the_reason() throws Exception {
        try (var program = start("executor", "virtual", Map.of("work", "/sleep?s=1"))) {
            assertThatExceptionOfType(LaunchFailed.class)
                    .isThrownBy(() -> program.awaitDone(TIMEOUT))
                    .withMessage(
                            "executor virtual ended by itself with exit code 2; expected \"DONE tasks=N\";"
                                    + " its last line was \"--work /sleep?s=1: parameter ms"
                                    + " is missing, as in ?ms=100\"");
        }
    }
}
