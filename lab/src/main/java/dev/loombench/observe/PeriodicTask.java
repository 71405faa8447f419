package dev.loombench.observe;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Does something again and again on a thread of its own, on a fixed grid of time. A beat that came
/// while the one before was still at work is left out.
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

    /// @param period above 0; the first beat comes after one period
    static PeriodicTask start(String name, Duration period, Runnable task) {
        var beat = new PeriodicTask(period, task);
        Thread.ofPlatform().daemon().name(name).start(beat::run);
        return beat;
    }

    private void run() {
        long start = System.nanoTime();
        try {
            while (!stopped.await(
                    untilNext(System.nanoTime() - start, periodNanos), TimeUnit.NANOSECONDS)) {
                task.run();
            }
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
    }

    /// @param elapsed since the first point of the grid, ns
    static long untilNext(long elapsed, long period) {
        return period - elapsed % period;
    }

    /// No beat begins after this.
    @Override
    public void close() {
        stopped.countDown();
    }
}
