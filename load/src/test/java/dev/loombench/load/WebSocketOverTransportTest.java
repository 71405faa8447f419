package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.Await;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import dev.loombench.traffic.WebSocketPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// WebSocket over sockets, in every load model.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class WebSocketOverTransportTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final LoadSettings settings;

    WebSocketOverTransportTest(TransportChoice transport) {
        settings = new LoadSettings(transport, Pacing.AUTO, 2);
    }

    private static Traffic traffic(
            String message, Map<String, ValueSource> values, boolean keepAlive) {
        var request = new Request("GET", "/echo", Map.of(), message, TIMEOUT);
        var policy = new ConnectionPolicy(keepAlive, Optional.empty(), List.of());
        return new Traffic(List.of(request), values, policy)
                .withStreaming(Optional.of(Streaming.WEBSOCKET));
    }

    private LoadResult measured(
            WebSocketServer server, LoadModel model, Traffic traffic, long requests)
            throws Exception {
        try (var run = LoadFixture.start(server.address(), model, traffic, 1, settings)) {
            run.openWindow(OptionalLong.of(requests), _ -> {});
            Await.until(run::progress, () -> run.windowOver(Duration.ofMinutes(1)));
            return run.closeWindow();
        }
    }

    /// The message is long enough to arrive in pieces.
    @Test
    void users_and_a_schedule_have_their_messages_echoed() throws Exception {
        var message = "a message ".repeat(1_000);
        for (var model :
                List.of(
                        new LoadModel.Closed(7, Duration.ZERO),
                        new LoadModel.Open(2_000, Arrival.POISSON, 20))) {
            try (var server = new WebSocketServer()) {
                var result = measured(server, model, traffic(message, Map.of(), true), 200);
                assertThat(result.counts().succeeded()).isEqualTo(200);
                assertThat(result.connections().closed()).isZero();
                assertThat(result.connections().earlyResponses()).isZero();
                assertThat(server.received()).containsExactly(message);
                assertThat(server.pongs()).isPositive();
            }
        }
    }

    /// A new connection for each message, so that each has its greetings.
    @Test
    void greetings_come_before_the_first_message() throws Exception {
        var kept = traffic("ping", Map.of(), true);
        for (var traffic : List.of(kept, traffic("ping", Map.of(), false))) {
            var connections =
                    traffic.connections().withWebSocket(Optional.of(new WebSocketPolicy(3, false)));
            var greeted =
                    new Traffic(traffic.requests(), Map.of(), connections)
                            .withStreaming(traffic.streaming());
            try (var server = new WebSocketServer(3)) {
                var users = new LoadModel.Closed(4, Duration.ZERO);
                var result = measured(server, users, greeted, 100);
                assertThat(result.counts().succeeded()).isEqualTo(100);
                assertThat(result.counts().errors()).isEmpty();
                assertThat(result.events()).isEmpty();
            }
        }
    }

    @Test
    void messages_may_have_values_and_a_connection_of_their_own() throws Exception {
        var values = Map.<String, ValueSource>of("i", new ValueSource.Counter(1));
        try (var server = new WebSocketServer()) {
            var users = new LoadModel.Closed(3, Duration.ZERO);
            var result = measured(server, users, traffic("number ${i}", values, false), 30);
            assertThat(result.counts().succeeded()).isEqualTo(30);
            assertThat(server.received()).contains("number 1", "number 30");
        }
    }

    @Test
    void held_connections_stay_open() throws Exception {
        try (var server = new WebSocketServer();
                var run =
                        LoadFixture.start(
                                server.address(),
                                new LoadModel.HeldConnections(200, 2_000),
                                traffic("hold", Map.of(), true),
                                1,
                                settings)) {
            run.openWindow();
            Await.until(run::progress, () -> run.windowOver(Duration.ofMillis(1)));
            var result = run.closeWindow();
            assertThat(result.counts().succeeded()).isEqualTo(200);
            assertThat(result.connections().established()).isEqualTo(200);
            assertThat(run.progress().connectionsOpen()).isEqualTo(200);
            assertThat(server.closes()).isLessThanOrEqualTo(1); // of the warm-up's connection
        }
    }
}
