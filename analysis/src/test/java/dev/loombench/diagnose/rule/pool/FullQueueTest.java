package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.threads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Threads that wait to put something into a full queue.
class FullQueueTest {
    @Test
    void producers_whose_queue_nothing_empties_are_critical() {
        var finding =
                only(
                        Prints.four(
                                threads(
                                        "orders-",
                                        3,
                                        PARKED,
                                        PARK,
                                        "java.util.concurrent.ArrayBlockingQueue.put(java.base@25.0.4/ArrayBlockingQueue.java:1)",
                                        "Shop.log(Shop.java:7)")));
        assertThat(finding.id()).isEqualTo(FullQueue.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(figure(finding, "waiting")).isEqualTo(3);
        assertThat(figure(finding, "still")).isEqualTo(3);
        assertThat(finding.text().message())
                .contains("(ArrayBlockingQueue)", "Shop.log(Shop.java:7)");
    }

    /// An importer whose consumer has ended; one whose consumer takes long looks the same.
    @Test
    void one_producer_that_did_not_run_is_named_with_low_confidence() {
        var put = "java.util.concurrent.ArrayBlockingQueue.put(java.base@25.0.4/A.java:353)";
        var read = "com.example.Import.read(Import.java:6)";
        var still = Prints.thread("reader", 31, 1, PARKED, PARK, put, read);
        var finding = only(Prints.four(still));
        assertThat(finding.id()).isEqualTo(FullQueue.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.confidence()).isEqualTo(Confidence.LOW);
        assertThat(finding.figures()).isEqualTo(new FullQueue.Figures(1, 1, 4));
        var later = Prints.thread("reader", 31, 9, PARKED, PARK, put, read);
        assertThat(findings(Prints.history(still, still, still, later))).as("it ran").isEmpty();
        var timed = Prints.thread("reader", 31, 1, "TIMED_WAITING (parking)", PARK, put, read);
        assertThat(findings(Prints.four(timed))).as("for a limited time").isEmpty();
    }

    /// A queue of Logback whose worker writes to a pipe that nobody reads.
    @Test
    void the_thread_that_writes_an_asynchronous_log_is_named() {
        var producers =
                threads(
                        "orders-",
                        3,
                        PARKED,
                        PARK,
                        "java.util.concurrent.ArrayBlockingQueue.put(java.base@25.0.4/A.java:353)",
                        "ch.qos.logback.core.AsyncAppenderBase.putUninterruptibly(A.java:181)",
                        "com.example.Shop.order(Shop.java:9)");
        var name = "AsyncAppender-Worker-ASYNC";
        var run = "ch.qos.logback.core.AsyncAppenderBase$Worker.run(A.java:290)";
        var writer =
                Prints.thread(
                        name,
                        60,
                        1,
                        "RUNNABLE",
                        "java.io.FileOutputStream.writeBytes(java.base@25.0.4/Native Method)",
                        "ch.qos.logback.core.OutputStreamAppender.writeBytes(O.java:199)",
                        run);
        var finding = only(Prints.four(producers + writer));
        assertThat(finding.id()).isEqualTo(FullQueue.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.evidence().getLast())
                .contains('"' + name + '"', "java.io.FileOutputStream.writeBytes", " 30 s");
        assertThat(finding.frames())
                .contains("ch.qos.logback.core.OutputStreamAppender.writeBytes(O.java:199)");
        var take = "java.util.concurrent.ArrayBlockingQueue.take(java.base@25.0.4/A.java:1)";
        var idle = Prints.thread(name, 60, 1, PARKED, PARK, take, run);
        assertThat(only(Prints.four(producers + idle)).evidence()).hasSize(1);
    }

    @Test
    void producers_that_go_on_are_a_warning() {
        var moments =
                IntStream.range(0, 4)
                        .mapToObj(i ->
                                IntStream.range(0, 3)
                                        .mapToObj(t ->
                                                Prints.thread(
                                                        "orders-" + t,
                                                        40 + t,
                                                        10.0 * i,
                                                        PARKED,
                                                        PARK,
                                                        "com.lmax.disruptor.MultiProducerSequencer.next(MultiProducerSequencer.java:1)",
                                                        "Shop.log(Shop.java:7)"))
                                        .collect(Collectors.joining()))
                        .toArray(String[]::new);
        var finding = only(Prints.history(moments));
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.text().message()).contains("(MultiProducerSequencer)");
    }

