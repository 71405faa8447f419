package dev.loombench.launch.process;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.loombench.base.Loopback;
import dev.loombench.experiment.variant.CommandSecrets;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.launch.process.output.LogExcerpt;
import dev.loombench.launch.process.output.ServerLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A service of the user: the processes that its command has started. Thread-safe.
///
/// It ends when none of them is left, or when the one that listens on the port ends. Stopping ends
/// them all, and the port must be closed then.
public final class ServiceProcess implements StartedServer {
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 20;

    /// Looks in a row that find no process that may be a daemon: one look may miss a process whose
    /// parent ends meanwhile.
    private static final int LAST_LOOKS = 4;

    /// Time for a port to be closed by a program that is no process of the service, as a container.
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private static final long ORPHAN_POLL_MILLIS = 250;

    private static final Executor AFTER_DRAIN =
            CompletableFuture.delayedExecutor(DRAIN_TIMEOUT.toMillis(), MILLISECONDS);

    private final List<String> command;
    private final Process process;
    private final ServerLog log;
    private final Consumer<String> onLine;
    private final ServiceMark mark;
    private final ServiceProcesses processes;
    private final Optional<OrphanGuard> guard;
    private final EndCause cause = new EndCause();
    private volatile InetSocketAddress address;
    private final CompletableFuture<ProcessExit> exit = new CompletableFuture<>();
    private volatile Optional<ProcessHandle> listener = Optional.empty();
    private volatile Optional<String> forwarder = Optional.empty();
    private volatile boolean ready;

    private ServiceProcess(
            List<String> command,
            Process process,
            ServiceMark mark,
            ServiceProcesses processes,
            InetSocketAddress expected,
            Optional<OrphanGuard> guard,
            ServerLog log,
            Consumer<String> onLine) {
        this.command = command;
        this.process = process;
        this.mark = mark;
        address = expected;
        this.guard = guard;
        this.log = log;
        this.onLine = onLine;
        this.processes = processes;
    }

    /// @param mark unique, by which its processes are found
    /// @param expected address on which it is to listen
    /// @param guard ends its processes that have no mark; empty for a command that is no server
    /// @param onLine receives each line of both streams, printable
    public static ServiceProcess start(
            ProcessBuilder builder,
            ServiceMark mark,
            InetSocketAddress expected,
            Optional<OrphanGuard> guard,
            ServerLog log,
            Consumer<String> onLine)
            throws IOException {
        builder.environment().put(ServiceMark.VARIABLE, mark.value());
        var command = List.copyOf(builder.command());
        builder.command(Stream.concat(mark.words().stream(), command.stream()).toList());
        long since = ServiceProcesses.now();
        var process = started(builder, mark);
        var processes = new ServiceProcesses(process.pid(), mark, since);
        var service =
                new ServiceProcess(command, process, mark, processes, expected, guard, log, onLine);
        // Nothing is ever written to it, and a program may wait for its end.
        service.process.getOutputStream().close();
        var output =
                service.inBackground(
                        "output",
                        () -> log.follow(service.process.getInputStream(), service::line));
        var errors =
                service.inBackground(
                        "errors",
                        () -> log.follow(service.process.getErrorStream(), service::line));
        var _ =
                service.inBackground(
                        "end", () -> service.awaitEnd(CompletableFuture.allOf(output, errors)));
        return service;
    }

    private static Process started(ProcessBuilder builder, ServiceMark mark) throws IOException {
        try {
            return builder.start();
        } catch (IOException e) {
            mark.namespace().ifPresent(ServiceNamespace::close);
            throw e;
        }
    }

    @Override
    public long pid() {
        return listener.map(ProcessHandle::pid).orElseGet(this::anyPid);
    }

    /// Where the listening process is not known: the command's, or one that outlived it.
    private long anyPid() {
        return process.isAlive()
                ? process.pid()
                : processes.alive().stream().min(Comparator.naturalOrder()).orElse(process.pid());
    }

    @Override
    public int port() {
        return address.getPort();
    }

    @Override
    public InetAddress listen() {
        return address.getAddress();
    }

