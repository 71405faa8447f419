package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.agent.wire.Frame;
import dev.loombench.agent.wire.Frame.FailureCause;
import dev.loombench.agent.wire.Frame.FromAgent;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.load.Responder;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/// What an agent sends to its controller, without a network between them.
class AgentSessionTest {
    private static final AgentRoles LOAD = new AgentRoles(true, Optional.empty());
    private static final LoadSettings SETTINGS =
            new LoadSettings(TransportChoice.NIO, Pacing.EXACT, 1);

    private final BlockingQueue<FromAgent> sent = new LinkedBlockingQueue<>();

    @Test
    void a_reflection_that_fails_is_for_the_user_to_fix() throws Exception {
        try (var server =
                Responder.always("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")) {
            assertThat(failureOfGrpc(server.address()))
                    .startsWith("the reflection of ")
                    .contains("--protoset");
        }
    }

    @Test
    void a_closed_port_is_named_and_not_the_reflection() throws Exception {
        assertThat(failureOfGrpc(Responder.unusedAddress())).startsWith("no server listens at ");
    }

    /// A server may repeat what it was sent, and an agent's messages are on another machine.
    @Test
    void the_reason_of_a_refused_probe_has_no_secret_of_its_request() throws Exception {
        var log = new LinkedBlockingQueue<String>();
        var moved =
                "HTTP/1.1 302 Found\r\nLocation: /opensesame/simsala\r\nContent-Length: 0\r\n\r\n";
        try (var server = Responder.always(moved);
                var session = new AgentSession(LOAD, sent::add, log::add)) {
            for (var text : PlanText.of(withSecrets(server.address())).entrySet()) {
                session.received(new Frame.Text(text.getKey(), text.getValue()));
            }
            session.received(new Frame.Prepare(1, true, false));
            var failed = (Frame.LoadFailed) sent.take();
            assertThat(failed.cause()).isEqualTo(FailureCause.PROBE);
            assertThat(failed.reason())
                    .contains("/***/***")
                    .doesNotContain("opensesame", "simsala");
            assertThat(String.join("\n", log)).doesNotContain("opensesame", "simsala");
        }
    }

    /// One of the request, and one of the controller's environment.
    private static LoadPlan withSecrets(InetSocketAddress target) {
        var request = Request.get("/hello?token=${token}&key=${KEY}", Duration.ofSeconds(30));
        Map<String, ValueSource> values =
                Map.of(
                        "token", new ValueSource.Secret(Optional.of("opensesame")),
                        "KEY", new ValueSource.Environment("KEY"));
        return new LoadPlan(
                target,
                new LoadModel.Closed(1, Duration.ZERO),
                new Traffic(List.of(request), values, ConnectionPolicy.DEFAULT),
                1,
                SETTINGS,
                LoadShare.whole(SETTINGS),
                Map.of("KEY", "simsala"));
    }

    /// Why a load of gRPC fails, before which no request was sent.
    private String failureOfGrpc(InetSocketAddress target) throws Exception {
        try (var session = new AgentSession(LOAD, sent::add, _ -> {})) {
            for (var text : PlanText.of(grpc(target)).entrySet()) {
                session.received(new Frame.Text(text.getKey(), text.getValue()));
            }
            session.received(new Frame.Prepare(1, false, false));
            assertThat(sent.take()).isInstanceOf(Frame.Prepared.class);
            session.received(new Frame.Begin(1, System.nanoTime()));
            var failed = (Frame.LoadFailed) sent.take();
            assertThat(failed.cause()).isEqualTo(FailureCause.USAGE);
            return failed.reason();
        }
    }

    private static LoadPlan grpc(InetSocketAddress target) {
        var request =
                new Request("POST", "/test.Greeter/Greet", Map.of(), "{}", Duration.ofSeconds(30));
        var policy = new Http2Policy(1, Optional.of(GrpcPolicy.BY_REFLECTION));
        return new LoadPlan(
                target,
                new LoadModel.Closed(1, Duration.ZERO),
                new Traffic(
                        List.of(request),
                        Map.of(),
                        ConnectionPolicy.DEFAULT.withHttp2(Optional.of(policy))),
                1,
                SETTINGS,
                LoadShare.whole(SETTINGS),
                Map.of());
    }
}
