package dev.loombench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loombench.observe.ScriptableProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// A service as a user would write it: a program in a jar of its own that knows nothing of the lab.
/// It takes its port from `--port` or the variable `PORT`, has as many threads as `--threads` says,
/// and misbehaves as `--mode` says.
public final class SampleService {
    private static final Map<String, String> MANIFEST =
            Map.of("Main-Class", SampleService.class.getName());

    /// The first line that it prints, before the number of its port.
    static final String LISTENS = "listening on ";

    private static volatile int helloStatus = 200;
    private static volatile int threads = 4;

    private SampleService() {}

    /// Writes `app.jar`, which `java -jar` runs.
    public static Path jar(Path folder) throws IOException {
        return SampleJar.ofClasses(folder.resolve("app.jar"), MANIFEST, SampleService.class);
    }

    /// Writes `app.jar`, for a command that runs it at little cost.
    public static String command(Path folder) throws IOException {
        return ScriptableProcess.java()
                + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar "
                + jar(folder);
    }

    /// Writes `newer.jar`, whose classes are of a JDK that does not exist yet.
    public static Path jarOfNewerJdk(Path folder) throws IOException {
        var bytes = SampleJar.bytes(SampleService.class);
        bytes[6] = 1; // the high byte of the major version
        return SampleJar.write(
                folder.resolve("newer.jar"),
                MANIFEST,
                Map.of(SampleJar.entry(SampleService.class), bytes));
    }

    public static void main(String[] args) throws Exception {
        var options = List.of(args);
        int port = port(options);
        threads = Integer.parseInt(option(options, "--threads", "4"));
        switch (option(options, "--mode", "good")) {
            case "good" -> serve(port, Integer.MAX_VALUE);
            case "dies" -> {
                System.err.println("cannot connect to the database");
                System.exit(7);
            }
            case "ends" -> {}
            case "stack-trace" -> connect(100);
            case "never-listens" -> Thread.sleep(Long.MAX_VALUE);
            case "port-taken" -> {
                System.out.println("java.net.BindException: Address already in use");
                Thread.sleep(Long.MAX_VALUE);
            }
            case "other-port" -> serve(0, Integer.MAX_VALUE);
            case "dies-on-request" -> serve(port, 0);
            case "dies-under-load" -> serve(port, 50);
            case "created" -> {
                helloStatus = 201;
                serve(port, Integer.MAX_VALUE);
            }
            case "garbled-chunks" -> garbleChunks(port);
            case "ignores-sigterm" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(SampleService::sleepForever));
                serve(port, Integer.MAX_VALUE);
            }
            case "prints-24-mb" -> {
                var line = "x".repeat(1023) + "\n";
                for (int i = 0; i < 24 << 10; i++) {
                    System.out.print(line);
                }
                serve(port, Integer.MAX_VALUE);
            }
            default -> throw new IllegalArgumentException(options.toString());
        }
    }

    private static void connect(int depth) {
        if (depth > 0) {
            connect(depth - 1);
        } else {
            throw new IllegalStateException("cannot connect to the database");
        }
    }

    /// Responds with a chunk whose size is no number, and closes each connection.
    private static void garbleChunks(int port) throws IOException {
        var response = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nsoup\r\n";
        try (var listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
            while (true) {
                try (var socket = listener.accept()) {
                    var read = socket.getInputStream().read(new byte[1 << 12]);
                    if (read > 0) {
                        socket.getOutputStream().write(response.getBytes(UTF_8));
                    }
                }
            }
        }
    }

    private static int port(List<String> options) {
        return Integer.parseInt(option(options, "--port", String.valueOf(System.getenv("PORT"))));
    }

    private static String option(List<String> options, String name, String otherwise) {
        int at = options.indexOf(name);
        return at < 0 ? otherwise : options.get(at + 1);
    }

    private static void sleepForever() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// @param requests after which it halts
    private static void serve(int port, int requests) throws IOException {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newFixedThreadPool(threads));
        var left = new AtomicInteger(requests);
        server.createContext(
                "/hello",
                exchange -> {
                    if (left.decrementAndGet() < 0) {
                        Runtime.getRuntime().halt(9);
                    }
                    respond(exchange, helloStatus, "hello\n");
                });
        server.createContext(
                "/waiting",
                exchange -> {
                    LockSupport.parkNanos(20_000_000);
                    respond(exchange, helloStatus, "hello\n");
                });
        int own = server.getAddress().getPort();
        server.createContext("/own", exchange -> respond(exchange, 200, "served by " + own));
        server.createContext("/health", exchange -> respond(exchange, 200, "up"));
        server.createContext("/broken", exchange -> respond(exchange, 500, "\u001b[2Jno pool"));
        server.createContext(
                "/moved",
                exchange -> {
                    exchange.getResponseHeaders().set("Location", "/hello");
                    respond(exchange, 302, "");
                });
        server.createContext(
                "/token",
                exchange -> {
                    var token = exchange.getRequestHeaders().getFirst("Authorization");
                    System.out.println("authorization " + token);
                    boolean known = "Bearer s3cret-token".equals(token);
                    respond(exchange, known ? 200 : 401, known ? "known" : "unknown");
                });
        server.createContext(
                "/denied",
                exchange -> {
                    var token = exchange.getRequestHeaders().getFirst("Authorization");
                    respond(exchange, 403, "no right for " + token);
                });
        server.start();
        System.out.println(LISTENS + own);
        System.out.println("password " + System.getenv("DB_PASSWORD"));
    }

    private static void respond(HttpExchange exchange, int status, String text) throws IOException {
        var body = text.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
