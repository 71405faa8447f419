package dev.loombench.zoo.work;

import java.io.IOException;
import java.net.BindException;
import java.util.List;
import java.util.Optional;

/// The lifecycle of a server: it reads its options, prints `READY port=N` once it accepts
/// connections, and exits on SIGTERM or when standard input closes.
public final class ServerMain {
    private ServerMain() {}

    /// A server that accepts connections on `options.address()` once `start` returns its port.
    @FunctionalInterface
    public interface Server {
        int start(Options options) throws Exception;
    }

    /// Runs a server; this is its whole `main`. Exit codes: 2 for an invalid command line, 1 for a
    /// server that cannot start.
    public static void run(String[] args, Server server) {
        run(args, List.of(), server);
    }

    /// Runs a server with options of its own.
    ///
    /// @param extra names of these options
    public static void run(String[] args, List<String> extra, Server server) {
        exitWhenInputCloses();
        try {
            int port = server.start(Options.parse(extra, args));
            System.out.println("READY port=" + port);
        } catch (UsageException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        } catch (UnsupportedOperationException e) {
            System.err.println("unsupported on this JVM: " + e.getMessage());
            System.exit(1);
        } catch (Exception e) {
            portTaken(e).ifPresentOrElse(System.err::println, e::printStackTrace);
            System.exit(1);
        }
    }

    /// Ends the process when standard input closes, which the kernel does even if the lab is
    /// killed. The thread also keeps a server alive whose other threads are all daemons.
    static void exitWhenInputCloses() {
        loadShutdownClasses();
        Thread.ofPlatform().name("exit-when-input-closes").start(ServerMain::awaitEndOfInput);
    }

    /// Registers an empty hook, which loads the classes that `halt` needs: an exhausted heap has no
    /// room for them later.
    private static void loadShutdownClasses() {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {}));
    }

    /// Allocates nothing while it waits, and `halt` runs no hooks, so the process exits even with
    /// an exhausted heap.
    private static void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // the content does not matter
            }
        } catch (IOException e) {
            System.err.println("standard input failed and counts as closed: " + e);
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    /// Finds the innermost cause that reports a taken port: native transports have their own
    /// exceptions for it, and frameworks wrap them.
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
