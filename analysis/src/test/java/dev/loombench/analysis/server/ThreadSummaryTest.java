package dev.loombench.analysis.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadSummaryTest {
    private static final List<String> SLEEP =
            List.of(
                    "java.lang.VirtualThread.parkNanos(VirtualThread.java:784)",
                    "java.lang.VirtualThread.sleepNanos(VirtualThread.java:980)",
                    "java.lang.Thread.sleepNanos(Thread.java:507)",
                    "java.lang.Thread.sleep(Thread.java:540)",
                    "dev.shop.Work.sleep(Work.java:20)",
                    "dev.shop.Handler.handle(Handler.java:9)");
    private static final List<String> POOL =
            List.of(
                    "jdk.internal.misc.Unsafe.park(Native Method)",
                    "java.util.concurrent.locks.LockSupport.park(LockSupport.java:369)",
                    "java.util.concurrent.LinkedBlockingQueue.take(LinkedBlockingQueue.java:435)",
                    "java.util.concurrent.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1016)");
    private static final List<String> LOCK =
            List.of(
                    "jdk.internal.misc.Unsafe.park(Native Method)",
                    "java.util.concurrent.locks.LockSupport.park(LockSupport.java:223)",
                    "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(AbstractQueuedSynchronizer.java:789)",
                    "java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)",
                    "dev.shop.Cache.get(Cache.java:7)");

    private static StackGroup virtual(int count, String state, List<String> frames) {
        return new StackGroup(ThreadKind.VIRTUAL, state, count, frames);
    }

    private static String where(String state, List<String> frames) {
        return StackClassifier.of(virtual(1, state, frames));
    }

    @Test
    void a_location_is_the_topmost_call_outside_the_waiting_mechanism() {
        assertThat(where("TIMED_WAITING", SLEEP)).isEqualTo("in Thread.sleep");
        assertThat(where("WAITING", LOCK)).isEqualTo("in ReentrantLock.lock");
        assertThat(where("RUNNABLE", List.of("dev.shop.Fib.of(Fib.java:3)")))
                .isEqualTo("in Fib.of");
        assertThat(where("", List.of())).isEqualTo("without Java code");
        assertThat(where("BLOCKED", List.of("dev.shop.Cache.get(Cache.java:7)")))
                .isEqualTo("blocked in Cache.get");
    }

    @Test
    void a_worker_without_work_is_idle() {
        assertThat(where("WAITING", POOL)).isEqualTo("idle in a pool");
    }

    @Test
    void a_path_names_the_callers() {
        assertThat(StackClassifier.path(virtual(1, "", SLEEP)))
                .isEqualTo("Thread.sleep < Work.sleep < Handler.handle");
    }

    @Test
    void a_location_has_at_most_one_virtual_thread_per_connection() {
        var pool = new StackGroup(ThreadKind.PLATFORM, "WAITING", 500, POOL);
        var dump =
                new ThreadDump(
                        "attach",
                        0,
                        508,
                        2,
                        621,
                        List.of(
                                virtual(591, "TIMED_WAITING", SLEEP),
                                pool,
                                virtual(30, "WAITING", LOCK)));

        var summary = ThreadSummary.of(dump, 400);

        assertThat(summary.excess()).as("591 - 400").isEqualTo(191);
        assertThat(summary.virtual()).as("400 + 30").isEqualTo(430);
        assertThat(summary.locations())
                .extracting(ThreadSummary.ThreadLocation::count)
                .as("a pool may have more threads than there are connections")
                .containsExactly(500, 400, 30);
        assertThat(ThreadSummary.of(dump, 591).excess()).isZero();
    }

    @Test
    void stacks_at_one_location_are_counted_together_most_threads_first() {
        var otherSleep = List.of("java.lang.Thread.sleep(Thread.java:540)", "dev.shop.Retry.run()");
        var summary =
                ThreadSummary.of(
                        new ThreadDump(
                                "attach",
                                0,
                                8,
                                2,
                                235,
                                List.of(
                                        virtual(30, "WAITING", LOCK),
                                        virtual(190, "TIMED_WAITING", SLEEP),
                                        virtual(10, "TIMED_WAITING", otherSleep),
                                        new StackGroup(ThreadKind.PLATFORM, "WAITING", 4, POOL))),
                        400);

        assertThat(summary.total()).isEqualTo(245);
        assertThat(summary.locations())
                .containsExactly(
                        new ThreadSummary.ThreadLocation(
                                ThreadKind.VIRTUAL,
                                200,
                                "in Thread.sleep",
                                "Thread.sleep < Work.sleep < Handler.handle"),
                        new ThreadSummary.ThreadLocation(
                                ThreadKind.VIRTUAL,
                                30,
                                "in ReentrantLock.lock",
                                "ReentrantLock.lock < Cache.get"),
                        new ThreadSummary.ThreadLocation(
                                ThreadKind.PLATFORM,
                                4,
                                "idle in a pool",
                                "LinkedBlockingQueue.take < ThreadPoolExecutor.getTask"));
    }
}
