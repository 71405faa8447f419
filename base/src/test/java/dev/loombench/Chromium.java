package dev.loombench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One page in a headless Chromium, driven by the DevTools protocol.
public final class Chromium implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Process process;
    private final HttpClient client;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final List<JsonNode> events = new CopyOnWriteArrayList<>();
    private String session = "";
    private int last;

    private Chromium(Process process, URI devTools) {
        this.process = process;
        this.client = HttpClient.newHttpClient();
        this.socket = client.newWebSocketBuilder().buildAsync(devTools, new Inbox()).join();
    }

    /// The browser of this machine, if it has one.
    public static Optional<Path> installed() {
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name ->
                        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                                .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// @param folder for its profile and what it prints
    public static Chromium start(Path program, Path folder) throws Exception {
        var said = folder.resolve("chromium.txt");
        var command = new ArrayList<String>();
        command.add(program.toString());
        command.addAll(
                List.of(
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        // with which each page has a process of its own
                        "--disable-back-forward-cache",
                        "--disable-extensions",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "about:blank"));
        var process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        try {
            var chromium = new Chromium(process, devTools(process, said));
            chromium.attach();
            return chromium;
        } catch (Exception e) {
            end(process);
            throw e;
        }
    }

    private static URI devTools(Process process, Path said)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            var address =
                    Files.readString(said)
                            .lines()
                            .filter(l -> l.startsWith("DevTools listening on "))
                            .findFirst();
            if (address.isPresent()) {
                return URI.create(address.get().substring("DevTools listening on ".length()));
            }
            assertThat(process.isAlive()).as("Chromium lives: %s", Files.readString(said)).isTrue();
            Thread.sleep(20);
        }
        throw new AssertionError("Chromium never said where it listens: " + Files.readString(said));
    }

    private void attach() throws Exception {
        var target = call("Target.createTarget", Map.of("url", "about:blank"));
        var id = target.at("/targetId").asString();
        var attached = call("Target.attachToTarget", Map.of("targetId", id, "flatten", true));
        session = attached.at("/sessionId").asString();
        for (var domain : List.of("Page", "Runtime", "Network", "Log")) {
            call(domain + ".enable", Map.of());
        }
    }

    /// Sends a command and waits for its result.
    public JsonNode call(String method, Map<String, ?> parameters) throws Exception {
        int id = ++last;
        var answer = new CompletableFuture<JsonNode>();
        waiting.put(id, answer);
        var message =
                session.isEmpty()
                        ? Map.of("id", id, "method", method, "params", parameters)
                        : Map.of(
                                "id",
                                id,
                                "method",
                                method,
                                "params",
                                parameters,
                                "sessionId",
                                session);
        socket.sendText(JsonMapper.shared().writeValueAsString(message), true).join();
        var node = answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(node.has("error")).as("%s: %s", method, node).isFalse();
        return node.path("result");
    }

    /// Loads a page and waits until it has loaded.
    public void open(URI page) throws Exception {
        events.clear();
        call("Page.navigate", Map.of("url", page.toString()));
        await("the page loads", () -> named("Page.loadEventFired").findAny().isPresent());
    }

    /// The value of an expression in the page.
    public JsonNode eval(String expression) throws Exception {
        var result =
                call(
                        "Runtime.evaluate",
                        Map.of(
                                "expression",
                                expression,
                                "returnByValue",
                                true,
                                "awaitPromise",
                                true));
        assertThat(result.has("exceptionDetails")).as("%s: %s", expression, result).isFalse();
        return result.at("/result/value");
    }

    public void width(int pixels) throws Exception {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    }

    public void scheme(String scheme) throws Exception {
        var feature = Map.of("name", "prefers-color-scheme", "value", scheme);
        call("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
    }

    /// Every address asked for since the page was opened.
    public List<String> requests() {
        return named("Network.requestWillBeSent")
                .map(e -> e.at("/params/request/url").asString())
                .toList();
    }

    /// What was written to the console, thrown and not caught, or logged by the browser itself.
    public List<String> complaints() {
        return Stream.of("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")
                .flatMap(this::named)
                .map(JsonNode::toString)
                .toList();
    }

    private Stream<JsonNode> named(String method) {
        return events.stream().filter(e -> e.path("method").asString().equals(method));
    }

    public interface Condition {
        boolean holds() throws Exception;
    }

    public void await(String what, Condition condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime() - deadline)
                    .as("%s; complaints: %s", what, complaints())
                    .isNegative();
            Thread.sleep(20);
        }
    }

    private final class Inbox implements WebSocket.Listener {
        private final StringBuilder part = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean whole) {
            part.append(data);
            if (whole) {
                take(JsonMapper.shared().readTree(part.toString()));
                part.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedStage(null);
        }

        private void take(JsonNode message) {
            if (!message.has("id")) {
                events.add(message);
                return;
            }
            var answer = waiting.remove(message.path("id").asInt());
            if (answer != null) {
                answer.complete(message);
            }
        }
    }

    @Override
    public void close() {
        socket.abort();
        client.shutdownNow();
        end(process);
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }
}
