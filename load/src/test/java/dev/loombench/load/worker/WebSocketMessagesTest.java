package dev.loombench.load.worker;

import static dev.loombench.load.worker.VirtualLoad.MILLI;
import static dev.loombench.load.worker.VirtualLoad.TIMEOUT;
import static dev.loombench.load.worker.WebSocketLoadTest.MESSAGE;
import static dev.loombench.load.worker.WebSocketLoadTest.USER;
import static dev.loombench.load.worker.WebSocketLoadTest.accepted;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.load.worker.ScriptedTransport.Peer;
import dev.loombench.load.worker.ScriptedTransport.Received;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import dev.loombench.traffic.WebSocketPolicy;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Greetings of a server of WebSocket, and binary messages, in virtual time.
class WebSocketMessagesTest {
    private static final String PING = "\u0089\u0000";

    private static Traffic traffic(
            String body, Map<String, ValueSource> values, WebSocketPolicy policy) {
        var connections =
                new ConnectionPolicy(true, Optional.of(Duration.ofMillis(50)), List.of())
                        .withWebSocket(Optional.of(policy));
        return new Traffic(
                        List.of(new Request("GET", "/echo", Map.of(), body, TIMEOUT)),
                        values,
                        connections)
                .withStreaming(Optional.of(Streaming.WEBSOCKET));
    }

    private static Traffic greeted(int greetings) {
        return traffic("ping", Map.of(), new WebSocketPolicy(greetings, false));
    }

    private static boolean isMessage(Received request, int opcode) {
        return request.onConnection() > 1 && request.text().charAt(0) == (0x80 | opcode);
    }

    /// Accepts the handshake after 2 ms with what the first read has, sends the rest at 6 ms, and
    /// responds to each message after 3 ms.
    private static Peer greeting(String first, String rest) {
        return (request, net) -> {
            if (request.onConnection() == 1) {
                net.responds(request.id(), 2 * MILLI, accepted(request.text()) + first);
                if (!rest.isEmpty()) {
                    net.responds(request.id(), 6 * MILLI, rest);
                }
            } else if (isMessage(request, 1)) {
                net.responds(request.id(), 3 * MILLI, MESSAGE);
            }
        };
    }

    /// Two greetings in one read, in two, and one of them in fragments over both with a ping. The
    /// connection is open at 2 or 6 ms.
    @ParameterizedTest
    @CsvSource({"all, 2, 9", "one, 6, 10", "half, 6, 10"})
    void greetings_are_no_responses(String atFirst, long open, long succeeded) throws Exception {
        var server =
                switch (atFirst) {
                    case "all" -> greeting(MESSAGE + MESSAGE, "");
                    case "one" -> greeting(MESSAGE, MESSAGE);
                    default -> greeting(MESSAGE + "\u0001\u0001H" + PING, PING + "\u0080\u0002i!");
                };
        var load = new VirtualLoad(USER, greeted(2), server).window(0, open + 3 * succeeded + 1);
        var result = load.result(100);
        assertThat(result.counts().succeededInWindow()).isEqualTo(succeeded);
        assertThat(result.counts().errors()).isEmpty();
        assertThat((double) result.serviceTime().getMinValue()).isCloseTo(3e6, within(0.01e6));
        assertThat((double) result.connections().connectTime().getMaxValue())
                .isCloseTo(open * 1e6, within(0.02e6));
        assertThat(result.events()).isEmpty();
        long pings = load.net.received().stream().filter(r -> isMessage(r, 0xA)).count();
        assertThat(pings).isEqualTo(atFirst.equals("half") ? 2 : 0);
    }

    /// The second one is in the read after which the first message is sent.
    @Test
    void a_greeting_beyond_their_number_is_found() throws Exception {
        var server = greeting(MESSAGE + MESSAGE, "");
        var result = new VirtualLoad(USER, greeted(1), server).window(0, 12).result(13);
        assertThat(result.events().orElseThrow().unrequested()).isEqualTo(1);
        assertThat((double) result.serviceTime().getMinValue()).isCloseTo(3e6, within(0.01e6));
    }

    @Test
    void greetings_that_do_not_come_in_time_have_a_kind() throws Exception {
        var server = greeting(MESSAGE, "");
        var result = new VirtualLoad(USER, greeted(2), server).window(0, 40).result(60);
        assertThat(result.counts().errors()).isEqualTo(Map.of("greeting-timeout", 1L));
    }

    @Test
    void the_end_of_a_connection_before_its_greetings_is_an_early_end() throws Exception {
        Peer server =
                (request, net) -> {
                    net.responds(request.id(), 2 * MILLI, accepted(request.text()) + MESSAGE);
                    net.ends(request.id(), 3 * MILLI);
                };
        var result = new VirtualLoad(USER, greeted(2), server).window(0, 2).result(4);
        assertThat(result.counts().errors()).isEqualTo(Map.of("closed-early", 1L));
    }

    /// The bytes 00 FF 80, which are no text.
    @Test
    void a_binary_message_has_the_bytes_of_its_base64() {
        var bytes = new byte[] {0, (byte) 0xFF, (byte) 0x80};
        var base64 = Base64.getEncoder().encodeToString(bytes);
        var policy = new WebSocketPolicy(0, true);
        var wrapped = base64.substring(0, 2) + "\n" + base64.substring(2);
        var traffic = traffic(wrapped, Map.of(), policy);
        Peer server =
                (request, net) -> {
                    if (request.onConnection() == 1) {
                        net.responds(request.id(), MILLI, accepted(request.text()));
                    } else {
                        net.responds(request.id(), MILLI, "\u0082\u0001\u00ff");
                    }
                };
        var load = new VirtualLoad(USER, traffic, server).runUntil(20);
        var sent = load.net.received().stream().filter(r -> isMessage(r, 2)).toList();
        assertThat(sent).hasSizeGreaterThan(5);
        for (var frame : sent) {
            var text = frame.text();
            assertThat(text.charAt(1)).isEqualTo((char) 0x83);
            var payload = new byte[3];
            for (int i = 0; i < payload.length; i++) {
                payload[i] = (byte) (text.charAt(6 + i) ^ text.charAt(2 + i));
            }
            assertThat(new String(payload, ISO_8859_1)).isEqualTo("\u0000\u00ff\u0080");
        }
    }

    @Test
    void a_binary_message_that_is_no_base64_or_changes_is_refused() {
        var policy = new WebSocketPolicy(0, true);
        assertThatThrownBy(() -> traffic("not base64!", Map.of(), policy))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("given in Base64");
        var values = Map.<String, ValueSource>of("i", new ValueSource.Counter(1));
        var changing = traffic("AA${i}A", values, policy);
        assertThatThrownBy(() -> new VirtualLoad(USER, changing, greeting("", "")))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("must not have values that change");
        assertThatThrownBy(() -> new WebSocketPolicy(-1, false))
                .isInstanceOf(WrongInput.class)
                .hasMessage("greetings must be between 0 and 1,000, was -1");
    }
}
