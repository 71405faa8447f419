package dev.loombench.governor.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.governor.Await;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WorkerStatesTest {
    private volatile double heapInUse;

    /// Where the collector works beside the threads, they wait for it.
    @Test
    void threads_that_may_wait_for_memory_do_not_count_as_waiting() throws Exception {
        var states = new WorkerStates(() -> heapInUse);
        var over = new CountDownLatch(1);
        var worker =
                Thread.ofPlatform()
                        .start(
                                states.tracked(() -> {
                                    try {
                                        over.await();
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                }));
        try {
            heapInUse = 0.94;
            Await.until("the worker to wait", () -> states.waiting().orElse(0) > 0);
            heapInUse = 0.95;
            assertThat(states.waiting()).isEqualTo(OptionalDouble.empty());
        } finally {
            over.countDown();
            worker.join();
        }
    }
}
