package dev.loombench.load.command;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.loombench.load.api.Measurement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/// An orderly end on Ctrl-C or SIGTERM: stops the measurement, and keeps the JVM alive until its
/// result is printed.
final class StopSignal implements AutoCloseable {
    /// Time to print the result.
    private static final Duration REPORT = Duration.ofSeconds(2);

    private final Measurement measurement;
    private final Duration limit;
    private final CountDownLatch reported = new CountDownLatch(1);
    private final Thread hook = new Thread(this::onSignal, "stop-signal");
    private volatile boolean received;

    private StopSignal(Measurement measurement, Duration longestResponse) {
        this.measurement = measurement;
        this.limit = longestResponse.plus(REPORT);
    }

    /// @param longestResponse for which a stopped load waits
    static StopSignal install(Measurement measurement, Duration longestResponse) {
        var signal = new StopSignal(measurement, longestResponse);
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    boolean isReceived() {
        return received;
    }

    private void onSignal() {
        received = true;
        measurement.stop();
        try {
            // Not Thread.join: the main thread waits in System.exit for this hook.
            reported.await(limit.toNanos(), NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The result is printed.
    @Override
    public void close() {
        reported.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException exiting) {
            // The JVM is exiting, and the hook has just been released.
        }
    }
}
