package dev.loombench.http2;

import static dev.loombench.http2.ErrorCode.FLOW_CONTROL_ERROR;
import static dev.loombench.http2.ErrorCode.PROTOCOL_ERROR;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Frames that a server must not send, and what each means: a fault of the connection, or of one
/// response. The client has sent the requests 1 and 3, and the settings of the server have come
/// unless a case says otherwise. Every case is read whole and byte by byte.
class HostileFramesTest {
    static Stream<HostileCase> cases() {
        return Stream.concat(HostileConnections.all(), HostileResponses.all());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void each_is_recognised(HostileCase hostile) {
        var whole = client(hostile);
        whole.receive(hostile.frames());
        assertThat(whole.events).endsWith(hostile.expected());
        check(whole, hostile);
        var pieces = client(hostile);
        for (byte one : hostile.frames().bytes()) {
            pieces.receive(new byte[] {one});
        }
        assertThat(pieces.events).endsWith(hostile.expected());
        check(pieces, hostile);
    }

    private static ClientFixture client(HostileCase hostile) {
        var client = new ClientFixture(2);
        if (hostile.begins()) {
            client.receive(FrameBytes.begin());
            client.get(0);
            client.get(1);
        }
        client.written();
        return client;
    }

    /// A fault is told to the server, and nothing is read after it; after a malformed response the
    /// connection goes on.
    private static void check(ClientFixture client, HostileCase hostile) {
        var written = client.written();
        int events = client.events.size();
        if (hostile.expected().startsWith("failed")) {
            assertThat(written.getLast()).startsWith("GOAWAY");
            client.receive(new FrameBytes().ok(3));
            assertThat(client.events).hasSize(events);
            assertThat(client.connection.hasRoom()).isFalse();
        } else {
            var code = hostile.name().endsWith("overflows") ? FLOW_CONTROL_ERROR : PROTOCOL_ERROR;
            assertThat(written).contains("RST_STREAM 1 " + code);
            client.receive(new FrameBytes().ok(3));
            assertThat(client.events).endsWith("responding 1", "responded 1 200");
        }
    }

    @Test
    void there_are_at_least_eighty() {
        assertThat(cases()).hasSizeGreaterThanOrEqualTo(80);
    }
}
