package dev.loombench.launch.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;

/// What is wrong with the way a server came up, in words that follow its name.
public final class StartupFault {
    private static final int MOST_QUOTED = 200;
    private static final Duration DYING = Duration.ofSeconds(1);

    private StartupFault() {}

    /// Empty when the server accepts where it should.
    ///
    /// @param wantedPort 0 for any
    public static Optional<String> of(
            Startup startup, ServerProcess server, int wantedPort, Duration limit) {
        return switch (startup) {
            case Startup.Ready(int port) -> ofPort(server, port, wantedPort);
            case Startup.MalformedReady(String line) ->
                    Optional.of("said \"" + cut(line) + "\" where \"READY port=N\" was due");
            case Startup.StdoutClosed() -> missed("closed its standard output", server);
            case Startup.Ended(ProcessExit exit) -> missed(exit.describe(), server);
            case Startup.Timeout() ->
                    missed("took more than %.1f s".formatted(limit.toMillis() / 1e3), server);
        };
    }

    private static Optional<String> ofPort(ServerProcess server, int port, int wantedPort) {
        var said = "said \"READY port=" + port + "\"";
        if (wantedPort != 0 && port != wantedPort) {
            return Optional.of(said + " where port " + wantedPort + " was asked for");
        }
        if (listens(server, port)) {
            server.ready(port);
            return Optional.empty();
        }
        return Optional.of(
                server.endsWithin(DYING)
                        ? said + ", then " + server.exit().toCompletableFuture().join().describe()
                        : said + " and does not listen there");
    }

    private static boolean listens(ServerProcess server, int port) {
        try {
            return server.listensOn(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> missed(String what, ServerProcess server) {
        return Optional.of(missed(what, "READY port=N", server));
    }

    /// @param due the line that did not come
    public static String missed(String what, String due, ServerProcess server) {
        var last = server.logTail(1);
        return "%s where \"%s\" was due; %s"
                .formatted(
                        what,
                        due,
                        last.isEmpty()
                                ? "it printed nothing"
                                : "its last line was \"" + cut(last.getFirst()) + "\"");
    }

    public static String cut(String line) {
        return line.length() <= MOST_QUOTED ? line : line.substring(0, MOST_QUOTED) + "…";
    }
}