    /// One waits for room in the ring buffer, and the others for its monitor.
    @Test
    void threads_that_log_into_a_full_ring_buffer_are_no_convoy() {
        var enqueue =
                "org.apache.logging.log4j.core.async.AsyncLoggerDisruptor.enqueueLogMessageWhenQueueFull(A.java:1)";
        var moments =
                IntStream.range(0, 4)
                        .mapToObj(i ->
                                Prints.thread(
                                                "orders-0",
                                                40,
                                                10.0 * i,
                                                "TIMED_WAITING (parking)",
                                                "java.util.concurrent.locks.LockSupport.parkNanos(L.java:1)",
                                                "com.lmax.disruptor.MultiProducerSequencer.next(M.java:1)",
                                                enqueue,
                                                "- locked <0xa0> (a java.lang.Object)",
                                                "Shop.log(Shop.java:7)")
                                        + IntStream.rangeClosed(1, 3)
                                                .mapToObj(t ->
                                                        Prints.thread(
                                                                "orders-" + t,
                                                                40 + t,
                                                                10.0 * i,
                                                                "BLOCKED (on object monitor)",
                                                                enqueue,
                                                                "- waiting to lock <0xa0> (a java.lang.Object)",
                                                                "Shop.log(Shop.java:7)"))
                                                .collect(Collectors.joining()))
                        .toArray(String[]::new);
        var finding = only(Prints.history(moments));
        assertThat(finding.id()).isEqualTo(FullQueue.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.text().message()).contains("(ring buffer of Log4j)");
    }

    /// What takes from it has ended, or logs itself: one thread looks for room again and again, and
    /// the others do not run. Another one that looks for room has got it since.
    @ParameterizedTest
    @CsvSource({"0, CRITICAL", "1, WARNING"})
    void a_ring_buffer_from_which_nothing_is_taken_is_critical(int last, Severity severity) {
        var moments =
                IntStream.of(0, 0, 0, last)
                        .mapToObj(looks ->
                                IntStream.range(0, 4)
                                        .mapToObj(t -> logging(t, t == looks))
                                        .collect(Collectors.joining()))
                        .toArray(String[]::new);
        var finding = only(Prints.history(moments));
        assertThat(finding.id()).isEqualTo(FullQueue.ID);
        assertThat(finding.severity()).isEqualTo(severity);
    }

    private static String logging(int number, boolean looks) {
        var enqueue =
                "org.apache.logging.log4j.core.async.AsyncLoggerDisruptor.enqueueLogMessageWhenQueueFull(A.java:1)";
        return looks
                ? Prints.thread(
                        "orders-" + number,
                        40 + number,
                        1,
                        "TIMED_WAITING (parking)",
                        "java.util.concurrent.locks.LockSupport.parkNanos(L.java:1)",
                        "com.lmax.disruptor.MultiProducerSequencer.next(M.java:1)",
                        enqueue,
                        "- locked <0xa0> (a java.lang.Object)",
                        "Shop.log(Shop.java:7)")
                : Prints.thread(
                        "orders-" + number,
                        40 + number,
                        1,
                        "BLOCKED (on object monitor)",
                        enqueue,
                        "- waiting to lock <0xa0> (a java.lang.Object)",
                        "Shop.log(Shop.java:7)");
    }

    @Test
    void producers_of_kafka_wait_for_its_buffers() {
        var finding =
                only(
                        Prints.four(
                                threads(
                                        "orders-",
                                        3,
                                        "TIMED_WAITING (parking)",
                                        PARK,
                                        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(java.base@25.0.4/A.java:1)",
                                        "org.apache.kafka.clients.producer.internals.BufferPool.allocate(BufferPool.java:1)",
                                        "Shop.send(Shop.java:7)")));
        assertThat(finding.id()).isEqualTo(FullQueue.ID);
        assertThat(finding.severity())
                .as("they wait for a limited time")
                .isEqualTo(Severity.WARNING);
        assertThat(figure(finding, "waiting")).isEqualTo(3);
        assertThat(finding.text().message()).contains("(BufferPool)");
    }

