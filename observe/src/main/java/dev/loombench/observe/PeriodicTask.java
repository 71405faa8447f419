package dev.loombench.observe;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A task that runs periodically on its own thread, on a fixed time grid. A period that ends while
/// the task still runs is skipped.
///
/// The task must not throw.
final class PeriodicTask implements AutoCloseable {
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final long periodNanos;
    private final Runnable task;

    private PeriodicTask(Duration period, Runnable task) {
        this.periodNanos = period.toNanos();
        this.task = task;
    }

    /// @param period above 0; the task first runs after one period
    static PeriodicTask start(String name, Duration period, Runnable task) {
        var periodic = new PeriodicTask(period, task);
        Thread.ofPlatform().daemon().name(name).start(periodic::run);
        return periodic;
    }

    private void run() {
        long start = System.nanoTime();
        try {
            while (!stopped.await(
                    nanosUntilNext(System.nanoTime() - start, periodNanos), TimeUnit.NANOSECONDS)) {
                task.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// @param elapsed since the first point of the grid, ns
    static long nanosUntilNext(long elapsed, long period) {
        return period - elapsed % period;
    }

    /// No run starts after this.
    @Override
    public void close() {
        stopped.countDown();
    }
}
