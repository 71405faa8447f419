package dev.loombench.load;

import static dev.loombench.load.GrpcGreeter.follow;
import static dev.loombench.load.GrpcGreeter.following;
import static dev.loombench.load.GrpcGreeter.server;
import static dev.loombench.load.GrpcGreeter.traffic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.load.probe.Probe;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Calls of gRPC that are held over sockets, over every available transport.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class GrpcHeldLoadTest extends LoadFixture {
    GrpcHeldLoadTest(TransportChoice transport) {
        super(transport);
    }

    /// The probe does not wait for the timeout, which is longer than the time limit of this test.
    @Test
    void the_first_message_of_a_stream_is_a_good_response() throws Exception {
        try (var server = server(GrpcGreeter::begin)) {
            var traffic = following(Duration.ofHours(1));
            var result = Probe.send(server.address(), traffic, 1, settings.transport(), () -> {});
            assertThat(result.failure()).isEmpty();
            assertThat(result.serviceNanos()).isPresent();
            assertThat(server.requests()).isEqualTo(2);
        }
    }

    /// Reflection has a connection of its own, and eight calls have two with four streams each.
    @Test
    void held_calls_share_connections() throws Exception {
        try (var server = server(GrpcGreeter::begin);
                var run =
                        LoadEngine.start(
                                new LoadPlan(
                                        server.address(),
                                        new LoadModel.HeldConnections(8, 1_000),
                                        following(TIMEOUT),
                                        1,
                                        settings,
                                        LoadShare.whole(settings),
                                        true,
                                        System.getenv()))) {
            run.openWindow();
            await(run, progress -> progress.succeeded() >= 8);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.counts().sent()).isEqualTo(8);
            assertThat(result.counts().succeeded()).isEqualTo(8);
            var streams = result.connections().streams().orElseThrow();
            assertThat(streams.firstMessage().getTotalCount()).isEqualTo(8);
            assertThat(streams.heldEnded()).isZero();
            assertThat(run.progress().connectionsOpen()).isEqualTo(2);
            assertThat(server.connections()).isEqualTo(3);
        }
    }

    /// A unary call ends with its response, also in a mix with one that is held.
    @Test
    void held_calls_that_end_share_no_connection() throws Exception {
        var held = new LoadModel.HeldConnections(2, 1_000);
        var follow = follow(TIMEOUT);
        var unary = traffic().requests().getFirst();
        for (var requests : List.of(List.of(unary), List.of(follow, unary))) {
            var traffic = traffic().withRequests(requests);
            try (var server = new Http2Responder(GrpcGreeter::reflect)) {
                assertThatThrownBy(
                                () -> start(server.address(), held, traffic, 1, settings).close())
                        .isInstanceOf(WrongInput.class)
                        .hasMessageContaining("streams were 4: give 1");
            }
        }
    }
}
