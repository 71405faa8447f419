package dev.loombench.governor.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.governor.Await;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AutonomicPoolTest {
    private static final ThreadLocal<String> REQUEST = new InheritableThreadLocal<>();

    private final List<ResizeDecision> decisions = new CopyOnWriteArrayList<>();
    private final AutonomicPool pool = pool(1, 300, Integer.MAX_VALUE);

    private AutonomicPool pool(int min, int max, int queue) {
        return AutonomicPool.start(min, max, queue, Thread::new, decisions::add);
    }

    @AfterEach
    void stop() {
        pool.shutdownNow();
    }

    @Test
    void tasks_that_wait_for_each_other_get_one_thread_each() throws Exception {
        var all = new CountDownLatch(200);
        for (int i = 0; i < 200; i++) {
            pool.execute(() -> {
                all.countDown();
                awaitQuietly(all);
            });
        }
        assertThat(all.await(5, TimeUnit.MINUTES)).isTrue();
        assertThat(decisions).isNotEmpty().allSatisfy(s -> assertThat(s.to()).isBetween(1, 300));
        assertThat(decisions.getFirst().reason()).endsWith("of the threads wait");
    }

    @Test
    void threads_that_the_sizer_makes_have_no_thread_locals_of_the_one_that_starts_the_pool()
            throws Exception {
        var grown = new CountDownLatch(1);
        var loader = new AtomicReference<ClassLoader>();
        var inherited = new AtomicReference<>("no change of size");
        var thread = Thread.currentThread();
        REQUEST.set("of a request");
        try (var growing =
                AutonomicPool.start(
                        1,
                        300,
                        Integer.MAX_VALUE,
                        Thread::new,
                        decision -> {
                            inherited.set(String.valueOf(REQUEST.get()));
                            loader.set(Thread.currentThread().getContextClassLoader());
                            grown.countDown();
                        })) {
            for (int i = 0; i < 200; i++) {
                growing.execute(() -> awaitQuietly(grown));
            }
            assertThat(grown.await(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            REQUEST.remove();
        }
        assertThat(inherited).hasValue("null");
        assertThat(loader).hasValue(thread.getContextClassLoader());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void results_and_exceptions_are_returned_and_all_tasks_are_invoked() throws Exception {
        Callable<Integer> seven = () -> 7;
        assertThat(pool.submit(seven).get()).isEqualTo(7);
        var failing =
                pool.submit(() -> {
                    throw new IllegalStateException("task");
                });
        assertThatThrownBy(failing::get)
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("task");
        assertThat(pool.invokeAll(List.of(seven, seven, seven))).hasSize(3);
        assertThat(pool.invokeAny(List.of(seven))).isEqualTo(7);
    }

    @Test
    void a_task_that_throws_does_not_cost_the_pool_a_thread() {
        var quiet =
                AutonomicPool.start(
                        1,
                        2,
                        Integer.MAX_VALUE,
                        loop -> {
                            var thread = new Thread(loop);
                            thread.setUncaughtExceptionHandler((_, _) -> {});
                            return thread;
                        },
                        decisions::add);
        var ran = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            quiet.execute(() -> {
                ran.incrementAndGet();
                throw new IllegalStateException("task");
            });
        }
        Await.until(() -> "50 tasks, not " + ran, () -> ran.get() == 50);
        quiet.close();
    }

    @Test
    void after_a_shutdown_accepted_tasks_run_and_new_ones_are_rejected() throws Exception {
        var ran = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            pool.execute(ran::incrementAndGet);
        }
        pool.shutdown();
        assertThat(pool.isShutdown()).isTrue();
        assertThatThrownBy(() -> pool.execute(ran::incrementAndGet))
                .isInstanceOf(RejectedExecutionException.class);
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).hasValue(100);
        assertThat(pool.isTerminated()).isTrue();
    }

    @Test
    void shutdown_now_interrupts_running_tasks_and_returns_queued_ones() throws Exception {
        var single = pool(1, 1, 10);
        var interrupted = new AtomicBoolean();
        var began = new CountDownLatch(1);
        single.execute(() -> {
            began.countDown();
            try {
                Thread.sleep(600_000);
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
        });
        began.await();
        Runnable waiting = () -> {};
        single.execute(waiting);
        assertThat(single.shutdownNow()).containsExactly(waiting);
        assertThat(single.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(interrupted).isTrue();
    }

    @Test
    void a_full_queue_rejects_tasks() throws Exception {
        var single = pool(1, 1, 1);
        var over = new CountDownLatch(1);
        single.execute(() -> awaitQuietly(over));
        Await.until("the first to run", () -> single.queued() == 0);
        single.execute(() -> {});
        assertThatThrownBy(() -> single.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class);
        over.countDown();
        single.close();
    }

    @Test
    void no_task_is_lost_or_run_twice_while_the_size_changes() throws Exception {
        var counts = new AtomicInteger[20_000];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new AtomicInteger();
            int number = i;
            pool.execute(() -> {
                counts[number].incrementAndGet();
                if (decisions.size() < 3 || number % 100 == 0) {
                    LockSupport.parkNanos(5_000_000);
                }
            });
        }
        pool.close();
        assertThat(decisions).hasSizeGreaterThanOrEqualTo(3);
        assertThat(counts).allSatisfy(count -> assertThat(count).hasValue(1));
    }

    @Test
    void tasks_that_race_with_a_shutdown_are_run_or_rejected_and_never_lost() throws Exception {
        for (int round = 0; round < 200; round++) {
            var racing = pool(1, 4, Integer.MAX_VALUE);
            var ran = new AtomicInteger();
            var accepted = new AtomicInteger();
            var submitter =
                    Thread.ofPlatform().start(() -> executeUntilRejected(racing, ran, accepted));
            LockSupport.parkNanos(round * 2_000L);
            racing.shutdown();
            submitter.join();
            assertThat(racing.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
            assertThat(ran).hasValue(accepted.get());
        }
    }

    private static void executeUntilRejected(
            AutonomicPool pool, AtomicInteger ran, AtomicInteger accepted) {
        try {
            while (true) {
                pool.execute(ran::incrementAndGet);
                accepted.incrementAndGet();
            }
        } catch (RejectedExecutionException e) {
            return; // the shutdown
        }
    }

    /// Only the sizer meets the limit: the pool does not grow while its tasks compute, as they do
    /// until the last one is submitted.
    @Test
    void a_factory_without_more_threads_ends_growth_but_not_the_pool() {
        int most = Runtime.getRuntime().availableProcessors() + 10;
        var made = new AtomicInteger();
        var limited =
                AutonomicPool.start(
                        1,
                        10 * most,
                        Integer.MAX_VALUE,
                        loop -> {
                            if (made.incrementAndGet() > most) {
                                throw new OutOfMemoryError("thread limit of this test");
                            }
                            return new Thread(loop);
                        },
                        decisions::add);
        var submitted = new AtomicBoolean();
        var over = new CountDownLatch(1);
        var ran = new AtomicInteger();
        for (int i = 0; i < 5 * most; i++) {
            limited.execute(() -> {
                while (!submitted.get()) {
                    Thread.onSpinWait();
                }
                awaitQuietly(over);
                ran.incrementAndGet();
            });
        }
        submitted.set(true);
        Await.until(() -> "the end of " + decisions, () -> !limited.isSizing());
        assertThat(limited.size()).isBetween(1, most);
        limited.execute(ran::incrementAndGet); // needs no new thread
        over.countDown();
        limited.close();
        assertThat(ran).hasValue(5 * most + 1);
    }

    /// A thread that does not clear its interrupt status would never pause again. One that ends, as
    /// the sizer of a pool before, keeps it.
    @Test
    void an_interrupt_does_not_make_the_sizer_spin() {
        var sizer =
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals("autonomic-pool-sizer"))
                        .toList();
        sizer.forEach(Thread::interrupt);
        assertThat(sizer).isNotEmpty();
        Await.until(
                "the interrupt to be cleared",
                () -> sizer.stream().noneMatch(t -> t.isAlive() && t.isInterrupted()));
        assertThat(pool.isSizing()).isTrue();
    }

    /// A virtual thread is a daemon, and the new thread would inherit that: the JVM would exit
    /// before the task has run.
    @Test
    void a_task_from_a_virtual_thread_runs_on_a_thread_that_keeps_the_jvm_alive() throws Exception {
        try (var standard = AutonomicPool.start()) {
            var daemon = new FutureTask<>(() -> Thread.currentThread().isDaemon());
            Thread.ofVirtual().start(() -> standard.execute(daemon)).join();
            assertThat(daemon.get()).isFalse();
        }
    }

    @Test
    void the_sizer_ends_with_the_pool() {
        pool.shutdown();
        Await.until("the sizer to end", () -> !pool.isSizing());
    }
}
