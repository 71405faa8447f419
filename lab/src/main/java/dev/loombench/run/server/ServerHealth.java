package dev.loombench.run.server;

import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.proc.StoppedTime;
import java.time.Duration;
import java.util.function.LongSupplier;

/// The check that a server under test runs: it has not ended, and is not stopped by a signal or a
/// debugger for longer than 5 s. Not thread-safe.
public final class ServerHealth {
    private static final Duration MAX_STOP = Duration.ofSeconds(5);

    /// The state of a server's process.
    public interface ServerState {
        /// False once it has ended.
        boolean isAlive();

        /// Whether a signal or a debugger has stopped it.
        ///
        /// @throws ProcessEndedException when the process has ended
        boolean isStopped();

        /// Kills a process that the lab has started; any other stays as it is.
        void kill();

        /// How the process ended, after a wait for its end.
        String describeEnd();
    }

    private final ServerState server;
    private final LongSupplier nanoTime;
    private final StoppedTime stopped = new StoppedTime();

    /// @param nanoTime the monotonic clock
    public ServerHealth(ServerState server, LongSupplier nanoTime) {
        this.server = server;
        this.nanoTime = nanoTime;
    }

    public static ServerHealth of(ServerState server) {
        return new ServerHealth(server, System::nanoTime);
    }

    /// @param phase of the trial, for the failure
    /// @throws ServerFailed when the server has ended, or was stopped for too long; one that the
    ///   lab has started is killed then
    public void check(String phase) throws ServerFailed {
        if (!server.isAlive()) {
            throw ended(phase);
        }
        try {
            stopped.sample(server.isStopped(), nanoTime.getAsLong());
        } catch (ProcessEndedException gone) {
            throw ended(phase);
        }
        if (stopped.currentStopNanos() >= MAX_STOP.toNanos()) {
            server.kill(); // a stopped process cannot end on request
            throw new ServerFailed(
                    phase,
                    "the server was stopped (SIGSTOP, Ctrl-Z or a debugger) and did not continue"
                            + " within %d s".formatted(MAX_STOP.toSeconds()));
        }
    }

    /// The failure of a server that has ended.
    public ServerFailed ended(String phase) {
        return new ServerFailed(phase, "the server " + server.describeEnd());
    }
}
