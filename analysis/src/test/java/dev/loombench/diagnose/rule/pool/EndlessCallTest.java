package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.observe.result.Observation.Pool;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tasks and requests that do not end.
class EndlessCallTest {
    private static final String WORKER =
            "java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@25.0.4/ThreadPoolExecutor.java:1)";

    private static final String TASKS =
            "java.util.concurrent.LinkedBlockingQueue.take(java.base@25.0.4/L.java:435)";

    /// Four threads, one of which executes a task.
    private static PoolReading executor(double perSecond) {
        return new PoolReading(
                Collections.nCopies(
                        4,
                        new Pool(
                                "attach",
                                0,
                                "executor",
                                "orders",
                                4,
                                OptionalLong.of(1),
                                OptionalLong.of(0))),
                OptionalDouble.of(perSecond));
    }

    /// 5 s of CPU in each 10 s.
    ///
    /// @param perSecond tasks that end
    private static SampleEvidence running(double perSecond) {
        int[] lines = {7, 7, 8, 7};
        var history =
                Prints.history(
                        IntStream.range(0, lines.length)
                                .mapToObj(i ->
                                        Prints.thread(
                                                "orders-1",
                                                11,
                                                5_000.0 * i,
                                                "RUNNABLE",
                                                "java.util.HashMap.getNode(java.base@25.0.4/HashMap.java:%d)"
                                                        .formatted(570 + i),
                                                "Shop.find(Shop.java:%d)".formatted(lines[i]),
                                                "Shop.order(Shop.java:9)"))
                                .toArray(String[]::new));
        return new SampleEvidence().printed(history).executors(List.of(executor(perSecond)));
    }

    @Test
    void a_call_that_does_not_return_is_named() {
        var findings = findings(running(0));
        assertThat(findings).extracting(ServiceFinding::id).containsExactly(EndlessCall.ID);
        assertThat(findings.getFirst().confidence()).as("as a batch").isEqualTo(Confidence.LOW);
        assertThat(findings.getFirst().evidence())
                .containsExactly(
                        "it ran in this call at all 4 moments, used 50 % of a processor, and no task of its executor ended");
    }

    @Test
    void tasks_that_end_may_be_seen_in_the_same_call() {
        assertThat(findings(running(80))).isEmpty();
    }

    /// A thread that runs for half of 30 s in one call, and another one of its pool.
    ///
    /// @param used CPU time of the other one as a share of that of the first
    /// @param queue from which it takes its tasks
    private static ThreadHistory beside(String name, double used, String queue) {
        return Prints.history(
                IntStream.range(0, 4)
                        .mapToObj(i ->
                                Prints.thread(
                                                name + "1",
                                                11,
                                                5_000.0 * i,
                                                "RUNNABLE",
                                                "java.util.regex.Pattern$Loop.match(P.java:%d)"
                                                        .formatted(4_900 + i),
                                                "Shop.find(Shop.java:7)",
                                                WORKER)
                                        + Prints.thread(
                                                name + "2",
                                                12,
                                                used * 5_000 * i,
                                                PARKED,
                                                PARK,
                                                queue,
                                                "java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1)",
                                                WORKER))
                        .toArray(String[]::new));
    }

    /// As a compressor that makes no progress with its input; one that uses little waits.
    ///
    /// @param used CPU time in each 10 s, ms
    @ParameterizedTest
    @CsvSource({"5100, 1", "4900, 0"})
    void a_request_that_runs_native_code_is_named(double used, int expected) {
        var prints =
                IntStream.range(0, 4)
                        .mapToObj(i ->
                                Prints.thread(
                                                "http-nio-8080-exec-1",
                                                11,
                                                used * i,
                                                "RUNNABLE",
                                                "java.util.zip.Deflater.deflateBytesBytes(java.base@25.0.4/Native Method)",
                                                "java.util.zip.Deflater.deflate(java.base@25.0.4/D.java:580)",
                                                "Shop.send(Shop.java:7)",
                                                WORKER)
                                        + Prints.thread(
                                                "http-nio-8080-exec-2",
                                                12,
                                                0,
                                                PARKED,
                                                PARK,
                                                TASKS,
                                                "java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1)",
                                                WORKER))
                        .toArray(String[]::new);
        assertThat(findings(Prints.history(prints)))
                .extracting(ServiceFinding::id)
                .isEqualTo(Collections.nCopies(expected, EndlessCall.ID));
    }

    /// Short requests would have been given to the free thread in turn.
    @ParameterizedTest
    @CsvSource({"0.09, 1", "0.11, 0"})
    void a_request_that_runs_while_another_thread_is_free_is_named(double used, int expected) {
        var printed = beside("http-nio-8080-exec-", used, TASKS);
        var findings = findings(new SampleEvidence().printed(printed));
        assertThat(findings).hasSize(expected);
        assertThat(findings)
                .allSatisfy(finding -> {
                    assertThat(finding.id()).isEqualTo(EndlessCall.ID);
                    assertThat(finding.frames()).containsExactly("Shop.find(Shop.java:7)");
                    assertThat(finding.evidence())
                            .containsExactly(
                                    "it ran in this call at all 4 moments, used 50 % of a processor, and another thread of its pool waited for a task meanwhile");
                });
    }

    /// It hands a task to the thread that waits for the shortest time.
    @Test
    void a_free_thread_of_another_kind_of_queue_shows_nothing() {
        var queue = "java.util.concurrent.SynchronousQueue.take(java.base@25.0.4/S.java:1)";
        assertThat(findings(new SampleEvidence().printed(beside("http-nio-8080-exec-", 0, queue))))
                .isEmpty();
    }

    /// A task that submits itself again is taken by its own thread, before the free one is awake.
    @Test
    void tasks_that_one_thread_of_an_executor_runs_beside_a_free_one_are_not_named() {
        var printed = new SampleEvidence().printed(beside("orders-", 0, TASKS));
        assertThat(findings(printed)).as("unknown executors").isEmpty();
        assertThat(findings(printed.executors(List.of(executor(80))))).isEmpty();
    }
}
