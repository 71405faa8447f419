package dev.loombench.cli.console;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.loombench.report.Format;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/// An orderly end on Ctrl-C or SIGTERM: asks a command to stop, and keeps the JVM alive until the
/// command has stopped and reported.
///
/// The JVM then ends with 130 (143 after SIGTERM), as shells expect.
public final class ShutdownSignal implements AutoCloseable {
    /// Time in which a load receives its last responses.
    private static final Duration DRAIN = Duration.ofSeconds(2);

    /// Time for the rest: a server gets 5 s to exit before it is killed, a load sums up its
    /// figures.
    private static final Duration CLEANUP = Duration.ofSeconds(6);

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::onSignal, "shutdown-signal");
    private volatile Runnable onRequest = () -> {};
    private volatile Runnable onDrainTimeout = () -> {};
    private volatile Runnable atEnd = () -> {};
    private volatile Supplier<List<String>> resumeCommands = List::of;

    /// An installed signal that interrupts the calling thread, and at the end prints how to resume.
    public static ShutdownSignal interruptingCaller(PrintWriter err) {
        var signal = new ShutdownSignal();
        signal.onRequest = Thread.currentThread()::interrupt;
        signal.atEnd = () -> signal.printResume(err);
        return signal.install();
    }

    /// An installed signal that interrupts the calling thread, and at the end prints a message.
    public static ShutdownSignal interruptingCaller(PrintWriter err, String message) {
        var signal = new ShutdownSignal();
        signal.onRequest = Thread.currentThread()::interrupt;
        signal.atEnd = () -> print(err, message);
        return signal.install();
    }

    /// @param sentences how to resume, as in `Resume: loombench ...`, then the command lines after
    ///   that; none before the first trial
    public void resumeWith(Supplier<List<String>> sentences) {
        resumeCommands = sentences;
    }

    /// Keeps the JVM alive on a signal, from now until `close`.
    public ShutdownSignal install() {
        Runtime.getRuntime().addShutdownHook(hook);
        return this;
    }

    /// @param action runs when the command has not ended within the drain time
    public void onDrainTimeout(Runnable action) {
        onDrainTimeout = action;
    }

    /// Requests a stop, from any thread.
    public void request() {
        requested.countDown();
    }

    public boolean isRequested() {
        return requested.getCount() == 0;
    }

    /// Waits for a request at most for the given time, and returns whether there is one.
    public boolean awaitRequest(Duration timeout) throws InterruptedException {
        return requested.await(timeout.toNanos(), NANOSECONDS);
    }

    private void onSignal() {
        request();
        onRequest.run();
        try {
            // Not Thread.join: the command's thread waits in System.exit for this hook.
            if (!ended.await(DRAIN.toNanos(), NANOSECONDS)) {
                onDrainTimeout.run();
                ended.await(CLEANUP.toNanos(), NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        atEnd.run();
    }

    private void printResume(PrintWriter err) {
        var commands = resumeCommands.get().stream().map(Format::plain).toList();
        print(
                err,
                commands.isEmpty()
                        ? "interrupted before the first trial"
                        : "interrupted; finished trials are kept. "
                                + String.join("%nthen: ".formatted(), commands));
    }

    private static void print(PrintWriter err, String message) {
        err.println();
        err.println(message);
        err.flush();
    }

    /// The command has ended and reported.
    @Override
    public void close() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException exiting) {
            // The JVM is exiting, and the hook has just been released.
        }
    }
}
