package dev.loombench.launch.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;

/// The fault of a server's start, in words that follow its name.
public final class StartupFault {
    private static final int MAX_QUOTED = 200;

    /// A server that ends in order, or on a busy machine, may take seconds.
    private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(5);

    private StartupFault() {}

    /// The fault; empty when the server accepts connections on the expected port.
    ///
    /// @param wantedPort 0 for any
    public static Optional<String> of(
            Startup startup, ServerProcess server, int wantedPort, Duration limit) {
        return switch (startup) {
            case Startup.Ready(int port) -> ofPort(server, port, wantedPort);
            case Startup.MalformedReady(String line) ->
                    Optional.of("printed \"" + shortened(line) + "\"; expected \"READY port=N\"");
            case Startup.StdoutClosed() -> missing("closed its standard output", server);
            case Startup.Ended(ProcessExit exit) -> missing(exit.describe(), server);
            case Startup.Timeout() ->
                    missing("took more than %.1f s".formatted(limit.toMillis() / 1e3), server);
        };
    }

    private static Optional<String> ofPort(ServerProcess server, int port, int wantedPort) {
        var printed = "printed \"READY port=" + port + "\"";
        if (wantedPort != 0 && port != wantedPort) {
            return Optional.of(printed + "; expected port " + wantedPort);
        }
        if (listens(server, port)) {
            server.acceptsOn(port);
            return Optional.empty();
        }
        return Optional.of(
                server.endsWithin(EXIT_TIMEOUT)
                        ? printed
                                + ", then "
                                + server.exit().toCompletableFuture().join().describe()
                        : printed + ", but does not listen there");
    }

    private static boolean listens(ServerProcess server, int port) {
        try {
            return server.listensOn(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> missing(String event, ServerProcess server) {
        return Optional.of(missing(event, "READY port=N", server));
    }

    /// @param expected line
    public static String missing(String event, String expected, ServerProcess server) {
        var last = server.logTail(1);
        return "%s; expected \"%s\"; %s"
                .formatted(
                        event,
                        expected,
                        last.isEmpty()
                                ? "it printed nothing"
                                : "its last line was \"" + shortened(last.getFirst()) + "\"");
    }

    /// The line, truncated to a length fit for a message.
    public static String shortened(String line) {
        return line.length() <= MAX_QUOTED ? line : line.substring(0, MAX_QUOTED) + "…";
    }
}
