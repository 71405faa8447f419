package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static dev.loombench.diagnose.SampleThreads.requestsIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Four moments over 30 s of a service that may use two processors.
class BusyProcessorsTest {
    /// Threads that compute.
    ///
    /// @param share of the two processors that they use
    /// @param used processors of the process by the kernel's account
    /// @param print of the threads by the CPU time of each, ms
    private static SampleEvidence computing(
            int threads, double share, double used, DoubleFunction<String> print) {
        var prints =
                IntStream.range(0, 4)
                        .mapToDouble(i -> i * 10_000 * 2 * share / threads)
                        .mapToObj(print)
                        .toArray(String[]::new);
        return new SampleEvidence()
                .printed(Prints.history(prints))
                .container(SampleEvidence.container(OptionalDouble.empty(), 0, used));
    }

    private static SampleEvidence serving(int threads, double share, double used) {
        return computing(
                threads,
                share,
                used,
                cpuMillis -> requestsIn("RUNNABLE", threads, cpuMillis, SHOP));
    }

    private static String batch(double cpuMillis) {
        return thread('a', 1, cpuMillis) + thread('b', 2, cpuMillis) + thread('c', 3, cpuMillis);
    }

    private static String thread(char name, int number, double cpuMillis) {
        return Prints.thread("batch-" + name, number, cpuMillis, "RUNNABLE", SHOP);
    }

    @Test
    void code_that_uses_all_processors_is_named() {
        var finding = only(serving(3, 0.95, 1.95));
        assertThat(finding.id()).isEqualTo(BusyProcessors.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(figure(finding, "usedProcessors")).isCloseTo(1.9, within(0.001));
        assertThat(figure(finding, "allowedProcessors")).isEqualTo(2);
        assertThat(finding.frames()).containsExactly(SHOP);
        assertThat(findings(serving(3, 0.89, 1.95))).as("the JVM's own threads do").isEmpty();
        assertThat(findings(serving(3, 0.95, 1.6))).as("by the kernel's account").isEmpty();
    }

    /// Threads that compress, and one of another share.
    @Test
    void native_code_that_uses_all_processors_is_named() {
        var deflate = "java.util.zip.Deflater.deflateBytesBytes(java.base@25.0.4/Native Method)";
        var finding =
                only(
                        computing(
                                3,
                                0.95,
                                1.95,
                                cpuMillis -> requestsIn("RUNNABLE", 3, cpuMillis, deflate, SHOP)));
        assertThat(finding.id()).isEqualTo(BusyProcessors.ID);
        assertThat(finding.frames()).containsExactly(SHOP);
    }

    @Test
    void as_many_threads_as_processors_leave_nothing_waiting() {
        assertThat(findings(serving(2, 0.95, 1.95))).isEmpty();
    }

    /// There are as many as processors, and requests wait for one of them.
    @Test
    void event_loops_that_use_all_processors_are_named() {
        var finding =
                only(
                        computing(
                                2,
                                0.95,
                                1.95,
                                cpuMillis -> loop(1, cpuMillis) + loop(2, cpuMillis)));
        assertThat(finding.id()).isEqualTo(BusyProcessors.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    }

    private static String loop(int number, double cpuMillis) {
        return Prints.thread(
                "shop-loop-" + number,
                30 + number,
                cpuMillis,
                "RUNNABLE",
                SHOP,
                "io.netty.channel.nio.NioEventLoop.run(NioEventLoop.java:1)");
    }

    @Test
    void it_is_a_note_where_no_thread_serves_a_request() {
        var finding = only(computing(3, 0.95, 1.95, BusyProcessorsTest::batch));
        assertThat(finding.id()).isEqualTo(BusyProcessors.ID);
        assertThat(finding.severity()).isEqualTo(Severity.NOTE);
    }

    /// Two threads on two processors: no other thread waits for one, and no connection for them.
    @Test
    void callbacks_of_a_client_that_compute_are_no_event_loop() {
        var callbacks =
                computing(
                        2,
                        0.95,
                        1.95,
                        cpuMillis -> callback(1, cpuMillis) + callback(2, cpuMillis));
        assertThat(findings(callbacks))
                .extracting(ServiceFinding::id)
                .doesNotContain(BusyProcessors.ID);
    }

    private static String callback(int number, double cpuMillis) {
        return Prints.thread(
                "kafka-producer-network-thread | orders-" + number,
                30 + number,
                cpuMillis,
                "RUNNABLE",
                SHOP,
                "org.apache.kafka.clients.producer.internals.Sender.run(Sender.java:243)");
    }

    @Test
    void what_uses_the_processors_is_named_in_its_place() {
        var carriers = SampleEvidence.history(2, 40, 0.95, 0.05);
        assertThat(findings(serving(3, 0.95, 1.95).history(carriers)))
                .extracting(ServiceFinding::id)
                .containsExactly("carriers-busy");
    }
}
