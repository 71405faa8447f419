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
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What an agent sends to its controller, without a network between them.
@Timeout(60)
class AgentSessionTest {
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

    /// Why a load of gRPC fails, before which no request was sent.
    private String failureOfGrpc(InetSocketAddress target) throws Exception {
        var roles = new AgentRoles(true, Optional.empty());
        try (var session = new AgentSession(roles, sent::add, _ -> {})) {
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
        var settings = new LoadSettings(TransportChoice.NIO, Pacing.EXACT, 1);
        return new LoadPlan(
                target,
                new LoadModel.Closed(1, Duration.ZERO),
                new Traffic(
                        List.of(request),
                        Map.of(),
                        ConnectionPolicy.DEFAULT.withHttp2(Optional.of(policy))),
                1,
                settings,
                LoadShare.whole(settings),
                Map.of());
    }
}
