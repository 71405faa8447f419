package dev.loombench.zoo.work;

import java.io.IOException;
import java.net.BindException;
import java.util.List;
import java.util.Optional;

/// How a server of the zoo comes and goes: options in, `READY port=N` out, gone on SIGTERM or as
/// soon as standard input closes.
public final class ServerMain {
    private ServerMain() {}

    /// Starts to accept on `options.address()` and returns the port, or throws.
    @FunctionalInterface
    public interface Server {
        int start(Options options) throws Exception;
    }

    /// The whole `main` of a server. Exit codes: 2 for a wrong command line, 1 for a server that
    /// cannot start.
    public static void run(String[] args, Server server) {
        run(args, List.of(), server);
    }

    /// The same for a server that takes options of its own.
    public static void run(String[] args, List<String> own, Server server) {
        leaveWhenInputCloses();
        try {
            int port = server.start(Options.parse(own, args));
            System.out.println("READY port=" + port);
        } catch (UsageException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        } catch (UnsupportedOperationException e) {
            System.err.println("not on this JVM: " + e.getMessage());
            System.exit(1);
        } catch (Exception e) {
            portTaken(e).ifPresentOrElse(System.err::println, e::printStackTrace);
            System.exit(1);
        }
    }

    /// Standard input closes when the lab dies, however it dies: no server outlives it. The thread
    /// also keeps a server up whose own threads are all daemons.
    static void leaveWhenInputCloses() {
        loadShutdownClasses();
        Thread.ofPlatform().name("leave-when-input-closes").start(ServerMain::awaitEndOfInput);
    }

    /// What `halt` needs is loaded on first use, and an exhausted heap has no room for a class. An
    /// empty hook loads it all now.
    private static void loadShutdownClasses() {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {}));
    }

    /// Nothing here allocates once input is awaited, and `halt` runs no hooks: an exhausted heap
    /// does not keep the server.
    private static void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // What is written to a server is of no interest.
            }
        } catch (IOException e) {
            System.err.println("standard input failed, which is taken for its end: " + e);
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    /// Native transports have exceptions of their own for it, and frameworks wrap them: the
    /// innermost has the plainest words.
    private static Optional<String> portTaken(Throwable failure) {
        Optional<String> found = Optional.empty();
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            var message = String.valueOf(cause.getMessage());
            if (cause instanceof BindException || message.contains("Address already in use")) {
                found = Optional.of("cannot listen on the port: " + message);
            }
        }
        return found;
    }
}
