package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.BLOCKED;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.WORKER;
import static dev.loombench.diagnose.SampleThreads.blocked;
import static dev.loombench.diagnose.SampleThreads.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A JVM after a signal, whose hook calls `System.exit`.
class ShuttingDownTest {
    private static final String LOCK = "<0xa0> (a java.lang.Class for java.lang.Shutdown)";
    private static final String EXIT = "java.lang.Shutdown.exit(java.base@25.0.4/Shutdown.java:1)";

    private static final String SIGNAL =
            Prints.thread(
                    "SIGTERM handler",
                    41,
                    1,
                    "WAITING (on object monitor)",
                    "java.lang.Object.wait0(java.base@25.0.4/Native Method)",
                    "- waiting on <0xb0> (a java.lang.Thread)",
                    "java.lang.Thread.join(java.base@25.0.4/Thread.java:1)",
                    "java.lang.ApplicationShutdownHooks.runHooks(java.base@25.0.4/A.java:114)",
                    EXIT,
                    "- locked " + LOCK,
                    "java.lang.Terminator$1.handle(java.base@25.0.4/Terminator.java:51)");

    /// It lets requests end, for a limited time.
    private static final String GRACEFUL =
            Prints.thread(
                    "SpringApplicationShutdownHook",
                    43,
                    1,
                    "TIMED_WAITING (parking)",
                    "java.util.concurrent.CountDownLatch.await(java.base@25.0.4/CountDownLatch.java:1)",
                    "com.example.Shop.drain(Shop.java:80)");

    private static final String HOOK =
            Prints.thread(
                    "shop-shutdown-hook",
                    42,
                    1,
                    BLOCKED,
                    EXIT,
                    "- waiting to lock " + LOCK,
                    "com.example.Shop.close(Shop.java:90)");

    @Test
    void a_jvm_whose_hooks_do_not_end_is_named_with_their_calls() {
        var finding = only(Prints.four(SIGNAL + HOOK));
        assertThat(finding.id()).isEqualTo(ShuttingDown.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.evidence().getFirst())
                .contains("\"shop-shutdown-hook\" in com.example.Shop.close(Shop.java:90)")
                .endsWith("System.exit");
        assertThat(finding.frames()).containsExactly("com.example.Shop.close(Shop.java:90)");
        assertThat(only(Prints.history(SIGNAL)).severity())
                .as("at one moment")
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void a_hook_that_needs_a_lock_of_the_thread_that_ends_the_jvm_never_ends() {
        var exit =
                Prints.thread(
                        "orders",
                        41,
                        1,
                        "WAITING (on object monitor)",
                        "java.lang.Object.wait0(java.base@25.0.4/Native Method)",
                        "java.lang.Thread.join(java.base@25.0.4/Thread.java:1)",
                        "java.lang.ApplicationShutdownHooks.runHooks(java.base@25.0.4/A.java:114)",
                        EXIT,
                        "com.example.Shop.fail(Shop.java:99)",
                        "- locked <0xc0> (a com.example.Shop)");
        var hook =
                Prints.thread(
                        "shop-shutdown-hook",
                        42,
                        1,
                        BLOCKED,
                        "com.example.Shop.close(Shop.java:90)",
                        "- waiting to lock <0xc0> (a com.example.Shop)");
        var finding = only(Prints.four(exit + hook));
        assertThat(finding.id()).isEqualTo(ShuttingDown.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.text().remedy()).contains("while a lock is held");
    }

    @Test
    void a_jvm_whose_hook_waits_for_a_limited_time_does_as_it_is_meant_to() {
        var finding = only(Prints.four(SIGNAL + GRACEFUL));
        assertThat(finding.id()).isEqualTo(ShuttingDown.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.text().message()).isEqualTo("the JVM is shutting down");
    }

    @Test
    void a_thread_that_sends_web_hooks_is_none_of_the_jvm() {
        var sends =
                Prints.thread(
                        "webhook-1",
                        45,
                        1,
                        "RUNNABLE",
                        "sun.nio.ch.Net.poll(java.base@25.0.4/Native Method)",
                        "com.example.Partner.send(Partner.java:7)",
                        WORKER);
        var finding = only(Prints.four(SIGNAL + GRACEFUL + sends));
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.evidence().getFirst()).doesNotContain("webhook");
    }

    private static final String TASK =
            Prints.thread(
                    "pool-1-thread-1",
                    44,
                    1,
                    PARKED,
                    PARK,
                    "java.util.concurrent.LinkedBlockingQueue.take(java.base@25.0.4/L.java:1)",
                    "com.example.Shop.next(Shop.java:70)",
                    WORKER);

    private static String closing(String name, int number, String state) {
        return Prints.thread(
                name,
                number,
                1,
                state,
                PARK,
                "java.util.concurrent.ThreadPoolExecutor.awaitTermination(java.base@25.0.4/T.java:1)",
                "com.example.Shop.stop(Shop.java:60)");
    }