    /// Takes the address on which it listens in place of the expected one.
    void listensOn(InetSocketAddress other) {
        address = other;
    }

    /// Looks where it runs, for the cause of its end.
    void look() {
        cause.runsAs(anyPid());
    }

    /// The command line that it was started with.
    public List<String> command() {
        return command;
    }

    @Override
    public Set<Long> processes() {
        var all = new HashSet<>(processes.alive());
        listener.filter(ProcessHandle::isAlive).ifPresent(l -> all.add(l.pid()));
        return all;
    }

    @Override
    public boolean isAlive() {
        return !exit.isDone();
    }

    @Override
    public CompletionStage<ProcessExit> exit() {
        return exit.minimalCompletionStage();
    }

    @Override
    public List<String> logTail(int maxLines) {
        return LogExcerpt.of(log.tail(ServerLog.MAX_LINES), maxLines);
    }

    @Override
    public ProcessExit stop(Duration grace) {
        if (isAlive()) {
            cause.request();
        }
        Optional<IOException> failure = Optional.empty();
        try {
            adoptListeners();
        } catch (IOException e) {
            failure = Optional.of(e);
        }
        requireEnded(termination().end(grace));
        var ended = exit.copy().orTimeout(KILL_TIMEOUT.toMillis(), MILLISECONDS).join();
        if (failure.isPresent()) {
            throw new UncheckedIOException(failure.get());
        }
        if (ready) {
            ready = false; // a second call only returns how it ended
            requireClosedPort();
        }
        return ended;
    }

    private Termination termination() {
        return new Termination(
                processes::aliveOfAll,
                pid -> signal(pid, ProcessHandle::destroy),
                pid -> {
                    cause.kill();
                    signal(pid, ProcessHandle::destroyForcibly);
                },
                () -> sleep(POLL_MILLIS),
                System::nanoTime);
    }

    private void requireEnded(Set<Long> left) {
        if (!left.isEmpty()) {
            throw new IllegalStateException(
                    "%s of \"%s\" cannot be ended, as where it is another user's (sudo): end it by hand, and start the lab as that user"
                            .formatted(EndpointProcess.summaries(left), shownCommand()));
        }
    }

    private String shownCommand() {
        return String.join(" ", CommandSecrets.masked(command));
    }

    private void requireClosedPort() {
        long deadline = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
        while (Loopback.accepts(address)) {
            if (System.nanoTime() - deadline >= 0) {
                throw new IllegalStateException(
                        "port %d still accepts connections after all processes that \"%s\" has started were ended: something of it is left, which the lab cannot find; end it by hand, and give a command that stays in the foreground"
                                .formatted(port(), shownCommand()));
            }
            sleep(POLL_MILLIS);
        }
    }

    /// Counts the processes that listen on the port as its own, where they are daemons of it.
    private void adoptListeners() throws IOException {
        if (guard.isEmpty()) {
            return;
        }
        var own = processes.alive();
        for (long pid : ListeningPort.listeners(address)) {
            if (!own.contains(pid)) {
                processes.adopt(pid);
            }
        }
    }

    /// Finds the process that listens on the port: from now on the service ends when that one does.
    ///
    /// @return empty where no process of this user listens there, as in a container, or one that
    ///   only passes connections on
    Optional<ProcessHandle> findListener() throws IOException {
        adoptListeners();
        ready = true; // afterwards, as the wait for a daemon ends with it
        for (var daemon : processes.adopted()) {
            guard.orElseThrow().alsoEnd(daemon);
        }
        var all = EndpointProcess.handles(ListeningPort.listeners(address)).toList();
        forwarder = all.stream().flatMap(p -> Forwarder.program(p).stream()).findFirst();
        var listeners = all.stream().filter(p -> Forwarder.program(p).isEmpty()).toList();
        var own = processes.alive();
        boolean anyOwn = listeners.stream().anyMatch(p -> own.contains(p.pid()));
        // A parent and its children may all listen: the parent was started first.
        listener =
                listeners.stream()
                        .filter(p -> !anyOwn || own.contains(p.pid()))
                        .min(Comparator.comparing(EndpointProcess::started));
        listener.ifPresent(p -> {
            cause.serves(p.pid());
            var _ = p.onExit().thenRunAsync(this::listenerEnded, AFTER_DRAIN);
        });
        return listener;
    }

