package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.governor.Await;
import java.util.ArrayList;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Carriers that native code blocks, or that computation monopolizes.
class BlockedCarriersTest {
    @Test
    void carriers_blocked_in_native_code_are_replaced_and_the_base_is_restored()
            throws InterruptedException {
        int found = JdkScheduler.find().parallelism();
        var over = new AtomicBoolean();
        var decisions = new CopyOnWriteArrayList<Decision>();
        var blocked = new ArrayList<Thread>();
        try (var governor = CarrierGovernor.start(64, decisions::add)) {
            for (int i = 0; i < 50; i++) {
                blocked.add(Thread.startVirtualThread(() -> blockUntil(over)));
            }
            Await.until(
                    () -> "20 carriers" + seen(governor), () -> governor.getParallelism() >= 20);
            assertThat(decisions)
                    .isNotEmpty()
                    .allSatisfy(d -> assertThat(d.to()).isBetween(found, 64));
            assertThat(decisions.getFirst().from()).isEqualTo(found);
            assertThat(governor.getDecisions().getFirst()).startsWith(found + " -> ");
        } finally {
            over.set(true);
        }
        assertThat(JdkScheduler.find().parallelism()).isEqualTo(found);
        for (var thread : blocked) {
            thread.join();
        }
    }

    /// With fifty carriers new threads get one at once, and CPU is the bottleneck: of both
    /// processors, so this ends once two of three are removed. That all are is simulated, and so is
    /// the exact number added: on a busy machine the blocked ones also wait for a CPU, which the
    /// governor must not count as blocking.
    @Test
    void carriers_that_stop_blocking_and_compute_are_removed_and_added_again_later()
            throws InterruptedException {
        int found = JdkScheduler.find().parallelism();
        var over = new AtomicBoolean();
        var done = new AtomicBoolean();
        var blocked = new ArrayList<Thread>();
        try (var governor = CarrierGovernor.start(64, decision -> {});
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 50; i++) {
                blocked.add(Thread.startVirtualThread(() -> blockUntil(over)));
            }
            int many = found + 30; // of 64 at most
            Await.until(
                    () -> "many carriers" + seen(governor),
                    () -> governor.getParallelism() >= many);
            for (int i = 0; i < 64; i++) {
                executor.execute(() -> resubmit(executor, done));
            }
            over.set(true);
            Await.until(
                    () -> "few carriers" + seen(governor),
                    () -> governor.getParallelism() <= found + 10);
            done.set(true);
            over.set(false); // the JDK wakes no carrier when the parallelism is raised
            for (int i = 0; i < 50; i++) {
                blocked.add(Thread.startVirtualThread(() -> blockUntil(over)));
            }
            Await.until(() -> "many mounted" + seen(governor), () -> governor.getMounted() >= many);
            over.set(true);
        } finally {
            over.set(true);
            done.set(true);
        }
        for (var thread : blocked) {
            thread.join();
        }
    }

    /// Each task submits the next one to its carrier's own queue, so that no carrier ever takes
    /// from another queue and a probe waits without end. By the queue's length, turns of 50 µs
    /// would seem to take many milliseconds.
    @Test
    void short_turns_that_never_leave_their_queue_do_not_count_as_monopolizing() {
        var over = new AtomicBoolean();
        var decisions = new CopyOnWriteArrayList<Decision>();
        try (var governor = CarrierGovernor.start(64, decisions::add);
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 64; i++) {
                executor.execute(() -> resubmit(executor, over));
            }
            Await.until("70 samples", () -> governor.getSampleCount() > 70);
            over.set(true);
        }
        // The machine may delay all carriers once; a wrong rule would decide this at every sample.
        assertThat(decisions)
                .filteredOn(d -> d.state() instanceof CarrierState.Monopolized)
                .hasSizeLessThan(3);
    }

    private static void resubmit(Executor to, AtomicBoolean over) {
        long end = System.nanoTime() + 50_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        if (!over.get()) {
            to.execute(() -> resubmit(to, over));
        }
    }

    private static String seen(CarrierGovernor governor) {
        return ": " + governor.getState() + "; " + governor.getDecisions();
    }

    private static void blockUntil(AtomicBoolean over) {
        while (!over.get()) {
            NativeSleep.sleep(50_000);
        }
    }
}
