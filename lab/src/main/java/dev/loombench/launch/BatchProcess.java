package dev.loombench.launch;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.loombench.launch.process.ProcessExit;
import dev.loombench.launch.process.ServerProcess;
import dev.loombench.launch.process.StartupFault;
import dev.loombench.launch.process.output.DoneLine;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// A program that does its work, prints a `DONE` line, and stays until its standard input is
/// closed, so that it can be sampled when its work is done and its memory is not freed yet.
public final class BatchProcess implements AutoCloseable {
    private static final String EXPECTED_LINE = "DONE tasks=N";

    private final String name;
    private final ServerProcess process;
    private final long startedNanos;
    private final CompletableFuture<Done> done;

    /// @param line as printed
    /// @param nanos time of the line, on the monotonic clock
    public record Done(DoneLine line, long nanos) {}

    private BatchProcess(
            String name, ServerProcess process, long startedNanos, CompletableFuture<Done> done) {
        this.name = name;
        this.process = process;
        this.startedNanos = startedNanos;
        this.done = done;
    }

    /// Starts the process.
    interface Start {
        ServerProcess process(Consumer<String> onLine);
    }

    /// @param name of the variant, used in messages
    static BatchProcess start(String name, Start start) {
        var done = new CompletableFuture<Done>();
        long startedNanos = System.nanoTime();
        var process = start.process(line -> onLine(name, line, done));
        var _ = process.exit().thenAccept(exit -> failUnlessDone(name, exit, process, done));
        return new BatchProcess(name, process, startedNanos, done);
    }

    private static void onLine(String name, String line, CompletableFuture<Done> done) {
        long now = System.nanoTime();
        if (DoneLine.isDoneLine(line)) {
            DoneLine.parse(line)
                    .ifPresentOrElse(
                            valid -> done.complete(new Done(valid, now)),
                            () ->
                                    done.completeExceptionally(
                                            new LaunchFailed(
                                                    "%s printed \"%s\"; expected \"%s\""
                                                            .formatted(
                                                                    name,
                                                                    StartupFault.shortened(line),
                                                                    EXPECTED_LINE))));
        }
    }

    private static void failUnlessDone(
            String name, ProcessExit exit, ServerProcess process, CompletableFuture<Done> done) {
        var fault = StartupFault.missing(exit.describe(), EXPECTED_LINE, process);
        done.completeExceptionally(
                LaunchFailed.of(name, fault, process.logTail(ServerLauncher.TAIL_LINES)));
    }

    public long pid() {
        return process.pid();
    }

    /// Time just before the process was created, on the monotonic clock.
    public long startedNanos() {
        return startedNanos;
    }

    /// Its last lines; untrusted text, but printable.
    public List<String> logTail(int maxLines) {
        return process.logTail(maxLines);
    }

    /// Waits until the work is done, up to the timeout.
    ///
    /// @return empty while the work continues
    /// @throws LaunchFailed when the program has ended without a valid `DONE` line
    public Optional<Done> awaitDone(Duration timeout) throws InterruptedException {
        try {
            return Optional.of(done.get(timeout.toNanos(), NANOSECONDS));
        } catch (TimeoutException stillWorking) {
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LaunchFailed failed) {
                throw failed;
            }
            throw new IllegalStateException(e);
        }
    }

    /// Lets the program end, and waits for its end.
    ///
    /// @return duration of the end, ns
    /// @throws LaunchFailed when it does not end, or ends with an error
    public long release() {
        long from = System.nanoTime();
        try {
            process.closeInput();
        } catch (IOException e) {
            throw new LaunchFailed("cannot close the standard input of %s: %s".formatted(name, e));
        }
        boolean ended = process.endsWithin(ServerProcess.GRACE);
        var exit = process.stop();
        if (!ended || exit.status() != 0) {
            throw new LaunchFailed(
                    "%s did its work, then %s"
                            .formatted(
                                    name, ended ? exit.describe() : "did not end and was killed"),
                    process.logTail(ServerLauncher.TAIL_LINES));
        }
        return process.endedNanos() - from;
    }

    @Override
    public void close() {
        process.close();
    }
}
