package dev.loombench.diagnose.rule;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static dev.loombench.diagnose.SampleThreads.threads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Named.named;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.lock.PermitBound;
import dev.loombench.diagnose.rule.pool.FullQueue;
import dev.loombench.finding.Severity;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Jobs and clients that wait by intention, by the stacks that they have.
class IntendedWaitsTest {
    private static final String GET =
            "java.util.concurrent.CompletableFuture.get(java.base@25.0.4/C.java:2072)";

    private static Stream<Named<String>> waiting() {
        return Stream.of(
                named(
                        "three that convert films by a program",
                        threads(
                                "films-",
                                3,
                                "WAITING (on object monitor)",
                                "java.lang.Object.wait0(java.base@25.0.4/Native Method)",
                                "java.lang.ProcessImpl.waitFor(java.base@25.0.4/P.java:434)",
                                "com.example.Films.convert(Films.java:9)")),
                named(
                        "three that ask for messages, which come within 20 s",
                        threads(
                                "mail-",
                                3,
                                PARKED,
                                PARK,
                                GET,
                                "com.example.Mail.receive(Mail.java:9)")),
                named(
                        "steps of a job of Flink that the next one holds back",
                        threads(
                                "map-",
                                3,
                                PARKED,
                                PARK,
                                GET,
                                "org.apache.flink.runtime.io.network.buffer.LocalBufferPool.requestMemorySegmentBlocking(L.java:231)",
                                "org.apache.flink.runtime.taskmanager.Task.run(Task.java:1)")),
                named(
                        "three that stand by for a lock in Redis",
                        threads(
                                "elector-",
                                3,
                                PARKED,
                                PARK,
                                "java.util.concurrent.Semaphore.acquire(java.base@25.0.4/S.java:318)",
                                "org.redisson.RedissonLock.lockInterruptibly(RedissonLock.java:269)",
                                "org.redisson.RedissonLock.lock(RedissonLock.java:224)",
                                "com.example.Elector.lead(Elector.java:5)")),
                named(
                        "a job with a rate",
                        threads(
                                "crawler-",
                                4,
                                "TIMED_WAITING (sleeping)",
                                SLEEP,
                                "com.google.common.util.concurrent.RateLimiter.acquire(R.java:1)",
                                "com.example.Crawler.fetch(Crawler.java:7)")));
    }

    @ParameterizedTest
    @MethodSource("waiting")
    void what_waits_by_intention_is_a_note(String print) {
        assertThat(findings(print))
                .hasSize(1)
                .extracting(ServiceFinding::severity)
                .containsOnly(Severity.NOTE);
    }

    /// Its class has such a name, and handles what has come, or times a call.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.example.OrderListener.onMessage(OrderListener.java:9)",
                "com.example.StopWatch.time(StopWatch.java:9)"
            })
    void a_listener_whose_call_does_not_return_is_a_fault(String call) {
        assertThat(findings(threads("orders-", 3, PARKED, PARK, GET, call)))
                .hasSize(1)
                .extracting(ServiceFinding::severity)
                .containsOnly(Severity.WARNING);
    }

    /// The same as a part of requests is a fault: as severe as their pool, which stands still.
    @Test
    void requests_that_wait_so_are_a_fault() {
        var request = "org.apache.coyote.AbstractProtocol$ConnectionHandler.process(A.java:903)";
        var frames =
                new String[] {
                    SLEEP,
                    "com.google.common.util.concurrent.RateLimiter.acquire(R.java:1)",
                    "com.example.Shop.order(Shop.java:7)",
                    request
                };
        assertThat(findings(threads("request-", 4, "TIMED_WAITING (sleeping)", frames)))
                .filteredOn(finding -> finding.id().equals(PermitBound.ID))
                .extracting(ServiceFinding::severity)
                .containsExactly(Severity.CRITICAL);
    }

    /// An import whose readers go on as fast as its writer takes.
    private static String[] imports(String put) {
        return IntStream.rangeClosed(1, 4)
                .mapToObj(i ->
                        IntStream.range(0, 4)
                                .mapToObj(n ->
                                        Prints.thread(
                                                "reader-" + n,
                                                40 + n,
                                                10 * i,
                                                PARKED,
                                                PARK,
                                                put,
                                                "com.example.Import.read(Import.java:9)"))
                                .collect(Collectors.joining()))
                .toArray(String[]::new);
    }

    /// As by a scheduler that keeps a rate. A thread in the caller of the method that acquires one
    /// may hold a permit.
    @Test
    void permits_that_others_release_are_a_note() {
        var moments = imports("java.util.concurrent.Semaphore.acquire(java.base@25.0.4/S.java:1)");
        assertThat(findings(Prints.history(moments)))
                .extracting(ServiceFinding::id, ServiceFinding::severity)
                .containsExactly(tuple(PermitBound.ID, Severity.NOTE));
        var caller = "com.example.Import.run(Import.java:5)";
        var holder = Prints.thread("main", 1, 1, "TIMED_WAITING (sleeping)", SLEEP, caller);
        var called =
                Arrays.stream(moments)
                        .map(print -> print.replace("java:9)", "java:9)\n\tat " + caller) + holder)
                        .toArray(String[]::new);
        assertThat(findings(Prints.history(called)))
                .extracting(ServiceFinding::id, ServiceFinding::severity)
                .containsExactly(tuple(PermitBound.ID, Severity.WARNING));
    }

    @Test
    void back_pressure_between_the_steps_of_a_job_is_a_note() {
        var put = "java.util.concurrent.ArrayBlockingQueue.put(java.base@25.0.4/A.java:1)";
        var moments = imports(put);
        assertThat(findings(Prints.history(moments)))
                .extracting(ServiceFinding::severity)
                .containsExactly(Severity.NOTE);
        for (var caller :
                List.of(
                        "org.apache.coyote.AbstractProtocol.process(A.java:1)",
                        "io.netty.channel.nio.NioEventLoop.run(N.java:1)")) {
            var called =
                    Arrays.stream(moments)
                            .map(print ->
                                    print.replace(
                                            "com.example.Import.read(Import.java:9)",
                                            "com.example.Import.read(Import.java:9)\n\tat "
                                                    + caller))
                            .toArray(String[]::new);
            assertThat(findings(Prints.history(called)))
                    .filteredOn(finding -> finding.id().equals(FullQueue.ID))
                    .extracting(ServiceFinding::severity)
                    .as(caller)
                    .isNotEmpty()
                    .doesNotContain(Severity.NOTE);
        }
    }
}
