package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.SampleThreads.BLOCKED;
import static dev.loombench.diagnose.SampleThreads.LOCK;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.SampleThreads;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.ThreadDump;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Threads that print to a pipe which nobody reads.
class UnreadOutputTest {
    private static final String CALL = "com.example.Shop.order(Shop.java:5)";
    private static final String PRINTLN = "java.io.PrintStream.println(java.base@25.0.4/P.java:1)";
    private static final String WRITE =
            "java.io.FileOutputStream.writeBytes(java.base@25.0.4/Native Method)";

    /// One thread prints, and three wait for the monitor of the output.
    private static String print(double cpuMillis) {
        return Prints.thread(
                        "order-0",
                        40,
                        cpuMillis,
                        "RUNNABLE",
                        WRITE,
                        PRINTLN,
                        "- locked <0xa0> (a java.io.PrintStream)",
                        CALL)
                + IntStream.rangeClosed(1, 3)
                        .mapToObj(i ->
                                Prints.thread(
                                        "order-" + i,
                                        40 + i,
                                        1,
                                        BLOCKED,
                                        PRINTLN,
                                        "- waiting to lock <0xa0> (a java.io.PrintStream)",
                                        CALL))
                        .collect(Collectors.joining());
    }

    @Test
    void threads_that_print_to_a_full_pipe_are_named_with_those_behind() {
        var found =
                findings(
                        new SampleEvidence()
                                .printed(Prints.four(print(1)))
                                .unread("standard error"));
        var cause = found.getFirst();
        assertThat(cause.id()).isEqualTo(UnreadOutput.ID);
        assertThat(cause.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(cause.figures()).isEqualTo(new UnreadOutput.Figures(1, 4, 30));
        assertThat(cause.message()).contains("\"order-0\"", CALL, "standard error");
        assertThat(cause.frames()).containsExactly(CALL);
        assertThat(found.subList(1, found.size()))
                .as("the lock of the output")
                .extracting(ServiceFinding::id)
                .containsExactly(LockBound.ID);
        assertThat(found.getLast().isConsequenceOf(cause)).isTrue();
    }

    /// A lock of the JDK within the output, as the list of all threads shows it, or its monitor.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.VirtualThread.park(V.java:1);java.util.concurrent.locks.LockSupport.park(L.java:1);java.util.concurrent.locks.ReentrantLock.lock(R.java:1);jdk.internal.misc.InternalLock.lock(I.java:1);java.io.PrintStream.writeln(P.java:2)",
                "java.io.PrintStream.println(P.java:1)"
            })
    void virtual_threads_that_wait_for_the_output_are_counted(String wait) {
        var frames = (wait + ";com.example.Shop.pay(Shop.java:9)").split(";", -1);
        assertThat(stopped(print(1), SampleThreads.dump(200, frames)))
                .isEqualTo(new UnreadOutput.Figures(1, 204, 30));
    }

    @Test
    void virtual_threads_elsewhere_or_in_the_write_itself_do_not_wait_for_the_output() {
        for (var top :
                List.of(
                        "java.lang.VirtualThread.park(V.java:1)",
                        "java.io.FileOutputStream.writeBytes(F.java:1)")) {
            assertThat(stopped(print(1), SampleThreads.dump(200, top, CALL)))
                    .as(top)
                    .isEqualTo(new UnreadOutput.Figures(1, 4, 30));
        }
    }

    /// The thread of a log prints without a call of the application.
    @Test
    void virtual_threads_that_sleep_do_not_wait_for_the_output_of_a_thread() {
        var writer =
                Prints.thread(
                        "log",
                        40,
                        1,
                        "RUNNABLE",
                        WRITE,
                        "org.apache.logging.log4j.core.async.RingBufferLogEvent.execute(R.java:1)",
                        "java.lang.Thread.run(java.base@25.0.4/Thread.java:1474)");
        assertThat(stopped(writer, SampleThreads.dump(200, SampleThreads.SLEEP, CALL)))
                .isEqualTo(new UnreadOutput.Figures(1, 1, 30));
    }

    private static Record stopped(String print, Part<ThreadDump> list) {
        var sample = new SampleEvidence().printed(Prints.four(print)).unread("standard error");
        return findings(sample.threads(list)).stream()
                .filter(finding -> finding.id().equals(UnreadOutput.ID))
                .findFirst()
                .orElseThrow()
                .figures();
    }

    /// A print need not name the owner of the lock of `java.util.logging`.
    @Test
    void threads_that_wait_for_the_lock_of_a_log_are_behind_the_one_that_prints() {
        var publish = "java.util.logging.StreamHandler.publish(java.logging@21.0.8/S.java:1)";
        var print =
                Prints.thread("order-0", 40, 1, "RUNNABLE", WRITE, publish, CALL)
                        + IntStream.rangeClosed(1, 19)
                                .mapToObj(i ->
                                        Prints.thread(
                                                "order-" + i,
                                                40 + i,
                                                1,
                                                PARKED,
                                                PARK,
                                                "- parking to wait for  <0xa0> (a %s)"
                                                        .formatted(LOCK),
                                                "java.util.concurrent.locks.ReentrantLock.lock(java.base@21.0.8/R.java:1)",
                                                "java.util.logging.Handler.tryUseLock(java.logging@21.0.8/H.java:1)",
                                                publish,
                                                CALL))
                                .collect(Collectors.joining());
        var found =
                findings(
                        new SampleEvidence().printed(Prints.four(print)).unread("standard output"));
        assertThat(found.getFirst().figures()).isEqualTo(new UnreadOutput.Figures(1, 20, 30));
        assertThat(found)
                .as("its consequences are behind it")
                .extracting(ServiceFinding::id)
                .startsWith(UnreadOutput.ID);
    }

    /// Before JDK 24 the calls of a virtual thread on its carrier are not printed.
    @ParameterizedTest
    @CsvSource({"true, 0, true", "false, 0, false", "true, 0.1, false"})
    void a_virtual_thread_that_stays_on_its_carrier_may_print(
            boolean stays, double ran, boolean found) {
        var sample =
                new SampleEvidence()
                        .version("21.0.8+9")
                        .history(SampleEvidence.history(1, 0, ran, 0))
                        .stacks(stays ? SampleEvidence.held() : SampleEvidence.passing())
                        .unread("standard output");
        assertThat(findings(sample))
                .filteredOn(finding -> finding.id().equals(UnreadOutput.ID))
                .extracting(ServiceFinding::severity)
                .isEqualTo(found ? List.of(Severity.WARNING) : List.of());
    }

    @Test
    void an_output_that_is_read_is_another_fault() {
        assertThat(findings(Prints.four(print(1))))
                .extracting(ServiceFinding::id)
                .isEqualTo(List.of(LockBound.ID));
    }

    /// It goes on, as where the reader is slow.
    @Test
    void a_thread_that_ran_does_not_wait_for_a_reader() {
        var printed = Prints.history(print(1), print(20), print(40), print(60));
        assertThat(findings(new SampleEvidence().printed(printed).unread("standard output")))
                .extracting(ServiceFinding::id)
                .doesNotContain(UnreadOutput.ID);
    }
}
