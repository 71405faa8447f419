package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import dev.loombench.base.ProgramVersion;
import dev.loombench.base.Sha256;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real server of the zoo that is not in the installation: its jars come from a repository over
/// HTTP.
class FetchedServerIT {
    private static final String SERVER = "jdk-httpserver";
    private static final Path BUILT = Path.of(System.getProperty("loombench.home"), "zoo", SERVER);
    private static final Variant VARIANT =
            Variant.of(SERVER, "virtual", Threading.VIRTUAL, Map.of());

    @TempDir private Path folder;

    /// Publishes what the build made, and writes the list of it beside the server's description.
    private void publish() throws IOException {
        var server = Files.createDirectories(folder.resolve("home/zoo").resolve(SERVER));
        Files.copy(BUILT.resolve("server.json"), server.resolve("server.json"));
        var list = new StringBuilder();
        var artifact = "zoo-" + SERVER;
        list.append(
                publish(
                        BUILT.resolve("target", artifact + ".jar"),
                        "%s-%s.jar".formatted(artifact, ProgramVersion.VERSION)));
        try (var jars = Files.list(BUILT.resolve("target/lib"))) {
            for (var jar : jars.sorted().toList()) {
                list.append(publish(jar, jar.getFileName().toString()));
            }
        }
        Files.writeString(server.resolve("jars.sha256"), list);
    }

    /// @return its line in the list
    private String publish(Path jar, String name) throws IOException {
        var path = "dev/loombench/any/1/" + name;
        var published = folder.resolve("repository").resolve(path);
        Files.createDirectories(published.getParent());
        Files.copy(jar, published);
        return "%s  %s\n".formatted(Sha256.of(Files.readAllBytes(jar)), path);
    }

    private Zoo zoo(String repository) {
        return Zoo.at(
                folder.resolve("home"),
                Map.of(
                        "XDG_CACHE_HOME",
                        folder.resolve("cache").toString(),
                        "LOOMBENCH_REPOSITORY",
                        repository));
    }

    private HttpServer serve() {
        var http =
                SimpleFileServer.createFileServer(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        folder.resolve("repository").toAbsolutePath(),
                        OutputLevel.NONE);
        http.start();
        return http;
    }

    @Test
    void it_starts_and_responds_and_a_second_time_without_a_repository() throws Exception {
        publish();
        var http = serve();
        try {
            var zoo = zoo("http://127.0.0.1:" + http.getAddress().getPort());
            assertThat(hello(zoo)).isEqualTo(200);
        } finally {
            http.stop(0);
        }
        assertThat(hello(zoo("file:///nowhere"))).isEqualTo(200);
    }

    private int hello(Zoo zoo) throws Exception {
        try (var launcher = new ServerLauncher(zoo, Duration.ofMinutes(2))) {
            launcher.prepare(List.of(VARIANT), _ -> {});
            try (var server = launcher.start(VARIANT, List.of(), folder.resolve("trial"));
                    var client = HttpClient.newHttpClient()) {
                assertThat(server.command().toString())
                        .contains(folder.resolve("cache").toString());
                var hello = URI.create("http://127.0.0.1:%d/hello".formatted(server.port()));
                return client.send(HttpRequest.newBuilder(hello).build(), BodyHandlers.discarding())
                        .statusCode();
            }
        }
    }
}
