package dev.loombench.run.remote;

import dev.loombench.agent.wire.Frame.ServerState;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.result.Observation;
import dev.loombench.run.server.ServerStart;
import dev.loombench.run.server.TestedServer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A server that a controller has had started. For one thread at a time, but for its state and its
/// end.
final class HostedServer implements AutoCloseable {
    private final int number;
    private final ServerStart start;
    private final TestedServer server;
    private @Nullable CpuClock cpu;
    private @Nullable CpuClock compilers;
    private volatile @Nullable ObservationSession session;
    private volatile boolean ended;

    /// Launches the server.
    HostedServer(int number, ServerStart start) throws InterruptedException {
        this.number = number;
        this.start = start;
        try {
            server = start.launch();
        } catch (InterruptedException | RuntimeException e) {
            try (start) {
                throw e;
            }
        }
    }

    TestedServer server() {
        return server;
    }

    ServerStart start() {
        return start;
    }

    /// Empty once it was ended.
    Optional<ServerState> state() {
        if (ended) {
            return Optional.empty();
        }
        boolean stopped;
        try {
            stopped = server.isStopped();
        } catch (ProcessEndedException _) {
            stopped = false;
        }
        return Optional.of(new ServerState(number, server.isAlive(), stopped));
    }

    void observe() {
        session = server.observe();
    }

    /// The session of its observers.
    ObservationSession session() {
        var current = session;
        if (current == null) {
            throw new IllegalStateException("the server is not observed");
        }
        return current;
    }

    List<Observation> observations() {
        return session().read();
    }

    /// Ends the observers, if there are any.
    void endObservers() {
        var current = session;
        if (current != null) {
            current.close();
        }
    }

    long cpuNanos() {
        if (cpu == null) {
            cpu = server.cpu();
        }
        return cpu.nanos();
    }

    long compilerNanos() {
        if (compilers == null) {
            compilers = server.compilers();
        }
        return compilers.nanos();
    }

    /// Ends the observers and the server, also where the observers fail to end.
    void end() {
        ended = true;
        try (server) {
            endObservers();
        }
    }

    /// Ends what the server depended on, and the server.
    @Override
    public void close() {
        try (start) {
            end();
        }
    }
}