    /// The hook waits for the end of an executor, a task of which waits for ever.
    @ParameterizedTest
    @CsvSource({
        "close-pool, WAITING (parking), CRITICAL, 1, MEDIUM",
        "Thread-0, TIMED_WAITING (parking), WARNING, 0, HIGH"
    })
    void a_hook_without_a_name_is_the_only_thread_that_no_pool_has(
            String name, String state, Severity severity, int still, Confidence confidence) {
        var main = Prints.thread("main", 1, 1, PARKED, PARK, "com.example.Shop.main(Shop.java:5)");
        var finding = only(Prints.four(SIGNAL + TASK + closing(name, 45, state) + main));
        assertThat(finding.id()).isEqualTo(ShuttingDown.ID);
        assertThat(finding.severity()).isEqualTo(severity);
        assertThat(finding.confidence()).isEqualTo(confidence);
        assertThat(finding.figures()).isEqualTo(new ShuttingDown.Figures(1, still, 30));
        assertThat(finding.frames()).containsExactly("com.example.Shop.stop(Shop.java:60)");
        assertThat(finding.evidence().getFirst())
                .contains(name, "(ThreadPoolExecutor)")
                .contains("\"pool-1-thread-1\" in com.example.Shop.next(Shop.java:70)");
        assertThat(finding.text().remedy()).contains("shutdownNow");
    }

    /// The thread that has called System.exit waits for the hooks, whatever its name.
    @Test
    void the_thread_that_runs_the_hooks_is_none() {
        var exit =
                SIGNAL.replace("SIGTERM handler", "shutdown-on-error")
                        .replace(
                                "java.lang.Terminator$1.handle(java.base@25.0.4/Terminator.java:51)",
                                "com.example.Shop.fail(Shop.java:99)");
        var finding = only(Prints.four(exit + closing("Thread-0", 45, PARKED)));
        assertThat(finding.figures()).isEqualTo(new ShuttingDown.Figures(1, 1, 30));
        assertThat(finding.frames()).containsExactly("com.example.Shop.stop(Shop.java:60)");
    }

    /// Each of two may be the hook, and waits without a limit of time.
    @Test
    void which_of_two_threads_is_the_hook_is_not_known() {
        var both = closing("Thread-0", 45, PARKED) + closing("close-pool", 46, PARKED);
        var finding = only(Prints.four(SIGNAL + both));
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.figures()).isEqualTo(new ShuttingDown.Figures(2, 0, 30));
    }

    /// Two other threads wait for each other, and the hook may wait for one of them.
    @Test
    void what_may_keep_the_hooks_is_named_in_its_place() {
        var print = SIGNAL + HOOK + blocked("a", 31, "0x2", "0x1") + blocked("b", 32, "0x1", "0x2");
        assertThat(findings(Prints.four(print)))
                .extracting(ServiceFinding::id)
                .containsExactly(Deadlock.ID);
    }

    /// Threads that wait for programs do so by intention.
    @Test
    void a_note_is_not_named_in_its_place() {
        var films =
                IntStream.rangeClosed(1, 3)
                        .mapToObj(i ->
                                Prints.thread(
                                        "films-" + i,
                                        60 + i,
                                        1,
                                        "WAITING (on object monitor)",
                                        "java.lang.Object.wait0(java.base@25.0.4/Native Method)",
                                        "java.lang.ProcessImpl.waitFor(java.base@25.0.4/P.java:434)",
                                        "com.example.Films.convert(Films.java:9)"))
                        .collect(Collectors.joining());
        assertThat(findings(Prints.four(SIGNAL + HOOK + films)))
                .extracting(ServiceFinding::id)
                .containsExactly(ShuttingDown.ID, NoProgress.ID);
    }

    @Test
    void a_jvm_that_shuts_down_at_last_is_not_known_to_hang() {
        var main = Prints.thread("main", 1, 1, "RUNNABLE", "com.example.Shop.main(Shop.java:5)");
        assertThat(findings(Prints.history(main, main, SIGNAL + HOOK))).isEmpty();
    }

    /// The hook is one of those that wait, so that neither it nor the owner goes on.
    @ParameterizedTest
    @CsvSource({"- locked <0xa0> (a Svc)", "- locked <0xb0> (a Svc)"})
    void a_lock_is_not_released_by_a_thread_that_waits_for_the_hooks_of_the_jvm(String held) {
        var exit =
                Prints.thread(
                        "main",
                        60,
                        1,
                        "WAITING (on object monitor)",
                        "java.lang.Object.wait0(java.base@25.0.4/Native Method)",
                        "java.lang.Thread.join(java.base@25.0.4/Thread.java:1)",
                        "java.lang.ApplicationShutdownHooks.runHooks(java.base@25.0.4/A.java:1)",
                        "java.lang.Shutdown.exit(java.base@25.0.4/Shutdown.java:1)",
                        "Svc.fail(Svc.java:20)",
                        held);
        var queue =
                IntStream.rangeClosed(1, 3)
                        .mapToObj(i -> waiting(i, "0xa0", "Svc"))
                        .collect(Collectors.joining());
        assertThat(findings(queue + exit))
                .filteredOn(finding -> finding.id().equals(LockBound.ID))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.text().message()).contains("none got it in 30 s");
                    assertThat(finding.text().remedy()).contains("System.exit");
                });
    }
}
