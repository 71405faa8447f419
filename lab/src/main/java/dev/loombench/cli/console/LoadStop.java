package dev.loombench.cli.console;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.loombench.load.LoadRun;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// Ends a load before its time, on Ctrl-C, so that what was measured until then is still told.
///
/// The JVM then ends with 130 (143 after SIGTERM), as shells expect.
public final class LoadStop implements AutoCloseable {
    /// Requests in flight are given so long to be answered; then the load is cut off.
    private static final Duration DRAIN = Duration.ofSeconds(2);

    private static final Duration SUMMARY = Duration.ofSeconds(5);

    /// The load generator is given so long to stop; the JVM ends in any case.
    private static final Duration CUT_OFF = Duration.ofSeconds(2);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch told = new CountDownLatch(1);
    private final Thread hook = new Thread(this::onExit, "load-stop");
    private volatile @Nullable LoadRun run;

    /// From now until `close`, the JVM does not end before the load has been summed up.
    public LoadStop armed() {
        Runtime.getRuntime().addShutdownHook(hook);
        return this;
    }

    /// The load to cut off when its last answers do not come.
    public void cutsOff(LoadRun started) {
        run = started;
    }

    /// To be asked from any thread.
    public void ask() {
        asked.countDown();
    }

    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    /// Whether a stop has been asked for; waits so long for it.
    public boolean asked(Duration patience) throws InterruptedException {
        return asked.await(patience.toNanos(), NANOSECONDS);
    }

    private void onExit() {
        ask();
        try {
            if (!told.await(DRAIN.toNanos(), NANOSECONDS)) {
                cutOff();
                told.await(SUMMARY.toNanos(), NANOSECONDS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void cutOff() {
        var started = run;
        if (started != null) {
            started.closeWithin(CUT_OFF);
        }
    }

    /// All has been told.
    @Override
    public void close() {
        told.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException exiting) {
            // The JVM is on its way out, and the hook has just been released.
        }
    }
}
