package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.loombench.governor.Await;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// The kernel's accounts of this JVM's own carriers.
@EnabledOnOs(OS.LINUX)
@Timeout(60)
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

    /// What 100 ms or more held; while carriers are still being found, another 100 ms.
    private SchedulerSample.Activity.Times counted() {
        while (true) {
            var begun = since();
            long end = System.nanoTime() + 100 * MS;
            Await.until("100 ms to pass", () -> System.nanoTime() >= end);
            if (begun instanceof SchedulerSample.Activity.Times
                    && since() instanceof SchedulerSample.Activity.Times times) {
                return times;
            }
        }
    }

    @Test
    void a_carrier_that_computes_is_on_a_cpu_or_waits_for_one() {
        var turns = new LongAdder();
        threads.add(
                Thread.startVirtualThread(() -> {
                    while (!over.get()) {
                        turns.increment();
                    }
                }));
        Await.until("the thread to run", () -> turns.sum() > 0);
        // One of the carriers computes for all of 100 ms; a wait for a CPU is booked when it ends,
        // which may be after them.
        Await.until(
                "a carrier that computes",
                () -> {
                    var seen = counted();
                    return seen.cpuNanos() + seen.runQueueNanos() > 20 * MS;
                });
    }

    @Test
    void carriers_that_are_blocked_in_native_code_compute_next_to_nothing() {
        var blocked = new LongAdder();
        for (int i = 0; i < scheduler.parallelism(); i++) {
            threads.add(
                    Thread.startVirtualThread(() -> {
                        while (!over.get()) {
                            blocked.increment();
                            NativeSleep.sleep(20_000);
                        }
                    }));
        }
        Await.until(
                "all carriers to be taken", () -> scheduler.mounted() >= scheduler.parallelism());
        // Of 100 ms on each, most is neither computing nor waiting to. A look that meets one just
        // as it wakes takes it for one that waits: the next tells.
        Await.until(
                "carriers that are blocked for most of the time",
                () -> {
                    var seen = counted();
                    assertThat(seen.carriers()).isEqualTo(scheduler.parallelism());
                    return seen.cpuNanos() + seen.runQueueNanos()
                            < 70 * MS * scheduler.parallelism();
                });
    }

    @Test
    void what_it_holds_open_is_let_go_and_found_anew() {
        threads.add(Thread.startVirtualThread(() -> Await.until("the end", over::get)));
        var _ = counted();
        long held = openFiles();
        times.forget();
        assertThat(openFiles()).isLessThan(held);
        // there may be one alone, which is all that one thread needs
        assertThat(counted().carriers()).isBetween(1, scheduler.parallelism());
    }

    /// The pool's timer thread has a carrier's name, as far as the kernel keeps it.
    @Test
    void the_timer_of_the_carriers_is_not_counted_as_one() {
        for (int i = 0; i < scheduler.parallelism(); i++) {
            threads.add(
                    Thread.startVirtualThread(() -> {
                        while (!over.get()) {
                            LockSupport.parkNanos(MS);
                        }
                    }));
        }
        var carriers = (ProcCarrierCpuTimes) times;
        Await.until(
                "as many accounts as carriers",
                () -> {
                    var _ = since();
                    return carriers.known() == scheduler.carriers();
                });
        assertThat(Carriers.timers()).isEqualTo(Runtime.version().feature() < 25 ? 0 : 1);
    }

    /// Some later JDK may have the kernel cut names elsewhere: better no word of it than no end of
    /// waiting for one.
    @Test
    void carriers_that_cannot_be_found_by_name_are_said_to_be_unknown() {
        threads.add(Thread.startVirtualThread(() -> Await.until("the end", over::get)));
        try (var nameless = new ProcCarrierCpuTimes(() -> "no such carrier")) {
            Await.until(
                    "the word unknown",
                    () ->
                            nameless.since(System.nanoTime(), 1, scheduler.carriers())
                                    instanceof SchedulerSample.Activity.Unknown);
            nameless.forget();
            assertThat(nameless.since(System.nanoTime(), 1, scheduler.carriers()))
                    .isInstanceOf(SchedulerSample.Activity.NotYet.class);
        }
    }

    private static long openFiles() {
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getOpenFileDescriptorCount();
    }
}
