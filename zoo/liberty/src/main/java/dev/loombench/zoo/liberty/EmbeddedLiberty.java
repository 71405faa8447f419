package dev.loombench.zoo.liberty;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.file.Files;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/// Liberty in this process, through its embedding API `com.ibm.wsspi.kernel.embeddable`. Only the
/// runtime contains the API, which does not exist at build time: hence the reflection.
record EmbeddedLiberty(ServerFolder folder) {
    private static final String API = "com.ibm.wsspi.kernel.embeddable.";
    private static final Pattern LISTENING =
            Pattern.compile("CWWKO0219I: .* defaultHttpEndpoint .* port (\\d+)\\.");
    private static final Pattern PORT_TAKEN = Pattern.compile("CWWKO0221E: .*");
    private static final long LISTEN_TIMEOUT_NANOS = 10_000_000_000L;

    /// Without it, Liberty waits up to 30 s for requests in progress, and then for their threads.
    private static final long STOP_TIMEOUT_NANOS = 2_000_000_000L;

    /// Exit code of a process that SIGTERM ended.
    private static final int TERMINATED = 143;

    /// Returns the port once Liberty accepts connections. Liberty redirects both output streams;
    /// they are restored here, because standard output is for the READY line. Its own messages go
    /// to a file.
    int start() throws Exception {
        var output = System.out;
        var errors = System.err;
        try (var console = new PrintStream(folder.console().toFile(), UTF_8)) {
            System.setOut(console);
            startServer();
        } finally {
            System.setOut(output);
            System.setErr(errors);
        }
        return port();
    }

    private void startServer() throws Exception {
        var builder = type("ServerBuilder").getConstructor().newInstance();
        call(builder, "setName", String.class, ServerFolder.SERVER);
        call(builder, "setUserDir", File.class, folder.path().toFile());
        call(builder, "setOutputDir", File.class, folder.output().toFile());
        var server = type("ServerBuilder").getMethod("build").invoke(builder);
        var started = (Future<?>) call(server, "start", String[].class, new String[0]);
        var result = started.get();
        if (!Boolean.TRUE.equals(type("Server$Result").getMethod("successful").invoke(result))) {
            throw new IllegalStateException(
                    "Liberty did not start:\n" + Files.readString(folder.console()));
        }
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> stop(server)));
    }

    /// Waits for Liberty, which stops in its own shutdown hook at the same time.
    private void stop(Object server) {
        long begin = System.nanoTime();
        boolean late = false;
        while (!late && isRunning(server)) {
            LockSupport.parkNanos(10_000_000);
            late = System.nanoTime() - begin > STOP_TIMEOUT_NANOS;
        }
        folder.remove();
        if (late) {
            Runtime.getRuntime().halt(TERMINATED);
        }
    }

    private static boolean isRunning(Object server) {
        try {
            return (boolean) type("Server").getMethod("isRunning").invoke(server);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(API + name);
    }

    /// Calls through the API's interfaces, because the implementing classes are not public.
    private static Object call(Object target, String method, Class<?> parameter, Object argument)
            throws ReflectiveOperationException {
        var declaring = type(method.startsWith("set") ? "ServerBuilder" : "Server");
        return declaring.getMethod(method, parameter).invoke(target, argument);
    }

    /// Reads from the log, which alone reports the port or that it is taken.
    private int port() throws IOException, InterruptedException, TimeoutException {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < LISTEN_TIMEOUT_NANOS) {
            for (var line : Files.readAllLines(folder.messages())) {
                var listening = LISTENING.matcher(line);
                if (listening.find()) {
                    return Integer.parseInt(listening.group(1));
                }
                var taken = PORT_TAKEN.matcher(line);
                if (taken.find()) {
                    throw new BindException(taken.group());
                }
            }
            Thread.sleep(10);
        }
        throw new TimeoutException("Liberty has started but does not listen; see its log");
    }
}