    /// A publisher by its slowest subscriber, and a pipe by what reads from it.
    @ParameterizedTest
    @CsvSource({
        "jdk.internal.misc.Unsafe.park, java.util.concurrent.SubmissionPublisher$BufferedSubscription.awaitSpace, java.util.concurrent.SubmissionPublisher.submit, SubmissionPublisher",
        "java.lang.Object.wait, java.io.PipedInputStream.awaitSpace, java.io.PipedOutputStream.write, PipedInputStream"
    })
    void producers_wait_for_space_in_a_buffer_of_the_jdk(
            String wait, String space, String put, String buffer) {
        var print =
                threads(
                        "orders-",
                        3,
                        "TIMED_WAITING (on object monitor)",
                        wait + "(W.java:1)",
                        space + "(B.java:1)",
                        put + "(B.java:2)",
                        "Shop.log(Shop.java:7)");
        var finding = only(Prints.four(print));
        assertThat(finding.id()).isEqualTo(FullQueue.ID);
        assertThat(figure(finding, "waiting")).isEqualTo(3);
        assertThat(finding.text().message())
                .contains("(%s)".formatted(buffer), "Shop.log(Shop.java:7)");
    }

    private static Part<ThreadDump> listed(int count, String... frames) {
        var group = new StackGroup(ThreadKind.VIRTUAL, "WAITING", count, List.of(frames));
        return Part.of(new ThreadDump("attach", 0, 20, 2, count, List.of(group)));
    }

    @Test
    void virtual_threads_that_wait_to_put_into_a_queue_are_named_by_the_list() {
        var park = "java.util.concurrent.locks.LockSupport.park(LockSupport.java:1)";
        var put = "java.util.concurrent.ArrayBlockingQueue.put(ArrayBlockingQueue.java:1)";
        var log = "Shop.log(Shop.java:7)";
        assertThat(findings(new SampleEvidence().threads(listed(9, park, put, log)))).isEmpty();
        var findings = findings(new SampleEvidence().threads(listed(10, park, put, log)));
        assertThat(findings).extracting(ServiceFinding::id).containsExactly(FullQueue.ID);
        assertThat(findings.getFirst().figures()).isEqualTo(new FullQueue.Listed(10));
        assertThat(findings.getFirst().text().message())
                .contains("(ArrayBlockingQueue)", "Shop.log(Shop.java:7)");
        var lock = "java.util.concurrent.locks.ReentrantLock.lockInterruptibly(R.java:1)";
        assertThat(findings(new SampleEvidence().threads(listed(10, park, lock, put, log))))
                .as("for the lock of a queue that has room")
                .isEmpty();
        assertThat(findings(new SampleEvidence().threads(listed(10, put, log))))
                .as("they run")
                .isEmpty();
    }

    /// They run, or wait for the lock of a queue that has room; a map is none.
    @Test
    void threads_that_put_into_a_queue_without_a_wait_are_no_producers() {
        var put =
                "java.util.concurrent.LinkedBlockingQueue.put(java.base@25.0.4/LinkedBlockingQueue.java:1)";
        var log = "Shop.log(Shop.java:7)";
        assertThat(findings(threads("orders-", 3, "RUNNABLE", put, log))).isEmpty();
        assertThat(findings(threads("orders-", 3, PARKED, PARK, put, log)))
                .extracting(ServiceFinding::id)
                .containsExactly(FullQueue.ID);
        var map =
                "java.util.concurrent.ConcurrentHashMap.put(java.base@25.0.4/ConcurrentHashMap.java:1)";
        assertThat(findings(threads("orders-", 3, PARKED, PARK, map, log))).isEmpty();
        var lock =
                "- parking to wait for  <0xa0> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)";
        assertThat(findings(threads("orders-", 3, PARKED, PARK, lock, put, log)))
                .extracting(ServiceFinding::id)
                .doesNotContain(FullQueue.ID);
    }
}
