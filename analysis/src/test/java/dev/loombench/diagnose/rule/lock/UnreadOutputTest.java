package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.SampleThreads.BLOCKED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Threads that print to a pipe which nobody reads.
class UnreadOutputTest {
    private static final String CALL = "com.example.Shop.order(Shop.java:5)";
    private static final String PRINTLN = "java.io.PrintStream.println(java.base@25.0.4/P.java:1)";

    /// One thread prints, and three wait for the monitor of the output.
    private static String print(double cpuMillis) {
        return Prints.thread(
                        "order-0",
                        40,
                        cpuMillis,
                        "RUNNABLE",
                        "java.io.FileOutputStream.writeBytes(java.base@25.0.4/Native Method)",
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
