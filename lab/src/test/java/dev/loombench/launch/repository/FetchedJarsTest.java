package dev.loombench.launch.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loombench.base.Sha256;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetchedJarsTest {
    private static final String OWN = "dev/loombench/zoo-one/0.1.0/zoo-one-0.1.0.jar";
    private static final String OTHER = "org/a/b/1/b-1.jar";

    @TempDir private Path folder;

    @BeforeEach
    void publish() throws IOException {
        Files.createDirectories(server());
        Files.writeString(
                server().resolve("jars.sha256"),
                publish(OWN, "the server") + publish(OTHER, "what it needs"));
    }

    private Path server() {
        return folder.resolve("zoo/one");
    }

    private Path repository() {
        return folder.resolve("repository");
    }

    /// @return its line in the list
    private String publish(String path, String content) throws IOException {
        var file = repository().resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        var checksum = Sha256.of(content.getBytes(StandardCharsets.UTF_8));
        return "%s  %s\n".formatted(checksum, path);
    }

    private FetchedJars from(String repository) {
        return FetchedJars.of(
                        server(),
                        Map.of(
                                "XDG_CACHE_HOME",
                                folder.resolve("cache").toString(),
                                "LOOMBENCH_REPOSITORY",
                                repository))
                .orElseThrow();
    }

    private FetchedJars fromFolder() {
        return from(repository().toUri().toString());
    }

    private static void fetch(FetchedJars jars) throws InterruptedException {
        jars.fetch(() -> {});
    }

    private static void isWhole(FetchedJars jars) throws IOException {
        assertThat(jars.isComplete()).isTrue();
        assertThat(jars.main()).hasContent("the server").hasFileName("zoo-one-0.1.0.jar");
        assertThat(jars.main().resolveSibling("lib/b-1.jar")).hasContent("what it needs");
        assertThat(files(jars)).hasSize(2);
    }

    private static List<Path> files(FetchedJars jars) throws IOException {
        try (var files = Files.walk(jars.folder())) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void jars_come_from_a_folder_and_are_kept() throws Exception {
        var jars = fromFolder();
        assertThat(jars.isComplete()).isFalse();
        fetch(jars);
        isWhole(jars);
        assertThat(jars.folder()).startsWith(folder.resolve("cache/loombench/zoo"));
        fetch(from("file:///nowhere"));
        fetch(from("no repository"));
        isWhole(jars);
    }

    @Test
    void a_jar_that_was_changed_is_fetched_again() throws Exception {
        var jars = fromFolder();
        fetch(jars);
        Files.writeString(jars.main().resolveSibling("lib/b-1.jar"), "something else");
        var fetches = new AtomicInteger();
        jars.fetch(fetches::incrementAndGet);
        isWhole(jars);
        assertThat(fetches).hasValue(1);
        jars.fetch(fetches::incrementAndGet);
        assertThat(fetches).hasValue(1);
    }

    @Test
    void the_default_is_maven_central() {
        assertThat(FetchedJars.of(server(), Map.of()).orElseThrow().repository())
                .isEqualTo("https://repo1.maven.org/maven2/");
    }

    @Test
    void a_server_without_a_list_is_not_fetched() {
        assertThat(FetchedJars.of(folder, Map.of())).isEmpty();
    }

    @Test
    void a_jar_with_another_checksum_is_refused() throws Exception {
        publish(OTHER, "something else");
        var jars = fromFolder();
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> fetch(jars))
                .withMessageContaining("b-1.jar has the SHA-256 ");
        assertThat(jars.main()).exists();
        assertThat(jars.isComplete()).isFalse();
        publish(OTHER, "what it needs");
        fetch(jars);
        isWhole(jars);
    }

    @Test
    void a_missing_jar_is_reported_with_what_helps() throws IOException {
        Files.delete(repository().resolve(OTHER));
        var jars = fromFolder();
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> fetch(jars))
                .withMessageStartingWith("one is not in this installation")
                .withMessageContaining("LOOMBENCH_REPOSITORY")
                .withMessageContaining("copy " + jars.folder());
    }

    @Test
    void two_processes_at_once_leave_whole_jars() throws Exception {
        Callable<Boolean> fetch =
                () -> {
                    var jars = fromFolder();
                    fetch(jars);
                    return jars.isComplete();
                };
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var fetched : threads.invokeAll(List.of(fetch, fetch, fetch, fetch))) {
                assertThat(fetched.get()).isTrue();
            }
        }
        isWhole(fromFolder());
    }

    @Test
    void jars_come_from_a_server_once() throws Exception {
        var requests = new AtomicInteger();
        var http =
                serve(exchange -> {
                    requests.incrementAndGet();
                    var path = exchange.getRequestURI().getPath().replaceFirst("^/maven2/", "");
                    var content = Files.readAllBytes(repository().resolve(path));
                    exchange.sendResponseHeaders(200, content.length);
                    exchange.getResponseBody().write(content);
                });
        try {
            var jars = from(address(http) + "/maven2");
            fetch(jars);
            isWhole(jars);
            fetch(jars);
            assertThat(requests).hasValue(2);
        } finally {
            http.stop(0);
        }
    }

    @Test
    void a_jar_that_the_server_does_not_have_is_reported() throws IOException {
        var http = serve(exchange -> exchange.sendResponseHeaders(404, -1));
        try {
            assertThatExceptionOfType(WrongInput.class)
                    .isThrownBy(() -> fetch(from(address(http))))
                    .withMessageContaining("HTTP status 404")
                    .withMessageContaining(OWN);
        } finally {
            http.stop(0);
        }
    }

    @Test
    void a_response_that_is_cut_off_is_no_jar() throws IOException {
        var http =
                serve(exchange -> {
                    exchange.sendResponseHeaders(200, 10);
                    exchange.getResponseBody().write("the".getBytes(StandardCharsets.UTF_8));
                });
        try {
            var jars = from(address(http));
            assertThatExceptionOfType(WrongInput.class).isThrownBy(() -> fetch(jars));
            assertThat(jars.main()).doesNotExist();
        } finally {
            http.stop(0);
        }
    }

    @Test
    void an_interrupt_ends_a_fetch_which_leaves_nothing() throws IOException {
        var fetching = Thread.currentThread();
        var http =
                serve(exchange -> {
                    var chunk = new byte[1 << 16];
                    exchange.sendResponseHeaders(200, 2L * chunk.length);
                    exchange.getResponseBody().write(chunk);
                    exchange.getResponseBody().flush();
                    fetching.interrupt();
                    exchange.getResponseBody().write(chunk);
                });
        try {
            var jars = from(address(http));
            assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> fetch(jars));
            assertThat(files(jars)).isEmpty();
        } finally {
            http.stop(0);
        }
    }

    @Test
    void an_interrupt_ends_the_check_of_what_is_there() throws Exception {
        var jars = fromFolder();
        fetch(jars);
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> fetch(jars));
        isWhole(jars);
    }

    @Test
    void what_a_killed_fetch_left_is_removed_by_a_later_one() throws Exception {
        var jars = fromFolder();
        Files.createDirectories(jars.folder());
        var dead = Files.createFile(jars.folder().resolve("fetching1.part"));
        Files.setLastModifiedTime(dead, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        var live = Files.createFile(jars.folder().resolve("fetching2.part"));
        fetch(jars);
        assertThat(dead).doesNotExist();
        assertThat(live).exists();
    }

    private interface Responder {
        void respond(HttpExchange exchange) throws IOException;
    }

    private static HttpServer serve(Responder responder) throws IOException {
        var http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        responder.respond(exchange);
                    }
                });
        http.start();
        return http;
    }

    private static String address(HttpServer http) {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }
}
