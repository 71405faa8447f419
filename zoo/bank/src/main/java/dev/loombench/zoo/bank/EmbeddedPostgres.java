package dev.loombench.zoo.bank;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// A PostgreSQL that runs as long as this program: unpacked and initialised in a temporary folder,
/// on loopback. The database and its folder are removed however this program ends.
///
/// The data need not be durable, so no write waits for a disk: a disk would cost all thread models
/// the same.
public final class EmbeddedPostgres {
    private static final int CONNECTIONS = 510;
    private static final long READY_MILLIS = 60_000;

    private static final int FIRST_PORT = 20_000;
    private static final int LAST_PORT = 29_999;
    private static final int PORT_ATTEMPTS = 100;

    /// The user that PostgreSQL runs as where this program runs as root, which it refuses.
    private static final int NOBODY = 65_534;

    /// Stops the database and removes the folder when its standard input closes, which happens even
    /// if this program gets SIGKILL. It ignores the SIGINT that a terminal sends to the whole
    /// group.
    private static final String GUARD =
            """
            trap '' INT TERM HUP
            folder=$1; shift
            "$@" < /dev/null & database=$!
            cat > /dev/null
            kill -QUIT $database; wait $database
            rm -rf "$folder"
            """;

    private EmbeddedPostgres() {}

    public static void main(String[] args) {
        ServerMain.run(args, EmbeddedPostgres::start);
    }

    private static int start(Options options) throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("loombench-postgresql");
        try {
            return start(options, folder);
        } catch (IOException | RuntimeException e) {
            delete(folder);
            throw e;
        }
    }

    private static int start(Options options, Path folder)
            throws IOException, InterruptedException {
        var programs = PostgresBinaries.unpack(folder);
        var data = Files.createDirectory(folder.resolve("data"));
        if (isRoot()) {
            Files.setAttribute(data, "unix:uid", NOBODY);
        }
        var initdb = "-U bank -A trust --no-sync -E UTF8 --locale=C -D " + data;
        run(folder, unprivileged(programs.resolve("initdb"), initdb));
        int port = options.port() == 0 ? freePort() : options.port();
        var postgres =
                ("-D %s -p %d -c listen_addresses=127.0.0.1 -c unix_socket_directories="
                                + " -c max_connections=%d -c fsync=off -c synchronous_commit=off"
                                + " -c full_page_writes=off -c log_min_messages=fatal")
                        .formatted(data, port, CONNECTIONS);
        var guard = guard(folder, unprivileged(programs.resolve("postgres"), postgres));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(guard), "stop-database"));
        awaitReady(port, guard);
        return port;
    }

    private static void delete(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    private static List<String> unprivileged(Path program, String arguments) throws IOException {
        var words = new ArrayList<String>();
        if (isRoot()) {
            words.addAll(
                    List.of(
                            "setpriv",
                            "--reuid=" + NOBODY,
                            "--regid=" + NOBODY,
                            "--clear-groups",
                            "--"));
        }
        words.add(program.toString());
        words.addAll(Arrays.asList(arguments.split(" ")));
        return words;
    }

    private static void run(Path folder, List<String> command)
            throws IOException, InterruptedException {
        var log = folder.resolve("initdb.log");
        var process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        if (process.waitFor() != 0) {
            throw new IOException(
                    "initdb ended with code %d: %s"
                            .formatted(process.exitValue(), Files.readString(log)));
        }
    }

    private static Process guard(Path folder, List<String> command) throws IOException {
        var words = new ArrayList<>(List.of("sh", "-c", GUARD, "guard", folder.toString()));
        words.addAll(command);
        return new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void stop(Process guard) {
        try {
            guard.getOutputStream().close();
            guard.waitFor(4, TimeUnit.SECONDS);
        } catch (IOException | InterruptedException e) {
            System.err.println("cannot confirm that the database stopped: " + e);
        }
    }

    /// Below the ports that a kernel gives away: until the database listens, a connection to one of
    /// those could connect to itself, and keep the port from it.
    private static int freePort() throws IOException {
        for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT + 1);
            if (isFree(port)) {
                return port;
            }
        }
        try (var probe = listen(0)) {
            return probe.getLocalPort();
        }
    }

    private static boolean isFree(int port) throws IOException {
        try {
            listen(port).close();
            return true;
        } catch (BindException taken) {
            return false;
        }
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    }

    private static void awaitReady(int port, Process guard)
            throws IOException, InterruptedException {
        var url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=bank";
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(READY_MILLIS);
        while (true) {
            try {
                DriverManager.getConnection(url).close();
                return;
            } catch (SQLException notYet) {
                if (System.nanoTime() - deadline > 0 || !guard.isAlive()) {
                    throw new IOException("PostgreSQL accepts no connection: " + notYet, notYet);
                }
                Thread.sleep(50);
            }
        }
    }
}
