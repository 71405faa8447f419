package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.BLOCKED;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.WORKER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One or two threads that wait for a lock, and its owner that does not run.
class StuckOwnersTest {
    private static final String SINGLETONS =
            "org.springframework.beans.factory.support.DefaultSingletonBeanRegistry.getSingleton(D.java:204)";

    /// A service of Spring Boot with JPA that does not start: the thread that starts it holds the
    /// lock of the beans, and waits for a task that needs a bean.
    private static String starting(double cpuMillis) {
        return Prints.thread(
                        "main",
                        1,
                        cpuMillis,
                        PARKED,
                        PARK,
                        "- parking to wait for  <0xf0> (a java.util.concurrent.FutureTask)",
                        "java.util.concurrent.locks.LockSupport.park(java.base@25.0.4/L.java:221)",
                        "java.util.concurrent.FutureTask.awaitDone(java.base@25.0.4/F.java:500)",
                        "java.util.concurrent.FutureTask.get(java.base@25.0.4/F.java:190)",
                        "org.springframework.orm.jpa.AbstractEntityManagerFactoryBean.getNativeEntityManagerFactory(A.java:560)",
                        SINGLETONS,
                        "- locked <0xa0> (a java.util.concurrent.ConcurrentHashMap)",
                        "com.example.Shop.main(Shop.java:5)")
                + Prints.thread(
                        "task-1",
                        31,
                        1,
                        BLOCKED,
                        SINGLETONS,
                        "- waiting to lock <0xa0> (a java.util.concurrent.ConcurrentHashMap)",
                        "com.example.Listener.onSchema(Listener.java:9)",
                        WORKER);
    }

