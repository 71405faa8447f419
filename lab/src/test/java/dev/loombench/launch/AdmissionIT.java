package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.launch.process.ServerProcess;
import dev.loombench.spec.Threading;
import dev.loombench.spec.Variant;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `admission: adaptive` of the servers that have it, in a burst that is too much for it.
@Timeout(120)
class AdmissionIT {
    private static final int BURST = 200;

    /// The limit begins at 20; a normal request is let in below nine tenths of it.
    private static final int SERVED = 18;

    /// And each of three priorities has a tenth of its own, whatever the others do.
    private static final int MOST = 20 + 3 * 2;

    private static final List<String> STARTS_FAST =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final ServerLauncher launcher =
            new ServerLauncher(
                    Zoo.at(Path.of(System.getProperty("loombench.home"))), Duration.ofSeconds(80));

    @AfterEach
    void nothing_is_left_running() {
        launcher.close();
    }

    /// All have come long before the first is served.
    @ParameterizedTest
    @CsvSource({"tomcat, virtual", "tomcat, platform-pool", "spring-mvc, virtual"})
    void a_burst_is_served_up_to_the_limit_and_refused_beyond_it(
            String name, String model, @TempDir Path folder) throws Exception {
        var variant = Variant.of(name, model, Threading.BOUNDED, Map.of("admission", "adaptive"));
        var server = launcher.start(variant, STARTS_FAST, folder);
        try (var client = HttpClient.newHttpClient()) {
            var answers =
                    IntStream.range(0, BURST)
                            .mapToObj(i -> get(client, server, "/sleep?ms=5000"))
                            .toList()
                            .stream()
                            .map(CompletableFuture::join)
                            .toList();
            var refused = answers.stream().filter(a -> a.statusCode() == 503).toList();
            long served = answers.stream().filter(a -> a.statusCode() == 200).count();
            assertThat(served).isBetween((long) SERVED, (long) MOST);
            assertThat(served + refused.size()).isEqualTo(BURST);
            assertThat(refused)
                    .allSatisfy(a ->
                            assertThat(a.headers().firstValueAsLong("Retry-After").orElseThrow())
                                    .isPositive());
            var inside = get(client, server, "/stats").join().body().split(" ", -1);
            assertThat(Integer.parseInt(inside[1])).isBetween(SERVED, MOST);
        }
    }

    @Test
    void a_kind_of_admission_that_there_is_not_is_told(@TempDir Path folder) {
        var variant =
                Variant.of("tomcat", "virtual", Threading.VIRTUAL, Map.of("admission", "strict"));
        assertThatExceptionOfType(LaunchFailed.class)
                .isThrownBy(() -> launcher.start(variant, STARTS_FAST, folder))
                .satisfies(failed ->
                        assertThat(failed.logTail())
                                .containsExactly("--admission must be adaptive, was \"strict\""));
    }

    private static CompletableFuture<HttpResponse<String>> get(
            HttpClient client, ServerProcess server, String path) {
        var uri = URI.create("http://127.0.0.1:%d%s".formatted(server.port(), path));
        return client.sendAsync(
                HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
