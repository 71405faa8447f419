package dev.loombench.governor.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.governor.Await;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AutonomicPoolTest {
    private final List<ResizeDecision> sizings = new CopyOnWriteArrayList<>();
    private final AutonomicPool pool = pool(1, 300, Integer.MAX_VALUE);

    private AutonomicPool pool(int min, int max, int queue) {
        return AutonomicPool.start(min, max, queue, Thread::new, sizings::add);
    }

    @AfterEach
    void stop() {
        pool.shutdownNow();
    }

    @Test
    void tasks_that_all_wait_for_one_another_get_a_thread_each() throws Exception {
        var all = new CountDownLatch(200);
        for (int i = 0; i < 200; i++) {
            pool.execute(() -> {
                all.countDown();
                awaitQuietly(all);
            });
        }
        assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(sizings).isNotEmpty().allSatisfy(s -> assertThat(s.to()).isBetween(1, 300));
        assertThat(sizings.getFirst().reason()).endsWith("of the threads wait");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void results_and_exceptions_come_back_and_all_are_invoked() throws Exception {
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
                        sizings::add);
        var ran = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            quiet.execute(() -> {
                ran.incrementAndGet();
                throw new IllegalStateException("task");
            });
        }
        Await.until("50 tasks", () -> ran.get() == 50);
        quiet.close();
    }

    @Test
    void after_a_shutdown_what_was_accepted_is_run_and_what_comes_is_rejected() throws Exception {
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
    void shutting_down_now_interrupts_what_runs_and_hands_back_what_does_not() throws Exception {
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
    void a_full_queue_rejects() throws Exception {
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
                if (sizings.size() < 3 || number % 100 == 0) {
                    LockSupport.parkNanos(5_000_000);
                }
            });
        }
        pool.close();
        assertThat(sizings).hasSizeGreaterThanOrEqualTo(3);
        assertThat(counts).allSatisfy(count -> assertThat(count).hasValue(1));
    }

    @Test
    void what_races_with_a_shutdown_is_run_or_rejected_and_never_lost() throws Exception {
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

    @Test
    void a_factory_without_more_threads_ends_the_growth_and_not_the_pool() {
        int most = Runtime.getRuntime().availableProcessors() + 10;
        var made = new AtomicInteger();
        var poor =
                AutonomicPool.start(
                        1,
                        10 * most,
                        Integer.MAX_VALUE,
                        loop -> {
                            if (made.incrementAndGet() > most) {
                                throw new OutOfMemoryError("no more threads, as this test wants");
                            }
                            return new Thread(loop);
                        },
                        sizings::add);
        var over = new CountDownLatch(1);
        var ran = new AtomicInteger();
        for (int i = 0; i < 5 * most; i++) {
            poor.execute(() -> {
                awaitQuietly(over);
                ran.incrementAndGet();
            });
        }
        Await.until("the sizing to end", () -> !poor.isSizing());
        assertThat(poor.size()).isBetween(1, most);
        poor.execute(ran::incrementAndGet); // asks the factory for nothing
        over.countDown();
        poor.close();
        assertThat(ran).hasValue(5 * most + 1);
    }

    /// Once interrupted, a thread that does not clear it would never rest again.
    @Test
    void an_interrupt_does_not_make_the_sizer_spin() {
        var sizer =
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals("autonomic-pool-sizer"))
                        .toList();
        sizer.forEach(Thread::interrupt);
        assertThat(sizer).isNotEmpty();
        Await.until(
                "the interrupt to be forgotten",
                () -> sizer.stream().noneMatch(Thread::isInterrupted));
    }

    @Test
    void the_sizer_leaves_with_the_pool() {
        pool.shutdown();
        Await.until("the sizer to leave", () -> !pool.isSizing());
    }
}
