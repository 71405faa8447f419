package dev.loombench.launch.process;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/// A server in a process of its own. Thread-safe.
///
/// Three daemon threads belong to it: one for each of its output streams and one that awaits its
/// end. They sleep while the server is silent.
public final class ServerProcess implements AutoCloseable {
    /// How long a server may take to leave when asked to.
    public static final Duration GRACE = Duration.ofSeconds(5);

    private static final Duration LAST_WORDS = Duration.ofSeconds(1);
    private static final Duration DEATH = Duration.ofSeconds(10);
    private static final String OUT_OF_MEMORY = "java.lang.OutOfMemoryError";

    private final List<String> command;
    private final Process process;
    private final ServerLog log;
    private final Optional<TemporaryFolder> temporary;
    private final CompletableFuture<Startup> startup = new CompletableFuture<>();
    private final CompletableFuture<ProcessExit> exit = new CompletableFuture<>();
    private final Consumer<String> onLine;
    private volatile long endedNanos;
    private volatile int port;
    private volatile boolean asked;
    private volatile boolean killed;
    private volatile boolean outOfMemory;

    private ServerProcess(
            List<String> command,
            Process process,
            ServerLog log,
            Optional<TemporaryFolder> temporary,
            Consumer<String> onLine) {
        this.command = command;
        this.process = process;
        this.log = log;
        this.temporary = temporary;
        this.onLine = onLine;
    }

    /// @param temporary removed when it is gone
    /// @param onLine sees each line of its standard output, printable
    public static ServerProcess start(
            ProcessBuilder builder,
            ServerLog log,
            Optional<TemporaryFolder> temporary,
            Consumer<String> onLine)
            throws IOException {
        var command = List.copyOf(builder.command());
        var server = new ServerProcess(command, builder.start(), log, temporary, onLine);
        var output = server.inBackground("output", server::followOutput);
        var errors = server.inBackground("errors", server::followErrors);
        var _ =
                server.inBackground(
                        "end", () -> server.awaitEnd(CompletableFuture.allOf(output, errors)));
        return server;
    }

    public long pid() {
        return process.pid();
    }

    /// On the loopback address.
    public int port() {
        return port;
    }

    /// The words it was started with.
    public List<String> command() {
        return command;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /// Completes, never exceptionally, when the process is gone, whoever ended it.
    public CompletionStage<ProcessExit> exit() {
        return exit.minimalCompletionStage();
    }

    /// Its last lines from both streams as they came, at most 200; untrusted text, but printable.
    public List<String> logTail(int most) {
        return log.tail(most);
    }

    /// Asks the server to leave (SIGTERM), kills it (SIGKILL) if it has not after 5 s, and awaits
    /// its end. To stop it once more only tells how it ended. Not interruptible: nothing is left
    /// behind.
    public ProcessExit stop() {
        return stop(GRACE);
    }

    /// Kills the server (SIGKILL) and awaits its end: for one that cannot leave, as it is stopped.
    public ProcessExit kill() {
        return stop(Duration.ZERO);
    }

    @Override
    public void close() {
        stop();
    }

    public ProcessExit stop(Duration grace) {
        var offspring = process.descendants().toList();
        if (process.isAlive()) {
            asked = true;
            // By the handle: Process.destroy would close the server's input too, at which it halts
            // and does not write what it writes when it leaves, as a flight recording.
            if (!process.toHandle().destroy() || !endsWithin(grace)) {
                destroy();
            }
        }
        offspring.forEach(ProcessHandle::destroyForcibly);
        return exit.copy().orTimeout(DEATH.toMillis(), MILLISECONDS).join();
    }

    /// Closes the server's standard input, at which it leaves.
    public void closeInput() throws IOException {
        process.getOutputStream().close();
    }

    /// When it was seen to be gone, on the monotonic clock; means nothing before.
    public long endedNanos() {
        return endedNanos;
    }

    /// What comes first, within the limit.
    public Startup awaitStartup(Duration limit) throws InterruptedException {
        try {
            return startup.copy()
                    .completeOnTimeout(new Startup.Timeout(), limit.toMillis(), MILLISECONDS)
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Whether it is this process that listens there.
    boolean listensOn(int wanted) throws IOException {
        return ListeningPort.heldBy(process.toHandle(), wanted);
    }

    public boolean endsWithin(Duration limit) {
        return process.onExit()
                .thenApply(gone -> true)
                .completeOnTimeout(false, limit.toMillis(), MILLISECONDS)
                .join();
    }

    void ready(int acceptingOn) {
        port = acceptingOn;
    }

    private void followOutput() {
        log.follow(
                process.getInputStream(),
                line -> {
                    lookForOutOfMemory(line);
                    ReadyLine.in(line).ifPresent(startup::complete);
                    onLine.accept(line);
                });
        if (!startup.isDone() && !endsWithin(LAST_WORDS)) {
            startup.complete(new Startup.StdoutClosed());
        }
    }

    private void followErrors() {
        log.follow(process.getErrorStream(), this::lookForOutOfMemory);
    }

    /// A JVM that has run out of memory may have lost threads it needs: it hangs rather than fails,
    /// and may not hear a SIGTERM.
    private void lookForOutOfMemory(String line) {
        if (line.contains(OUT_OF_MEMORY)) {
            outOfMemory = true;
            destroy();
        }
    }

    private void destroy() {
        killed = true;
        process.toHandle().destroyForcibly();
    }

    /// The last words are read before the end is told; but a process that the server started may
    /// hold its streams open, and is not waited for.
    private void awaitEnd(CompletableFuture<?> lastWords) {
        process.onExit().join();
        endedNanos = System.nanoTime();
        lastWords.completeOnTimeout(null, LAST_WORDS.toMillis(), MILLISECONDS).join();
        temporary.ifPresent(this::remove);
        log.close();
        var ended = new ProcessExit(process.exitValue(), manner());
        startup.complete(new Startup.Ended(ended));
        exit.complete(ended);
    }

    /// A process that the server started may still write there: then the rest is left, and told of.
    private void remove(TemporaryFolder folder) {
        try {
            folder.remove();
        } catch (IOException e) {
            log.note("its temporary files are left in %s: %s".formatted(folder.path(), e));
        }
    }

    private ProcessExit.ExitCause manner() {
        if (outOfMemory) {
            return ProcessExit.ExitCause.OUT_OF_MEMORY;
        }
        if (killed) {
            return ProcessExit.ExitCause.KILLED;
        }
        return asked ? ProcessExit.ExitCause.ON_REQUEST : ProcessExit.ExitCause.BY_ITSELF;
    }

    private CompletableFuture<Void> inBackground(String part, Runnable task) {
        return CompletableFuture.runAsync(
                task,
                body ->
                        Thread.ofPlatform()
                                .daemon()
                                .name("server-" + pid() + "-" + part)
                                .start(body));
    }
}
