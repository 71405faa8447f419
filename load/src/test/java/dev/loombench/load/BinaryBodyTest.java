package dev.loombench.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import dev.loombench.load.api.Load;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bodies that are no text, as servers of others receive them.
class BinaryBodyTest {
    /// A good response, if the body has the right bytes.
    private static final String NODE =
            """
            const body = Buffer.from(Array.from({length: 200000}, (_, i) => i & 255));
            const server = require('http2').createServer((request, response) => {
              const parts = [];
              request.on('data', part => parts.push(part));
              request.on('end', () => {
                response.statusCode = Buffer.concat(parts).equals(body) ? 200 : 400;
                response.end('hello');
              });
            });
            server.listen(0, '127.0.0.1', () => console.log(server.address().port));
            """;

    /// Every byte, in more bytes than a window of HTTP/2 has at first.
    private static byte[] body() {
        var body = new byte[200_000];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) i;
        }
        return body;
    }

    private static void assertGood(Load load) throws Exception {
        try (var measurement =
                load.method("POST").body(body()).connections(2).requests(20).start()) {
            var counts = measurement.result().orElseThrow().measured().counts();
            assertThat(counts.errors()).isEmpty();
            assertThat(counts.succeeded()).isEqualTo(20);
        }
    }

    @Test
    void over_http1() throws Exception {
        var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var server = HttpServer.create(loopback, 100);
        server.createContext(
                "/",
                exchange -> {
                    var received = exchange.getRequestBody().readAllBytes();
                    int status = Arrays.equals(received, body()) ? 200 : 400;
                    exchange.sendResponseHeaders(status, 2);
                    exchange.getResponseBody().write("ok".getBytes(UTF_8));
                    exchange.close();
                });
        server.start();
        try {
            assertGood(Load.of("http://127.0.0.1:" + server.getAddress().getPort() + "/"));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void over_http2() throws Exception {
        var server = node();
        try (var printed =
                new BufferedReader(new InputStreamReader(server.getInputStream(), UTF_8))) {
            assertGood(Load.of("http://127.0.0.1:" + printed.readLine() + "/").http2(2));
        } finally {
            server.destroy();
            assertThat(server.waitFor()).isPositive();
        }
    }

    private static Process node() {
        try {
            return new ProcessBuilder("node", "-e", NODE).redirectErrorStream(true).start();
        } catch (IOException e) {
            Assumptions.abort("node is not on the PATH");
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"/${photo}, a, b", "/, ${photo}, b"})
    void they_are_in_no_other_place(String path, String header, String body) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> traffic(path, header, body))
                .withMessageStartingWith("${photo} has bytes of a body");
    }

    @Test
    void a_message_of_websocket_is_a_text() {
        var traffic = traffic("/", "a", "${photo}");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> traffic.withStreaming(Optional.of(Streaming.WEBSOCKET)))
                .withMessageContaining("in Base64 as a whole");
    }

    private static Traffic traffic(String path, String header, String body) {
        var request = new Request("GET", path, Map.of("X", header), body, Duration.ofSeconds(1));
        return new Traffic(
                List.of(request),
                Map.of("photo", new ValueSource.Bytes("/9j/")),
                ConnectionPolicy.DEFAULT);
    }
}
