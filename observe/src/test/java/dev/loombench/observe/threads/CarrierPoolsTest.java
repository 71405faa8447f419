package dev.loombench.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Which workers of pools are carriers, in a list of all threads.
class CarrierPoolsTest {
    private static final ListedThread VIRTUAL =
            thread(30, true, "java.lang.VirtualThread.park(VirtualThread.java:1)");

    private static ListedThread worker(int pool, String frame) {
        return thread("ForkJoinPool-%d-worker-1".formatted(pool), pool, false, frame);
    }

    private static ListedThread thread(int number, boolean virtual, String frame) {
        return thread("", number, virtual, frame);
    }

    private static ListedThread thread(String name, int number, boolean virtual, String frame) {
        return new ListedThread(
                number,
                name,
                virtual,
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                new PrintedStack(List.of(frame), Optional.empty(), List.of()));
    }

    private static ListedThread idle(int pool) {
        return worker(pool, "java.util.concurrent.ForkJoinPool.awaitWork(ForkJoinPool.java:1)");
    }

    @Test
    void idle_workers_beside_one_that_carries_are_carriers() {
        var carrying = worker(2, "java.lang.VirtualThread.runContinuation(VirtualThread.java:297)");
        var pools = CarrierPools.of(List.of(idle(1), carrying, VIRTUAL));
        assertThat(pools.haveWorker(idle(2))).isTrue();
        assertThat(pools.haveWorker(idle(1))).isFalse();
        assertThat(pools.haveWorker(VIRTUAL)).isFalse();
    }

    @Test
    void without_any_the_first_pool_has_them_where_there_are_virtual_threads() {
        assertThat(CarrierPools.of(List.of(idle(1), VIRTUAL)).haveWorker(idle(1))).isTrue();
        assertThat(CarrierPools.of(List.of(idle(1))).haveWorker(idle(1))).isFalse();
        var task = worker(1, "java.util.concurrent.ForkJoinTask.doExec(ForkJoinTask.java:1)");
        assertThat(CarrierPools.of(List.of(idle(1), task, VIRTUAL)).haveWorker(idle(1)))
                .as("a pool of the application")
                .isFalse();
    }
}
