package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.finding.Severity;
import dev.loombench.observe.threads.PrintedStack;
import java.lang.Thread.State;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Schedulers that are in a task all the time.
class StuckSchedulersTest {
    private static final String RUNNABLE = "RUNNABLE";
    private static final String TIMED = "TIMED_WAITING (parking)";

    /// The JVM counts a thread that waits for data as running.
    private static final String READ = "sun.nio.ch.Net.poll(java.base@25.0.4/Native Method)";

    private static final String CALL = "com.example.Partner.read(Partner.java:12)";

    /// A thread at three moments.
    private static ThreadHistory scheduler(String name, String state, String... lines) {
        var print = Prints.thread(name, 31, 10, state, lines);
        return Prints.history(print, print, print);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.TimerThread.mainLoop(java.base@25.0.4/Timer.java:566)",
                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run(java.base@25.0.4/S.java:305)"
            })
    void a_scheduler_whose_only_thread_is_in_a_task_is_named(String root) {
        var finding = only(scheduler("scheduling-1", RUNNABLE, READ, CALL, root));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(1, 1, 30));
        assertThat(finding.text().message()).contains("\"scheduling-1\"");
        assertThat(finding.confidence()).as("as a long task").isEqualTo(Confidence.LOW);
        assertThat(finding.frames()).containsExactly(CALL);
        assertThat(findings(scheduler("scheduling-1", TIMED, PARK, CALL, root)))
                .as("for a limited time")
                .isEmpty();
        var timed = "sun.nio.ch.NioSocketImpl.timedRead(java.base@25.0.4/NioSocketImpl.java:278)";
        assertThat(findings(scheduler("scheduling-1", RUNNABLE, READ, timed, CALL, root)))
                .as("data for a limited time")
                .isEmpty();
        var watch = "com.example.ConfigWatch.run(ConfigWatch.java:9)";
        assertThat(findings(scheduler("scheduling-1", RUNNABLE, READ, CALL, watch, root)))
                .as("for news")
                .isEmpty();
        assertThat(findings(scheduler("scheduling-1", PARKED, PARK, root))).as("idle").isEmpty();
    }

    /// A report of the night that a program makes: it ends by itself, and where it makes others
    /// late, these wait for a thread of the executor.
    @Test
    void a_scheduled_task_that_waits_for_a_process_is_no_fault() {
        var task =
                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run(S.java:305)";
        var wait = "java.lang.Object.wait0(java.base@25.0.4/Native Method)";
        var process = "java.lang.ProcessImpl.waitFor(java.base@25.0.4/ProcessImpl.java:434)";
        var worker = "java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1)";
        var printed = scheduler("scheduling-1", PARKED, wait, process, CALL, task, worker);
        assertThat(findings(printed)).isEmpty();
        var evidence = new SampleEvidence().printed(printed);
        assertThat(evidence.evidence().unexamined())
                .as("whether it ends")
                .containsKey("progress of scheduling");
    }

    @Test
    void a_scheduled_executor_with_a_free_thread_begins_other_tasks() {
        var task =
                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run(S.java:305)";
        var worker = "java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1)";
        var stuck =
                Prints.thread("jobs-1", 31, 10, RUNNABLE, READ, CALL, task, worker)
                        + Prints.thread("jobs-2", 32, 10, RUNNABLE, READ, CALL, task, worker);
        var finding = only(Prints.four(stuck));
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(2, 2, 30));
        assertThat(finding.text().message()).contains(" jobs ");
        assertThat(finding.confidence()).as("as long tasks").isEqualTo(Confidence.LOW);
        var get = "java.util.concurrent.FutureTask.get(java.base@25.0.4/FutureTask.java:190)";
        var awaiting =
                Prints.thread("jobs-1", 31, 10, PARKED, PARK, get, CALL, task, worker)
                        + Prints.thread("jobs-2", 32, 10, PARKED, PARK, get, CALL, task, worker);
        assertThat(only(Prints.four(awaiting)).confidence()).isEqualTo(Confidence.MEDIUM);
        var free =
                Prints.thread(
                        "jobs-3",
                        33,
                        10,
                        PARKED,
                        PARK,
                        "java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1)",
                        worker);
        assertThat(findings(Prints.four(stuck + free))).isEmpty();
    }

    /// Few tasks take as long.
    @Test
    void a_task_that_stands_still_for_minutes_is_named_with_more_confidence() {
        var loop = "java.util.TimerThread.mainLoop(java.base@25.0.4/Timer.java:566)";
        var history = scheduler("Timer-0", RUNNABLE, READ, CALL, loop);
        var evidence =
                new SampleEvidence()
                        .evidence()
                        .with(Part.of(history), Duration.ofMinutes(5), Optional.empty());
        assertThat(StuckSchedulers.in(history, Set.of(), evidence))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
                    assertThat(finding.text().impact()).doesNotContain("--for");
                });
    }

    /// Of Spring's `fixedDelay` and `cron`: the next time is set once the task has ended.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.concurrent.FutureTask.runAndReset(java.base@25.0.4/FutureTask.java:369)",
                "org.springframework.scheduling.concurrent.ReschedulingRunnable.run(R.java:96)"
            })
    void a_repeated_task_that_hangs_beside_a_free_thread_is_named(String repeats) {
        var task =
                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run(S.java:305)";
        var worker = "java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1)";
        var free =
                Prints.thread(
                        "jobs-2",
                        32,
                        10,
                        PARKED,
                        PARK,
                        "java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1)",
                        worker);
        var hung = Prints.thread("jobs-1", 31, 10, RUNNABLE, READ, CALL, repeats, task, worker);
        var finding = only(Prints.four(hung + free));
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.confidence()).isEqualTo(Confidence.LOW);
        assertThat(finding.frames().getFirst()).startsWith(CALL);
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(1, 1, 30));
        assertThat(findings(Prints.four(hung.replace(repeats, CALL) + free))).isEmpty();
    }

    /// A thread that takes events from a queue within a task begins no other one.
    @Test
    void a_task_that_hangs_beside_one_that_listens_is_named() {
        var task =
                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run(S.java:305)";
        var worker = "java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1)";
        var take = "java.util.concurrent.LinkedBlockingDeque.take(L.java:680)";
        var reload = "com.example.Settings.reload(Settings.java:9)";
        var listening = Prints.thread("jobs-1", 31, 10, PARKED, PARK, take, reload, task, worker);
        var hung = Prints.thread("jobs-2", 32, 10, RUNNABLE, READ, CALL, task, worker);
        assertThat(findings(Prints.four(listening))).isEmpty();
        var finding = only(Prints.four(listening + hung));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.frames()).containsExactly(CALL);
    }

    /// It may wait for a task that is behind it in its queue, or for a permit that none returns.
    @Test
    void what_to_do_depends_on_what_the_thread_of_a_scheduler_waits_for() {
        var task =
                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run(S.java:305)";
        var worker = "java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1)";
        var get = "java.util.concurrent.FutureTask.get(java.base@25.0.4/FutureTask.java:190)";
        var own = only(scheduler("jobs-1", PARKED, PARK, get, CALL, task, worker));
        assertThat(own.text().remedy()).contains("in the queue of this executor");
        var acquire = "java.util.concurrent.Semaphore.acquire(java.base@25.0.4/S.java:318)";
        var timer = "java.util.TimerThread.mainLoop(java.base@25.0.4/Timer.java:566)";
        var permit = only(scheduler("exports", PARKED, PARK, acquire, CALL, timer));
        assertThat(permit.id()).isEqualTo(NoProgress.ID);
        assertThat(permit.text().remedy()).contains("permits");
        assertThat(findings(scheduler("exports", TIMED, PARK, acquire, CALL, timer))).isEmpty();
    }

    private static final String QUARTZ =
            "org.quartz.simpl.SimpleThreadPool$WorkerThread.run(SimpleThreadPool.java:573)";

    /// A worker of Quartz that reads from a backend in a job.
    private static String job(int number) {
        return Prints.thread(
                "shop_Worker-" + number,
                30 + number,
                10,
                RUNNABLE,
                READ,
                CALL,
                "org.quartz.core.JobRunShell.run(JobRunShell.java:202)",
                QUARTZ);
    }

    @Test
    void workers_of_quartz_that_are_all_in_jobs_are_named() {
        var finding = only(Prints.four(job(1) + job(2)));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(2, 2, 30));
        assertThat(finding.frames()).containsExactly(CALL);
        var wait = "java.lang.Object.wait0(java.base@25.0.4/Native Method)";
        var free = Prints.thread("shop_Worker-3", 33, 10, TIMED, wait, QUARTZ);
        assertThat(findings(Prints.four(job(1) + job(2) + free)))
                .hasSize(2)
                .allMatch(note -> note.severity() == Severity.NOTE);
    }

    /// Of a client of Redis: no call of this client ends by its limit of time meanwhile.
    @Test
    void a_timer_of_netty_that_waits_in_a_task_is_named() {
        var run = "io.netty.util.HashedWheelTimer$Worker.run(HashedWheelTimer.java:503)";
        var expire = "io.netty.util.HashedWheelTimer$HashedWheelTimeout.expire(H.java:715)";
        var latch = "java.util.concurrent.CountDownLatch.await(java.base@25.0.4/C.java:230)";
        var finding = only(scheduler("redisson-timer-4-1", PARKED, PARK, latch, CALL, expire, run));
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(1, 1, 30));
        assertThat(finding.frames()).containsExactly(CALL);
        var sleep = "java.lang.Thread.sleep(java.base@25.0.4/Thread.java:540)";
        assertThat(findings(scheduler("redisson-timer-4-1", TIMED, sleep, run))).isEmpty();
    }

    /// The only thread of Spring's tasks with a fixed delay.
    @Test
    void a_virtual_thread_of_a_scheduler_that_waits_for_one_result_is_named() {
        var task =
                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run(S.java:305)";
        var thread =
                new LiveThread(
                        "",
                        71,
                        true,
                        Optional.of(State.WAITING),
                        OptionalLong.empty(),
                        new PrintedStack(
                                List.of(
                                        "java.util.concurrent.CountDownLatch.await(C.java:1)",
                                        CALL,
                                        task,
                                        "java.lang.VirtualThread.run(V.java:1)"),
                                Optional.empty(),
                                List.of(),
                                Optional.of("a")));
        var main = Prints.thread("main", 1, 1, PARKED, PARK, "com.example.Shop.main(Shop.java:5)");
        var finding =
                only(
                        new ThreadHistory(
                                Prints.four(main).moments(),
                                List.of(),
                                Collections.nCopies(3, List.of(thread))));
        assertThat(finding.confidence()).isEqualTo(Confidence.LOW);
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(1, 1, 30));
        assertThat(finding.text().message()).startsWith("virtual thread #71 ");
    }

    /// The names of timers differ only in a number too.
    @Test
    void each_timer_is_a_scheduler_of_its_own() {
        var loop = "java.util.TimerThread.mainLoop(Timer.java:566)";
        var print =
                Prints.thread("Timer-0", 31, 10, RUNNABLE, READ, CALL, loop)
                        + Prints.thread("Timer-1", 32, 10, PARKED, PARK, loop);
        var finding = only(Prints.four(print));
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(1, 1, 30));
        assertThat(finding.text().message()).contains("\"Timer-0\"");
    }
}
