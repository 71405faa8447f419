package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.loombench.governor.Await;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// The kernel's scheduling statistics of this JVM's carriers.
@EnabledOnOs(OS.LINUX)
class ProcCarrierCpuTimesTest {
    private static final long MS = 1_000_000;

    private final Scheduler scheduler = JdkScheduler.find();
    private final CarrierCpuTimes times = ProcCarrierCpuTimes.find();
    private final AtomicBoolean over = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void stop() throws InterruptedException {
        over.set(true);
        for (var thread : threads) {
            thread.join();
        }
        times.close();
    }

    private SchedulerSample.Activity since() {
        return times.since(System.nanoTime(), scheduler.parallelism(), scheduler.carriers());
    }

    /// The times over at least 100 ms; repeated while carriers are still being found.
    private SchedulerSample.Activity.Times counted() {
        while (true) {
            var first = since();
            long end = System.nanoTime() + 100 * MS;
            Await.until("100 ms to pass", () -> System.nanoTime() >= end);
            if (first instanceof SchedulerSample.Activity.Times
                    && since() instanceof SchedulerSample.Activity.Times times) {
                return times;
            }
        }
    }

    private void awaitCounted(String what, Predicate<SchedulerSample.Activity.Times> holds) {
        var seen = new AtomicReference<SchedulerSample.Activity>();
        Await.until(
                () -> what + "; the last times were " + seen,
                () -> {
                    var times = counted();
                    seen.set(times);
                    return holds.test(times);
                });
    }

    @Test
    void a_computing_carrier_is_on_a_cpu_or_in_the_run_queue() {
        var turns = new LongAdder();
        threads.add(
                Thread.startVirtualThread(() -> {
                    while (!over.get()) {
                        turns.increment();
                    }
                }));
        Await.until("the thread to run", () -> turns.sum() > 0);
        // One carrier computes for all of 100 ms. The kernel adds a wait for a CPU when it ends,
        // which may be after the 100 ms.
        awaitCounted(
                "a carrier that computes",
                activity -> activity.cpuNanos() + activity.runQueueNanos() > 20 * MS);
    }

    @Test
    void carriers_blocked_in_native_code_use_little_cpu() {
        var blocked = new LongAdder();
        for (int i = 0; i < scheduler.parallelism(); i++) {
            threads.add(
                    Thread.startVirtualThread(() -> {
                        while (!over.get()) {
                            blocked.increment();
                            NativeSleep.sleep(50_000);
                        }
                    }));
        }
        Await.until(
                () -> "all carriers to be occupied, and not %d".formatted(scheduler.mounted()),
                () -> scheduler.mounted() >= scheduler.parallelism());
        // Most of each carrier's time is neither CPU time nor run-queue time, also where the span
        // is longer than 100 ms. A sample may find a carrier that is just waking and counts it as
        // runnable; the next sample corrects that.
        awaitCounted(
                "carriers that are blocked for most of the time",
                activity -> {
                    assertThat(activity.carriers()).isEqualTo(scheduler.parallelism());
                    return activity.computing() < 0.7;
                });
    }

    @Test
    void a_reset_closes_the_files_and_the_carriers_are_found_again() {
        threads.add(Thread.startVirtualThread(() -> Await.until("the end", over::get)));
        var _ = counted();
        long before = openFiles();
        times.reset();
        assertThat(openFiles()).isLessThan(before);
        // a single thread may need only one carrier
        assertThat(counted().carriers()).isBetween(1, scheduler.parallelism());
    }

    /// The pool's timer thread has the same name as a carrier after the kernel has cut it.
    @Test
    void the_timer_thread_is_not_counted_as_a_carrier() {
        var parks = new LongAdder();
        for (int i = 0; i < scheduler.parallelism(); i++) {
            threads.add(
                    Thread.startVirtualThread(() -> {
                        while (!over.get()) {
                            LockSupport.parkNanos(MS);
                            parks.increment();
                        }
                    }));
        }
        Await.until("a timed park to end", () -> parks.sum() > 0); // starts the timer thread
        var carriers = (ProcCarrierCpuTimes) times;
        Await.until(
                () -> "%d of %d carriers".formatted(carriers.known(), scheduler.carriers()),
                () -> {
                    var _ = since();
                    return carriers.known() == scheduler.carriers();
                });
        assertThat(Carriers.timers()).isEqualTo(Runtime.version().feature() < 25 ? 0 : 1);
    }

    /// A later JDK may name its carriers differently; then the result must be unknown, not pending
    /// forever.
    @Test
    void carriers_that_cannot_be_found_by_name_are_reported_as_unknown() {
        threads.add(Thread.startVirtualThread(() -> Await.until("the end", over::get)));
        try (var nameless = new ProcCarrierCpuTimes(() -> "no such carrier")) {
            Await.until(
                    "the result unknown",
                    () ->
                            nameless.since(System.nanoTime(), 1, scheduler.carriers())
                                    instanceof SchedulerSample.Activity.Unknown);
            nameless.reset();
            assertThat(nameless.since(System.nanoTime(), 1, scheduler.carriers()))
                    .isInstanceOf(SchedulerSample.Activity.Pending.class);
        }
    }

    private static long openFiles() {
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getOpenFileDescriptorCount();
    }
}
