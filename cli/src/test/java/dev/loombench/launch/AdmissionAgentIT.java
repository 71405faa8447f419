package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ScriptableProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The governor's agent in front of real servers that know nothing of it, with a limit of one
/// request.
class AdmissionAgentIT {
    private static final Path HOME = Path.of(System.getProperty("loombench.home"));

    /// The request that holds the only slot; it ends with the server.
    private static final String HELD = "/sleep?ms=600000";

    @ParameterizedTest
    @CsvSource({
        "tomcat, dev.loombench.zoo.tomcat.TomcatServer, virtual",
        "tomcat, dev.loombench.zoo.tomcat.TomcatServer, platform-pool",
        "jetty, dev.loombench.zoo.jetty.JettyServer, virtual",
        "jetty, dev.loombench.zoo.jetty.JettyServer, platform-pool",
        "undertow, dev.loombench.zoo.undertow.UndertowServer, virtual",
        "undertow, dev.loombench.zoo.undertow.UndertowServer, platform-pool"
    })
    void a_request_above_the_limit_gets_503_and_an_excluded_path_does_not(
            String server, String main, String model) throws Exception {
        var process = start(server, main, model, "no-carriers,admission=1,exclude=/stats");
        try (var client = HttpClient.newHttpClient()) {
            var ready = process.inputReader().readLine();
            assertThat(ready).startsWith("READY port=");
            var base = "http://127.0.0.1:" + ready.substring("READY port=".length());
            for (int i = 0; i < 10; i++) { // each releases the slot
                awaitStatus(client, base + "/hello", 200);
            }
            var held = hold(client, base);
            var rejected = get(client, base + "/hello");
            assertThat(rejected.statusCode()).isEqualTo(503);
            assertThat(rejected.headers().firstValueAsLong("Retry-After")).hasValue(1);
            assertThat(get(client, base + "/stats").statusCode()).isEqualTo(200);
            assertThat(held).isNotDone();
            held.cancel(true);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void a_server_without_admission_is_not_changed() throws Exception {
        var process =
                start("tomcat", "dev.loombench.zoo.tomcat.TomcatServer", "virtual", "no-carriers");
        try (var client = HttpClient.newHttpClient()) {
            var ready = process.inputReader().readLine();
            assertThat(ready).startsWith("READY port=");
            var base = "http://127.0.0.1:" + ready.substring("READY port=".length());
            var held = client.sendAsync(request(base + HELD), HttpResponse.BodyHandlers.ofString());
            for (int i = 0; i < 10; i++) {
                assertThat(get(client, base + "/hello").statusCode()).isEqualTo(200);
            }
            held.cancel(true);
        } finally {
            process.destroyForcibly();
        }
    }

    /// Sends the request that holds the slot until a handler has it: `/stats` begins with the
    /// number of requests in a handler. It is rejected while the slot of the request before it is
    /// not released.
    private static CompletableFuture<HttpResponse<String>> hold(HttpClient client, String base)
            throws IOException, InterruptedException {
        var held = client.sendAsync(request(base + HELD), HttpResponse.BodyHandlers.ofString());
        while (get(client, base + "/stats").body().startsWith("0 ")) {
            if (held.isDone()) {
                held = client.sendAsync(request(base + HELD), HttpResponse.BodyHandlers.ofString());
            }
            Thread.sleep(5);
        }
        return held;
    }

    /// A slot is released after the response has left, so the request is repeated until the status
    /// is as expected; the test's time limit ends it.
    private static void awaitStatus(HttpClient client, String uri, int status)
            throws IOException, InterruptedException {
        while (get(client, uri).statusCode() != status) {
            Thread.sleep(5);
        }
    }

    private static HttpResponse<String> get(HttpClient client, String uri)
            throws IOException, InterruptedException {
        return client.send(request(uri), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest request(String uri) {
        return HttpRequest.newBuilder(URI.create(uri)).version(HttpClient.Version.HTTP_1_1).build();
    }

    private static Process start(String server, String main, String model, String arguments)
            throws IOException {
        return new ProcessBuilder(
                        ScriptableProcess.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-javaagent:%s=%s"
                                .formatted(HOME.resolve("governor/target/governor.jar"), arguments),
                        "-cp",
                        HOME.resolve("zoo/%s/target/zoo-%s.jar".formatted(server, server))
                                .toString(),
                        main,
                        "--model",
                        model,
                        "--port",
                        "0")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
