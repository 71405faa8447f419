package dev.loombench.launch;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.loombench.launch.process.DoneLine;
import dev.loombench.launch.process.ProcessExit;
import dev.loombench.launch.process.ServerProcess;
import dev.loombench.launch.process.StartupFault;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// A program that does its work, says so with a `DONE` line, and stays until its standard input is
/// closed: so that it can be looked at when all is done and nothing of it is gone yet.
public final class BatchProcess implements AutoCloseable {
    private static final String DUE = "DONE tasks=N";

    private final String name;
    private final ServerProcess process;
    private final long startedNanos;
    private final CompletableFuture<Done> done;

    /// @param line what it said
    /// @param seenNanos when, on the monotonic clock
    public record Done(DoneLine line, long seenNanos) {}

    private BatchProcess(
            String name, ServerProcess process, long startedNanos, CompletableFuture<Done> done) {
        this.name = name;
        this.process = process;
        this.startedNanos = startedNanos;
        this.done = done;
    }

    /// What starts the process.
    interface Start {
        ServerProcess with(Consumer<String> onLine);
    }

    /// @param name of the variant, for messages
    static BatchProcess start(String name, Start start) {
        var done = new CompletableFuture<Done>();
        long startedNanos = System.nanoTime();
        var process = start.with(line -> listen(name, line, done));
        var _ = process.exit().thenAccept(exit -> failUnlessDone(name, exit, process, done));
        return new BatchProcess(name, process, startedNanos, done);
    }

    private static void listen(String name, String line, CompletableFuture<Done> done) {
        long now = System.nanoTime();
        if (DoneLine.isMeant(line)) {
            DoneLine.parse(line)
                    .ifPresentOrElse(
                            said -> done.complete(new Done(said, now)),
                            () ->
                                    done.completeExceptionally(
                                            new LaunchFailed(
                                                    "%s said \"%s\" where \"%s\" was due"
                                                            .formatted(
                                                                    name,
                                                                    StartupFault.cut(line),
                                                                    DUE))));
        }
    }

    private static void failUnlessDone(
            String name, ProcessExit exit, ServerProcess process, CompletableFuture<Done> done) {
        var missed = StartupFault.missed(exit.describe(), DUE, process);
        done.completeExceptionally(
                new LaunchFailed(name + " " + missed, process.logTail(ServerLauncher.TAIL_LINES)));
    }

    public long pid() {
        return process.pid();
    }

    /// Just before the system was asked for the process, on the monotonic clock.
    public long startedNanos() {
        return startedNanos;
    }

    /// Its last lines; untrusted text, but printable.
    public List<String> logTail(int most) {
        return process.logTail(most);
    }

    /// Waits until the work is done, but no longer than that.
    ///
    /// @return empty while it goes on
    /// @throws LaunchFailed when the program has ended without a word of it, or said something else
    public Optional<Done> awaitDone(Duration patience) throws InterruptedException {
        try {
            return Optional.of(done.get(patience.toNanos(), NANOSECONDS));
        } catch (TimeoutException atWork) {
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LaunchFailed failed) {
                throw failed;
            }
            throw new IllegalStateException(e);
        }
    }

    /// Lets the program end, and waits for that.
    ///
    /// @return how long it took, ns
    /// @throws LaunchFailed when it does not end, or not well
    public long release() {
        long from = System.nanoTime();
        try {
            process.closeInput();
        } catch (IOException e) {
            throw new LaunchFailed("%s could not be let go: %s".formatted(name, e));
        }
        boolean left = process.endsWithin(ServerProcess.GRACE);
        var exit = process.stop();
        if (!left || exit.status() != 0) {
            throw new LaunchFailed(
                    "%s had done its work, then %s"
                            .formatted(name, left ? exit.describe() : "did not end and was killed"),
                    process.logTail(ServerLauncher.TAIL_LINES));
        }
        return process.endedNanos() - from;
    }

    @Override
    public void close() {
        process.close();
    }
}
