package dev.loombench.cli.console;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.loombench.report.Format;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/// What happens on Ctrl-C or SIGTERM: the run is interrupted, its server stopped, and the user told
/// how to go on.
///
/// The JVM then ends with 130 (143 after SIGTERM), as shells expect.
public final class Interrupt implements AutoCloseable {
    /// A server is given 5 s to leave; then it is killed.
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private final Thread hook;
    private final CountDownLatch left = new CountDownLatch(1);
    private volatile Supplier<Optional<String>> howToGoOn = Optional::empty;

    private Interrupt(Thread run, PrintWriter err) {
        this.hook = new Thread(() -> onExit(run, err), "interrupt");
    }

    public static Interrupt armed(Thread run, PrintWriter err) {
        var interrupt = new Interrupt(run, err);
        Runtime.getRuntime().addShutdownHook(interrupt.hook);
        return interrupt;
    }

    /// @param howToGoOn the command line that does; empty while nothing has begun
    public void tell(Supplier<Optional<String>> howToGoOn) {
        this.howToGoOn = howToGoOn;
    }

    private void onExit(Thread run, PrintWriter err) {
        run.interrupt();
        try {
            // Not the thread's end: it waits in System.exit for this hook.
            left.await(PATIENCE.toNanos(), NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        err.println();
        err.println(
                howToGoOn
                        .get()
                        .map(Format::plain)
                        .map("interrupted; finished trials are kept. Go on: "::concat)
                        .orElse("interrupted before the first trial"));
        err.flush();
    }

    /// The run has ended by itself.
    @Override
    public void close() {
        left.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException exiting) {
            // The JVM is on its way out, and the hook has just been released.
        }
    }
}
