package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.process.ServerProcess;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers with `admission: adaptive` under a burst above their limit.
class AdmissionIT {
    private static final int BURST = 200;

    /// The initial limit is 20; a normal request is admitted below nine tenths of it.
    private static final int SERVED = 18;

    /// Each of the three priorities has a reserved tenth in addition.
    private static final int MOST = 20 + 3 * 2;

    private static final List<String> STARTS_FAST =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final ServerLauncher launcher =
            new ServerLauncher(
                    Zoo.at(Path.of(System.getProperty("loombench.home"))), Duration.ofMinutes(4));

    @AfterEach
    void nothing_is_left_running() {
        launcher.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"virtual", "platform-pool"})
    void a_burst_is_served_up_to_the_limit_and_refused_beyond_it(String model, @TempDir Path folder)
            throws Exception {
        assertLimited("tomcat", model, folder);
    }

    @Tag("nightly")
    @Test
    void a_burst_on_spring_boot_is_limited_too(@TempDir Path folder) throws Exception {
        assertLimited("spring-mvc", "virtual", folder);
    }

    /// On a slow machine the first request may end before the last arrives, which is then served:
    /// all then sleep longer, on a new server. Where all have ended before twice the sleep, each
    /// arrived before the first response.
    private void assertLimited(String name, String model, Path folder) throws Exception {
        var variant = Variant.of(name, model, Threading.BOUNDED, Map.of("admission", "adaptive"));
        for (long millis = 5_000; ; millis *= 3) {
            var trial = folder.resolve(Long.toString(millis));
            var server = launcher.start(variant, STARTS_FAST, trial);
            long start = System.nanoTime();
            var burst = new Burst(server, millis);
            if (System.nanoTime() - start < 2 * millis * 1_000_000) {
                burst.assertLimited();
                return;
            }
            server.stop();
        }
    }

    /// The responses to a burst, and the server's counts after it.
    private static final class Burst {
        private final List<HttpResponse<String>> responses;
        private final String stats;

        Burst(ServerProcess server, long millis) {
            try (var client = HttpClient.newHttpClient()) {
                responses =
                        IntStream.range(0, BURST)
                                .mapToObj(_ -> get(client, server, "/sleep?ms=" + millis))
                                .toList()
                                .stream()
                                .map(CompletableFuture::join)
                                .toList();
                stats = get(client, server, "/stats").join().body();
            }
        }

        void assertLimited() {
            var refused = responses.stream().filter(a -> a.statusCode() == 503).toList();
            long served = responses.stream().filter(a -> a.statusCode() == 200).count();
            assertThat(served).isBetween((long) SERVED, (long) MOST);
            assertThat(served + refused.size()).isEqualTo(BURST);
            assertThat(refused)
                    .allSatisfy(a ->
                            assertThat(a.headers().firstValueAsLong("Retry-After").orElseThrow())
                                    .isPositive());
            assertThat(Integer.parseInt(stats.split(" ", -1)[1])).isBetween(SERVED, MOST);
        }
    }

    @Test
    void an_unknown_kind_of_admission_is_reported(@TempDir Path folder) {
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
