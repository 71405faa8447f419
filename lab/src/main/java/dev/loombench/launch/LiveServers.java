package dev.loombench.launch;

import dev.loombench.launch.process.StartedServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/// The servers that a launcher has started and that have not ended. Thread-safe.
final class LiveServers {
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final Set<StartedServer> live = ConcurrentHashMap.newKeySet();
    private boolean closed;

    /// Starts a process.
    interface Starter<S extends StartedServer> {
        S start() throws IOException;
    }

    /// Starts and registers a server under the same lock as `closing`: it is stopped with the
    /// others or never started.
    ///
    /// @throws LaunchFailed when the lab is shutting down
    synchronized <S extends StartedServer> S start(Starter<S> starter) throws IOException {
        if (closed) {
            throw new LaunchFailed("no server can be started: the lab is shutting down");
        }
        var server = starter.start();
        live.add(server);
        var _ = server.exit().thenRun(() -> live.remove(server));
        return server;
    }

    private synchronized List<StartedServer> closing() {
        closed = true;
        return List.copyOf(live);
    }

    /// Stops all servers at once, so that many take no longer than one; none can be started
    /// afterwards.
    void stopAll() {
        var stops =
                closing().stream()
                        .map(server ->
                                CompletableFuture.runAsync(
                                        () -> server.stop(GRACE), Thread::startVirtualThread))
                        .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(stops).join();
    }
}