    /// Why what serves the requests cannot be observed; empty where it can. Where the system does
    /// not show what listens, a JVM that the command is, and its only process, are the service.
    /// Another process of the command, such as a shell or the client that started a container, is
    /// not.
    public Optional<String> unobservable() {
        if (!ready || listener.isPresent()) {
            return Optional.empty();
        }
        return ListeningPort.knowsProcesses()
                ? Optional.of(
                        forwarder
                                .map(program ->
                                        "%s listens on port %d and passes its connections on: start the service without it, a container with the host's network"
                                                .formatted(program, port()))
                                .orElseGet(() ->
                                        "no process that this user may inspect listens on port %d, as where a container publishes it: let it use the host's network"
                                                .formatted(port())))
                : Optional.of(processes.alive())
                        .filter(all -> all.size() > 1 && !ServiceCommand.isJava(command.getFirst()))
                        .map(_ ->
                                "its command has started others, and this system does not show which of them listens: let a script end with exec, as in exec java");
    }

    /// The addresses on which its processes listen, by port; none where there is no `/proc`.
    List<InetSocketAddress> listening() throws IOException {
        return ListeningPort.addressesOf(processes.alive());
    }

    /// Whether the command has an exit code, which its processes may outlive.
    public Optional<Integer> commandStatus() {
        return process.isAlive() ? Optional.empty() : Optional.of(process.exitValue());
    }

    /// Processes that may be of it, after its command has ended, which the lab does not end.
    List<ProcessHandle> unattributed() {
        return EndpointProcess.handles(processes.unattributed()).toList();
    }

    private void line(String line) {
        cause.serviceReports(line);
        onLine.accept(line);
    }

    private static void signal(long pid, Predicate<ProcessHandle> signal) {
        var _ = ProcessHandle.of(pid).filter(signal).isPresent();
    }

    /// Reports the end of the listening process, unless the others have ended as well.
    private void listenerEnded() {
        exit.complete(cause.exit(0, ProcessExit.ExitCause.LISTENER_ENDED));
    }

    private void awaitEnd(CompletableFuture<?> output) {
        process.onExit().join();
        awaitProcesses();
        if (guard.isPresent() && process.exitValue() == 0) {
            awaitDaemon();
        }
        mark.namespace().ifPresent(ServiceNamespace::close);
        output.completeOnTimeout(null, DRAIN_TIMEOUT.toMillis(), MILLISECONDS).join();
        log.close();
        exit.complete(cause.exit(process.exitValue(), ProcessExit.ExitCause.UNREQUESTED));
    }

    private void awaitProcesses() {
        while (!processes.alive().isEmpty()) {
            sleep(ORPHAN_POLL_MILLIS);
        }
    }

    /// A command that has ended without an error may have left a daemon without a mark, which does
    /// not listen yet: the service has ended where no process can be one, and else when it is not
    /// ready within its time limit and is stopped.
    private void awaitDaemon() {
        for (int looks = 0; !ready && !cause.isRequested() && looks < LAST_LOOKS; looks++) {
            try {
                adoptListeners();
            } catch (IOException e) {
                log.note("what its command left could not be looked for: " + e.getMessage());
                break;
            }
            awaitProcesses();
            if (!processes.unattributed().isEmpty()) {
                looks = 0;
            }
            sleep(ORPHAN_POLL_MILLIS);
        }
        awaitProcesses();
    }

    /// Sleeps, not interruptibly: the caller's interrupt status is kept.
    private static void sleep(long millis) {
        boolean interrupted = false;
        long end = System.nanoTime() + MILLISECONDS.toNanos(millis);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            try {
                Thread.sleep(Duration.ofNanos(left));
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private CompletableFuture<Void> inBackground(String part, Runnable task) {
        return CompletableFuture.runAsync(
                task,
                body ->
                        Thread.ofPlatform()
                                .daemon()
                                .name("service-" + process.pid() + "-" + part)
                                .start(body));
    }
}
