package dev.loombench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/// The training run for the AOT cache of the lab's processes in tests: a run, a load of its own and
/// one of an agent, all in one process.
final class LabTraining {
    private static final String RUN =
            """
            question: Which classes does a run load?
            variants: [{server: jdk-httpserver, model: virtual, jvm: [-XX:TieredStopAtLevel=1]}]
            load: {users: 2, path: /hello}
            phases: {warm-up: 100ms, measure: 100ms}
            trials: 1
            """;

    private LabTraining() {}

    public static void main(String... unused) throws Exception {
        Class.forName("dev.loombench.Main"); // in a higher layer
        Files.writeString(Path.of("training.yaml"), RUN);
        RootCommand.execute("run", "training.yaml", "--output=json");
        var server = HttpServer.create(anyPort(), 0);
        server.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        server.start();
        var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        load("--output=text", url);
        loadOfAgent(url);
        System.exit(0); // which ends the agent, too
    }

    private static void loadOfAgent(String url) throws Exception {
        var owner = PosixFilePermissions.fromString("rw-------");
        var key = Files.createFile(Path.of("key"), PosixFilePermissions.asFileAttribute(owner));
        Files.writeString(key, "k".repeat(32), UTF_8);
        int port = freePort();
        var agent = "127.0.0.1:" + port;
        Thread.ofPlatform()
                .daemon()
                .start(() -> RootCommand.execute("agent", "--listen=" + agent, "--key-file=key"));
        awaitListening(port);
        load("--load-on=" + agent, "--key-file=key", "--output=json", url);
    }

    private static void load(String... more) {
        var words = Stream.of("load", "-c2", "-d200ms", "--warm-up=100ms");
        RootCommand.execute(Stream.concat(words, Stream.of(more)).toArray(String[]::new));
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket()) {
            socket.bind(anyPort());
            return socket.getLocalPort();
        }
    }

    private static void awaitListening(int port) throws InterruptedException {
        for (int attempt = 0; attempt < 600; attempt++) {
            try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException _) {
                Thread.sleep(50);
            }
        }
    }
}
