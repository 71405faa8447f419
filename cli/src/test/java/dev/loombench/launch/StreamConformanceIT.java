package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.launch.process.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// The contract for servers with streams of events and WebSocket, by another client than the load
/// generator.
@ParameterizedClass(name = "{0}", allowZeroInvocations = true) // with -Dserver=NAME
@MethodSource("dev.loombench.launch.Candidate#withStreams")
@Tag("nightly")
class StreamConformanceIT {
    private final ServerProcess server;
    private final HttpClient client = HttpClient.newHttpClient();

    StreamConformanceIT(Candidate candidate) throws InterruptedException {
        server = candidate.running();
    }

    private URI uri(String scheme, String path) {
        return URI.create("%s://127.0.0.1:%d%s".formatted(scheme, server.port(), path));
    }

    @Test
    void events_come_in_order_and_the_stream_ends() throws IOException, InterruptedException {
        long sent = System.nanoTime();
        var response =
                client.send(
                        HttpRequest.newBuilder(uri("http", "/events?count=3&ms=10")).build(),
                        BodyHandlers.ofString());
        assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(30_000_000);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type").orElse(""))
                .startsWith("text/event-stream");
        assertThat(response.body())
                .isEqualTo(
                        "id: 1\ndata: event 1\n\nid: 2\ndata: event 2\n\nid: 3\ndata: event 3\n\n");
    }

    @Test
    void a_stream_without_numbers_is_refused() throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(uri("http", "/events?count=3")).build();
        var response = client.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("?count=10&ms=100");
    }

    @Test
    void messages_are_sent_back_after_the_wait() throws InterruptedException {
        var texts = new LinkedBlockingQueue<String>();
        var socket =
                client.newWebSocketBuilder()
                        .buildAsync(uri("ws", "/echo?ms=20"), new Texts(texts))
                        .join();
        for (var text : new String[] {"hello", "ä€", "x".repeat(1_000)}) {
            long sent = System.nanoTime();
            socket.sendText(text, true).join();
            assertThat(texts.take()).isEqualTo(text);
            assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(20_000_000);
        }
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    }

    /// Collects whole messages.
    private static final class Texts implements WebSocket.Listener {
        private final BlockingQueue<String> texts;
        private final StringBuilder text = new StringBuilder();

        Texts(BlockingQueue<String> texts) {
            this.texts = texts;
        }

        @Override
        public @Nullable CompletionStage<?> onText(
                WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                texts.add(text.toString());
                text.setLength(0);
            }
            socket.request(1);
            return null;
        }
    }
}
