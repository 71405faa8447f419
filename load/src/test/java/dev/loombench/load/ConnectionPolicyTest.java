package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.load.Responder.RequestExchange;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Connections as a server sees them: keep-alive, connect time and source addresses, over every
/// available transport.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class ConnectionPolicyTest extends LoadFixture {
    ConnectionPolicyTest(TransportChoice transport) {
        super(transport);
    }

    private static final ConnectionPolicy FRESH =
            new ConnectionPolicy(false, Optional.empty(), List.of());

    private static Traffic hello(ConnectionPolicy connections) {
        return hello(connections, TIMEOUT);
    }

    private static Traffic hello(ConnectionPolicy connections, Duration timeout) {
        return new Traffic(List.of(Request.get("/hello", timeout)), Map.of(), connections);
    }

    @Test
    void without_keep_alive_users_open_a_connection_for_each_request() throws Exception {
        Queue<RequestExchange> exchanges = new ConcurrentLinkedQueue<>();
        try (var server =
                        new Responder(exchange -> {
                            exchanges.add(exchange);
                            exchange.write(Responder.HELLO);
                        });
                var run = start(server, users(4), hello(FRESH))) {
            awaitResponses(run, 20);
            run.openWindow(OptionalLong.of(400), _ -> {});
            await(run, _ -> run.windowOver(Duration.ofHours(1)));
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            assertThat(exchanges).allMatch(exchange -> exchange.onConnection() == 1);
            assertThat(exchanges)
                    .allMatch(exchange -> exchange.head().contains("Connection: close\r\n"));
            // The window ends with its last response. One connection per request of the window, and
            // possibly for warm-up requests that had no connection yet.
            assertThat(result.connections().connectTime().getTotalCount())
                    .isBetween(400L, (long) exchanges.size());
        }
    }

    /// When a listener's queue is full, Linux lets further connections wait.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_connect_timeout_is_an_error_kind_of_its_own() throws Exception {
        var policy = new ConnectionPolicy(true, Optional.of(Duration.ofMillis(100)), List.of());
        var loopback = InetAddress.getLoopbackAddress();
        var queued = new ArrayList<Socket>();
        try (var listener = new ServerSocket(0, 1, loopback)) {
            for (int i = 0; i < 2; i++) { // a queue of 1 holds 2
                queued.add(new Socket(loopback, listener.getLocalPort()));
            }
            var target = new InetSocketAddress(loopback, listener.getLocalPort());
            var traffic = hello(policy, Duration.ofSeconds(2)); // requests never sent also time out
            try (var run = LoadFixture.start(target, users(1), traffic, 1, settings)) {
                run.openWindow();
                long before = run.progress().errors(); // they may have begun before the window
                await(run, p -> p.errors() >= before + 2);
                assertThat(run.closeWindow().counts().errors()).containsKey("connect-timeout");
            }
        } finally {
            for (var socket : queued) {
                socket.close();
            }
        }
    }

    @Test
    void connect_time_is_recorded_for_connections_opened_within_the_window() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, users(5), hello(ConnectionPolicy.DEFAULT))) {
            await(run, p -> p.connectionsOpen() == 5);
            run.openWindow();
            awaitResponses(run, 100);
            assertThat(run.closeWindow().connections().connectTime().getTotalCount()).isZero();
        }
        try (var server =
                        new Responder(exchange -> {
                            exchange.write(Responder.HELLO);
                            exchange.socket().close();
                        });
                var run = start(server, users(1), hello(ConnectionPolicy.DEFAULT))) {
            run.openWindow();
            awaitResponses(run, 20);
            var opened = run.closeWindow().connections().connectTime();
            assertThat(opened.getTotalCount()).isGreaterThanOrEqualTo(10);
            assertThat(opened.getMaxValue()).isPositive();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX) // where all of 127/8 is local
    void several_workers_share_the_source_addresses_in_rotation() throws Exception {
        var policy =
                new ConnectionPolicy(
                        true, Optional.empty(), List.of("127.0.0.2", "127.0.0.3", "127.0.0.4"));
        var received = new ConcurrentLinkedQueue<String>();
        var two = new LoadSettings(settings.transport(), Pacing.AUTO, 2);
        try (var server =
                        new Responder(exchange -> {
                            if (exchange.onConnection() == 1) {
                                received.add(exchange.socket().getInetAddress().getHostAddress());
                            }
                            exchange.write(Responder.HELLO);
                        });
                var run = LoadFixture.start(server.address(), users(6), hello(policy), 1, two)) {
            await(run, p -> received.size() == 6);
            assertThat(received)
                    .containsExactlyInAnyOrder(
                            "127.0.0.2",
                            "127.0.0.2",
                            "127.0.0.3",
                            "127.0.0.3",
                            "127.0.0.4",
                            "127.0.0.4");
        }
    }

    @Test
    void an_address_of_another_machine_is_rejected_before_anything_is_sent() throws Exception {
        try (var server = Responder.always(Responder.HELLO)) {
            assertRejected(server, "192.0.2.1", "this machine does not have it");
            assertRejected(server, "::1", "are of different families");
            assertThat(server.requests()).isZero();
        }
    }

    private void assertRejected(Responder server, String source, String reason) {
        var policy = new ConnectionPolicy(true, Optional.empty(), List.of(source));
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> start(server, users(1), hello(policy)))
                .withMessageContaining(reason);
    }

    @Test
    void source_addresses_can_be_checked_before_there_is_a_server() {
        var policy = new ConnectionPolicy(true, Optional.empty(), List.of("127.0.0.1"));
        LoadEngine.checkSources(hello(policy));
        var elsewhere = new ConnectionPolicy(true, Optional.empty(), List.of("192.0.2.1"));
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> LoadEngine.checkSources(hello(elsewhere)))
                .withMessageContaining("source address 192.0.2.1 cannot be used");
    }
}
