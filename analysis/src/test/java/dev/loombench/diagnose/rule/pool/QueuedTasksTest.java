package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static dev.loombench.diagnose.SampleThreads.WORKER;
import static dev.loombench.diagnose.SampleThreads.threads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.Pool;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Executors with a queue by intention, as a batch has one.
class QueuedTasksTest {
    private static final long SECOND = 1_000_000_000L;

    private static final String RESULT =
            "java.util.concurrent.FutureTask.awaitDone(java.base@25.0.4/FutureTask.java:500)";

    /// As of `invokeAll`.
    private static final String MAIN =
            Prints.thread("main", 1, 1, PARKED, PARK, RESULT, "Shop.main(Shop.java:5)");

    /// An executor of four threads over 30 s.
    private static PoolReading executor(
            String name, double perSecond, long firstWaiting, long lastWaiting) {
        var readings =
                IntStream.rangeClosed(0, 3)
                        .mapToObj(i ->
                                new Pool(
                                        "attach",
                                        i * 10 * SECOND,
                                        "executor",
                                        name,
                                        4,
                                        OptionalLong.of(4),
                                        OptionalLong.of(
                                                firstWaiting
                                                        + i * (lastWaiting - firstWaiting) / 3)))
                        .toList();
        return new PoolReading(readings, OptionalDouble.of(perSecond));
    }

    /// Its threads at work at four moments, beside others. A print has each number once.
    private static String[] prints(String others) {
        return IntStream.rangeClosed(1, 4)
                .mapToObj(i ->
                        IntStream.rangeClosed(1, 4)
                                        .mapToObj(n ->
                                                Prints.thread(
                                                        "files-" + n,
                                                        60 + n,
                                                        10 * i,
                                                        "TIMED_WAITING (sleeping)",
                                                        SLEEP,
                                                        "Shop.file(Shop.java:4)",
                                                        WORKER))
                                        .collect(Collectors.joining())
                                + others)
                .toArray(String[]::new);
    }

    private static ServiceFinding of(PoolReading executor, int clients, String others) {
        var connections = Optional.of(Prints.connections(clients, 0, 0));
        return findings(
                        new SampleEvidence()
                                .withoutVirtual()
                                .printed(Prints.history(connections, prints(others)))
                                .executors(List.of(executor)))
                .stream()
                .filter(finding -> finding.id().equals(PoolExhausted.ID))
                .findFirst()
                .orElseThrow();
    }

    /// 80 tasks per second end. Where 10,000 wait, and 7,600 after 30 s, none has begun to wait;
    /// where the queue is as long, 80 per second have; and where it grows to 20,000, 413.
    @ParameterizedTest
    @CsvSource({
        "7600, 0, NOTE",
        "7600, 9, NOTE",
        "10000, 0, NOTE",
        "10000, 9, WARNING",
        "20000, 0, WARNING"
    })
    void a_queue_is_a_fault_where_it_grows_or_clients_may_wait(
            long last, int clients, Severity expected) {
        var finding = of(executor("files", 80, 10_000, last), clients, MAIN);
        assertThat(finding.severity()).isEqualTo(expected);
        assertThat(finding.figures())
                .isEqualTo(
                        new PoolExhausted.Figures(
                                4,
                                Math.max(10_000, last),
                                1,
                                OptionalDouble.of(0.05),
                                OptionalDouble.of(80)));
    }

    /// 4,000 at 80 per second.
    @Test
    void a_queue_has_the_time_that_it_takes() {
        assertThat(of(executor("files", 80, 4_000, 1_600), 0, MAIN).message()).contains("50.0 s");
    }

    /// Several threads that wait for results, one that serves a request, and three that wait for
    /// room in a queue.
    @Test
    void a_queue_whose_tasks_are_awaited_is_a_fault() {
        var batch = executor("files", 80, 10_000, 7_600);
        var callers = threads("caller-", 3, PARKED, PARK, RESULT, "Shop.order(Shop.java:7)");
        assertThat(of(batch, 0, callers).severity()).isEqualTo(Severity.WARNING);
        var request =
                Prints.thread(
                        "http-nio-8080-exec-1",
                        31,
                        1,
                        PARKED,
                        PARK,
                        RESULT,
                        "Shop.order(Shop.java:7)",
                        "org.apache.coyote.AbstractProtocol$ConnectionHandler.process(A.java:903)");
        assertThat(of(batch, 1, request).severity()).isEqualTo(Severity.WARNING);
        var put = "java.util.concurrent.ArrayBlockingQueue.put(java.base@25.0.4/A.java:1)";
        var submitters = threads("import-", 3, PARKED, PARK, put, "Shop.load(Shop.java:9)");
        assertThat(of(batch, 0, submitters).severity()).isEqualTo(Severity.WARNING);
    }

    /// The executor of a web server, by the names of its threads.
    @Test
    void the_requests_of_a_server_wait_for_a_thread() {
        var loops = executor("DubboServerHandler-10.0.0.7:20880-thread", 80, 10_000, 7_600);
        assertThat(of(loops, 0, MAIN).severity()).isEqualTo(Severity.WARNING);
    }

    @ParameterizedTest
    @CsvSource({"0, NOTE", "9, CRITICAL"})
    void an_executor_with_a_bean_is_judged_alike(int clients, Severity expected) {
        var connections = Optional.of(Prints.connections(clients, 0, 0));
        var evidence =
                new SampleEvidence()
                        .withoutVirtual()
                        .printed(Prints.history(connections, prints(MAIN)))
                        .pools(List.of(executor("files", 80, 10_000, 10_000)));
        assertThat(findings(evidence))
                .extracting(ServiceFinding::id, ServiceFinding::severity)
                .containsExactly(tuple(PoolExhausted.ID, expected));
    }
}
