package dev.loombench.launch.process;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.loombench.launch.process.output.ServerLog;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/// A server in its own process. Thread-safe.
///
/// It has three daemon threads: one for each output stream and one that waits for its end. They
/// sleep while the server prints nothing.
public final class ServerProcess implements StartedServer {
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);

    private final List<String> command;
    private final Process process;
    private final InetAddress listen;
    private final ServerLog log;
    private final Optional<TemporaryFolder> temporary;
    private final CompletableFuture<Startup> startup = new CompletableFuture<>();
    private final CompletableFuture<ProcessExit> exit = new CompletableFuture<>();
    private final Consumer<String> onLine;
    private final EndCause cause = new EndCause();
    private volatile long endedNanos;
    private volatile int port;

    private ServerProcess(
            List<String> command,
            Process process,
            InetAddress listen,
            ServerLog log,
            Optional<TemporaryFolder> temporary,
            Consumer<String> onLine) {
        this.command = command;
        this.process = process;
        this.listen = listen;
        this.log = log;
        this.temporary = temporary;
        this.onLine = onLine;
    }

    /// @param listen address on which it is expected to listen
    /// @param temporary removed when the process has ended
    /// @param onLine receives each line of its standard output, printable
    public static ServerProcess start(
            ProcessBuilder builder,
            InetAddress listen,
            ServerLog log,
            Optional<TemporaryFolder> temporary,
            Consumer<String> onLine)
            throws IOException {
        var command = List.copyOf(builder.command());
        var server = new ServerProcess(command, builder.start(), listen, log, temporary, onLine);
        var output = server.inBackground("output", server::followOutput);
        var errors = server.inBackground("errors", server::followErrors);
        var _ =
                server.inBackground(
                        "end", () -> server.awaitEnd(CompletableFuture.allOf(output, errors)));
        return server;
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public InetAddress listen() {
        return listen;
    }

    @Override
    public Set<Long> processes() {
        return Set.of(process.pid());
    }

    /// The command line that it was started with.
    public List<String> command() {
        return command;
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public CompletionStage<ProcessExit> exit() {
        return exit.minimalCompletionStage();
    }

    @Override
    public List<String> logTail(int maxLines) {
        return log.tail(maxLines);
    }

    @Override
    public ProcessExit stop(Duration grace) {
        var descendants = process.descendants().toList();
        if (process.isAlive()) {
            cause.request();
            // Not Process.destroy, which also closes the server's input: it would halt without the
            // output of its regular end, such as a flight recording.
            if (!process.toHandle().destroy() || !endsWithin(grace)) {
                destroy();
            }
        }
        descendants.forEach(ProcessHandle::destroyForcibly);
        return exit.copy().orTimeout(KILL_TIMEOUT.toMillis(), MILLISECONDS).join();
    }

    /// Closes the server's standard input, which makes it end.
    public void closeInput() throws IOException {
        process.getOutputStream().close();
    }

    /// Time of its end, on the monotonic clock; undefined while it runs.
    public long endedNanos() {
        return endedNanos;
    }

    /// Waits for the first result of the start, up to the limit.
    public Startup awaitStartup(Duration limit) throws InterruptedException {
        try {
            return startup.copy()
                    .completeOnTimeout(new Startup.Timeout(), limit.toMillis(), MILLISECONDS)
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Whether this process listens on the port.
    boolean listensOn(int wanted) throws IOException {
        return ListeningPort.isListening(process.toHandle(), wanted);
    }

    public boolean endsWithin(Duration limit) {
        return process.onExit()
                .thenApply(gone -> true)
                .completeOnTimeout(false, limit.toMillis(), MILLISECONDS)
                .join();
    }

    void acceptsOn(int acceptingOn) {
        port = acceptingOn;
    }

    private void followOutput() {
        log.follow(
                process.getInputStream(),
                line -> {
                    detectOutOfMemory(line);
                    ReadyLine.in(line).ifPresent(startup::complete);
                    onLine.accept(line);
                });
        if (!startup.isDone() && !endsWithin(DRAIN_TIMEOUT)) {
            startup.complete(new Startup.StdoutClosed());
        }
    }

    private void followErrors() {
        log.follow(process.getErrorStream(), this::detectOutOfMemory);
    }

    private void detectOutOfMemory(String line) {
        if (cause.reportsOutOfMemory(line)) {
            destroy();
        }
    }

    private void destroy() {
        cause.kill();
        process.toHandle().destroyForcibly();
    }

    /// Reads the rest of the output before it reports the end. The wait is limited, since a process
    /// that the server started may keep the streams open.
    private void awaitEnd(CompletableFuture<?> output) {
        process.onExit().join();
        endedNanos = System.nanoTime();
        output.completeOnTimeout(null, DRAIN_TIMEOUT.toMillis(), MILLISECONDS).join();
        temporary.ifPresent(this::remove);
        log.close();
        var ended = cause.exit(process.exitValue(), ProcessExit.ExitCause.UNREQUESTED);
        startup.complete(new Startup.Ended(ended));
        exit.complete(ended);
    }

    /// Removes the folder. A process that the server started may still write there: what is left is
    /// then noted in the log.
    private void remove(TemporaryFolder folder) {
        try {
            folder.remove();
        } catch (IOException e) {
            log.note("its temporary files remain in %s: %s".formatted(folder.path(), e));
        }
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
