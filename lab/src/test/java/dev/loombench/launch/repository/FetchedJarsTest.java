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

    private static void isWhole(FetchedJars jars) throws IOException {
        assertThat(jars.isComplete()).isTrue();
        assertThat(jars.main()).hasContent("the server").hasFileName("zoo-one-0.1.0.jar");
        assertThat(jars.main().resolveSibling("lib/b-1.jar")).hasContent("what it needs");
        try (var files = Files.walk(jars.folder())) {
            assertThat(files.filter(Files::isRegularFile)).hasSize(2);
        }
    }

    @Test
    void jars_come_from_a_folder_and_are_kept() throws Exception {
        var jars = fromFolder();
        assertThat(jars.isComplete()).isFalse();
        jars.fetch();
        isWhole(jars);
        assertThat(jars.folder()).startsWith(folder.resolve("cache/loombench/zoo"));
        from("file:///nowhere").fetch();
        isWhole(from("file:///nowhere"));
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
                .isThrownBy(jars::fetch)
                .withMessageContaining("b-1.jar has the SHA-256 ");
        assertThat(jars.main()).exists();
        assertThat(jars.isComplete()).isFalse();
        publish(OTHER, "what it needs");
        jars.fetch();
        isWhole(jars);
    }

    @Test
    void a_missing_jar_is_reported_with_what_helps() throws IOException {
        Files.delete(repository().resolve(OTHER));
        var jars = fromFolder();
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(jars::fetch)
                .withMessageStartingWith("one is not in this installation")
                .withMessageContaining("LOOMBENCH_REPOSITORY")
                .withMessageContaining("copy " + jars.folder());
    }

    @Test
    void two_processes_at_once_leave_whole_jars() throws Exception {
        Callable<Boolean> fetch = () -> {
            var jars = fromFolder();
            jars.fetch();
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
        var http = serve(exchange -> {
            requests.incrementAndGet();
            var path = exchange.getRequestURI().getPath().replaceFirst("^/maven2/", "");
            var content = Files.readAllBytes(repository().resolve(path));
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content);
        });
        try {
            var jars = from(address(http) + "/maven2");
            jars.fetch();
            isWhole(jars);
            jars.fetch();
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
                    .isThrownBy(() -> from(address(http)).fetch())
                    .withMessageContaining("HTTP status 404")
                    .withMessageContaining(OWN);
        } finally {
            http.stop(0);
        }
    }

    @Test
    void a_response_that_is_cut_off_is_no_jar() throws IOException {
        var http = serve(exchange -> {
            exchange.sendResponseHeaders(200, 10);
            exchange.getResponseBody().write("the".getBytes(StandardCharsets.UTF_8));
        });
        try {
            var jars = from(address(http));
            assertThatExceptionOfType(WrongInput.class).isThrownBy(jars::fetch);
            assertThat(jars.main()).doesNotExist();
        } finally {
            http.stop(0);
        }
    }

    private interface Responder {
        void respond(HttpExchange exchange) throws IOException;
    }

    private static HttpServer serve(Responder responder) throws IOException {
        var http =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
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
