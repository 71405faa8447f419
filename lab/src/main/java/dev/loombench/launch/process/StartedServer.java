package dev.loombench.launch.process;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/// A server under test that the lab has started, and that it ends. Thread-safe.
public sealed interface StartedServer extends RunningServer permits ServerProcess, ServiceProcess {
    /// Time limit for a server to end on request.
    Duration GRACE = Duration.ofSeconds(5);

    /// The process that listens on the port.
    long pid();

    /// Its port.
    int port();

    /// The address of this machine on which it is expected to listen: loopback, unless the run
    /// requests another.
    InetAddress listen();

    @Override
    default InetSocketAddress address() {
        return new InetSocketAddress(listen(), port());
    }

    /// All processes that count as the server; only the listening one for a server of the zoo.
    Set<Long> processes();

    /// Completes, never exceptionally, when the server has ended for any reason.
    CompletionStage<ProcessExit> exit();

    @Override
    default String describeEnd() {
        return exit().toCompletableFuture().join().describe();
    }

    /// Requests the server's end (SIGTERM), kills it (SIGKILL) after a time limit, and waits for
    /// its end. A second call only returns how it ended. Not interruptible, so that no process is
    /// left.
    ProcessExit stop(Duration grace);

    /// Requests the server's end as `stop(Duration)` does, within 5 s.
    default ProcessExit stop() {
        return stop(GRACE);
    }

    /// Kills the server (SIGKILL) and waits for its end: for a stopped process, which cannot end on
    /// request.
    default ProcessExit kill() {
        return stop(Duration.ZERO);
    }

    @Override
    default void close() {
        stop();
    }
}