    @Test
    void an_owner_that_waits_for_what_the_waiting_thread_is_to_do_is_named() {
        var finding = only(Prints.four(starting(100)));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(2, 2, 30));
        assertThat(finding.text().message()).contains("ConcurrentHashMap", "\"main\"");
        assertThat(finding.evidence().getFirst()).contains("(FutureTask)");
        assertThat(finding.text().remedy()).contains("spring.data.jpa.repositories.bootstrap-mode");
        assertThat(finding.frames())
                .containsExactly(
                        SINGLETONS + " called by com.example.Listener.onSchema(Listener.java:9)",
                        "org.springframework.orm.jpa.AbstractEntityManagerFactoryBean"
                                + ".getNativeEntityManagerFactory(A.java:560) called by"
                                + " com.example.Shop.main(Shop.java:5)");
    }

    @Test
    void an_owner_that_runs_is_not_named() {
        assertThat(
                        findings(
                                Prints.history(
                                        starting(100),
                                        starting(110),
                                        starting(120),
                                        starting(130))))
                .isEmpty();
        assertThat(findings(Prints.history(starting(100), starting(100)))).as("two").isEmpty();
    }

    /// A class whose initialiser waits for a parallel stream, whose function is in that class.
    @Test
    void a_class_whose_initialiser_waits_for_another_thread_is_named() {
        var print =
                Prints.thread(
                                "main",
                                1,
                                10,
                                PARKED,
                                PARK,
                                "- parking to wait for  <0xf0> (a java.util.stream.ReduceOps$ReduceTask)",
                                "java.util.concurrent.ForkJoinTask.awaitDone(java.base@25.0.4/F.java:468)",
                                "java.util.concurrent.ForkJoinTask.invoke(java.base@25.0.4/F.java:687)",
                                "java.util.stream.ReduceOps$ReduceOp.evaluateParallel(java.base@25.0.4/R.java:927)",
                                "com.example.Prices.<clinit>(Prices.java:9)",
                                "com.example.Shop.main(Shop.java:5)")
                        + Prints.thread(
                                "ForkJoinPool.commonPool-worker-1",
                                31,
                                1,
                                "RUNNABLE",
                                "com.example.Prices.lambda$static$0(Prices.java:9)",
                                "- waiting on the Class initialization monitor for com.example.Prices",
                                "java.util.stream.ReduceOps$5ReducingSink.accept(java.base@25.0.4/R.java:253)",
                                "java.util.concurrent.ForkJoinPool.runWorker(java.base@25.0.4/F.java:1843)");
        var finding = only(Prints.four(print));
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(2, 2, 30));
        assertThat(finding.text().message())
                .contains("the initialiser of com.example.Prices", "\"main\"");
        assertThat(finding.evidence().getFirst()).contains("(ForkJoinTask)");
        assertThat(finding.frames())
                .containsExactly(
                        "com.example.Prices.<clinit>(Prices.java:9)",
                        "com.example.Prices.<clinit>(Prices.java:9) called by"
                                + " com.example.Shop.main(Shop.java:5)");
    }

    /// A thread that holds a monitor in a call, and others that wait for it.
    private static String within(int waiting, String state, String top, String more) {
        return Prints.thread(
                        "sync-0",
                        30,
                        1,
                        state,
                        top,
                        "com.example.Feed.send(Feed.java:7)",
                        "- locked <0xa0> (a com.example.Feed)",
                        more)
                + IntStream.rangeClosed(1, waiting)
                        .mapToObj(i ->
                                Prints.thread(
                                        "sync-" + i,
                                        30 + i,
                                        1,
                                        BLOCKED,
                                        "com.example.Feed.send(Feed.java:6)",
                                        "- waiting to lock <0xa0> (a com.example.Feed)",
                                        "com.example.Feed.run(Feed.java:2)"))
                        .collect(Collectors.joining());
    }

    /// Three are a queue for one lock. One that waits for an event goes on, and one that waits for
    /// a limited time may.
    @ParameterizedTest
    @CsvSource({
        "1, RUNNABLE, sun.nio.ch.Net.poll, com.example.Feed.run, no-progress",
        "2, RUNNABLE, sun.nio.ch.Net.poll, com.example.Feed.run, no-progress",
        "3, RUNNABLE, sun.nio.ch.Net.poll, com.example.Feed.run, lock-bound",
        "2, TIMED_WAITING (sleeping), java.lang.Thread.sleep, com.example.Feed.run, no-progress",
        "1, WAITING (parking), java.lang.ProcessImpl.waitFor, com.example.Feed.run, no-progress",
        "2, RUNNABLE, sun.nio.ch.SelectorImpl.select, com.example.Feed.run, ''",
        "2, RUNNABLE, sun.nio.ch.DatagramChannelImpl.receive, com.example.Feed.run, ''",
        "2, RUNNABLE, sun.nio.ch.Net.poll, java.lang.Shutdown.exit, ''"
    })
    void an_owner_in_a_call_that_does_not_return_is_named_with_low_confidence(
            int waiting, String state, String top, String below, String id) {
        var print = within(waiting, state, top + "(A.java:1)", below + "(B.java:1)");
        var found = findings(Prints.four(print));
        assertThat(
                        found.stream()
                                .map(ServiceFinding::id)
                                .filter(f -> !f.equals(ShuttingDown.ID))
                                .toList())
                .isEqualTo(id.isEmpty() ? List.of() : List.of(id));
        assertThat(found)
                .filteredOn(f -> f.id().equals(NoProgress.ID))
                .allSatisfy(f -> {
                    assertThat(id).isEqualTo(NoProgress.ID);
                    assertThat(f.confidence()).isEqualTo(Confidence.LOW);
                    assertThat(f.severity())
                            .isEqualTo(
                                    state.startsWith("TIMED") ? Severity.NOTE : Severity.WARNING);
                    assertThat(f.text().remedy()).contains("time limit");
                    assertThat(f.figures())
                            .isEqualTo(new NoProgress.Figures(waiting + 1, waiting + 1, 30));
                });
    }

    private static final String POLL = "sun.nio.ch.Net.poll(java.base@25.0.4/Native Method)";

    /// Two requests have waited since the start, and further ones come to the same lock.
    @Test
    void a_lock_for_which_a_queue_grows_is_named_once() {
        var moments =
                IntStream.rangeClosed(2, 5)
                        .mapToObj(
                                i -> within(i, "RUNNABLE", POLL, "com.example.Feed.run(F.java:1)"))
                        .toArray(String[]::new);
        assertThat(only(Prints.history(moments)).id()).isEqualTo(LockBound.ID);
    }

    /// Two wait for it, and two for each of them: none of the three locks has a queue.
    @Test
    void a_lock_whose_waiting_threads_hold_others_is_named() {
        var run = "com.example.Feed.run(Feed.java:2)";
        var waits = "- waiting to lock <0xa%d> (a com.example.Feed)";
        var holds = "- locked <0xa%d> (a com.example.Feed)";
        var print = new StringBuilder(within(0, "RUNNABLE", POLL, run));
        for (int i = 1; i <= 2; i++) {
            print.append(
                    Prints.thread(
                            "outer-" + i,
                            40 + i,
                            1,
                            BLOCKED,
                            "com.example.Feed.send(Feed.java:6)",
                            waits.formatted(0),
                            holds.formatted(i),
                            run));
            for (int j = 0; j < 2; j++) {
                print.append(
                        Prints.thread(
                                "inner-" + i + j,
                                50 + 2 * i + j,
                                1,
                                BLOCKED,
                                "com.example.Part%d.read(Part.java:9)".formatted(i),
                                waits.formatted(i),
                                run));
            }
        }
        assertThat(only(Prints.four(print.toString())).figures())
                .isEqualTo(new NoProgress.Figures(3, 7, 30));
    }

    @Test
    void a_timer_that_holds_a_lock_in_its_task_is_named_once() {
        var loop = "java.util.TimerThread.mainLoop(Timer.java:566)";
        assertThat(only(Prints.four(within(1, "RUNNABLE", POLL, loop))).figures())
                .isEqualTo(new NoProgress.Figures(2, 2, 30));
        assertThat(only(Prints.four(within(3, "RUNNABLE", POLL, loop))).id())
                .isEqualTo(LockBound.ID);
    }
}
