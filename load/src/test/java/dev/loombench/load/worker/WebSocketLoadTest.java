package dev.loombench.load.worker;

import static dev.loombench.load.worker.VirtualLoad.MILLI;
import static dev.loombench.load.worker.VirtualLoad.TIMEOUT;
import static dev.loombench.load.worker.VirtualLoad.sumMillis;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.load.worker.ScriptedTransport.Peer;
import dev.loombench.load.worker.ScriptedTransport.Received;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Traffic;
import dev.loombench.websocket.OpeningHandshake;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Loads over WebSocket in virtual time.
class WebSocketLoadTest {
    static final LoadModel USER = new LoadModel.Closed(1, Duration.ZERO);

    private static final Pattern KEY = Pattern.compile("Sec-WebSocket-Key: (\\S{24})\r\n");

    /// The text `Hi!`, whole and in two fragments with a ping between them.
    static final String MESSAGE = "\u0081\u0003Hi!";

    private static final String FRAGMENTS = "\u0001\u0001H\u0089\u0002hi\u0080\u0002i!";

    static Traffic echo() {
        return new Traffic(
                        List.of(
                                new Request(
                                        "GET", "/echo?a=b", Map.of("X-A", "1"), "ping", TIMEOUT)),
                        Map.of(),
                        ConnectionPolicy.DEFAULT)
                .withStreaming(Optional.of(Streaming.WEBSOCKET));
    }

    static String accepted(String request) {
        var key = KEY.matcher(request);
        assertThat(key.find()).as(request).isTrue();
        return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: "
                + OpeningHandshake.accept(key.group(1))
                + "\r\n\r\n";
    }

    static boolean isHandshake(Received request) {
        return request.onConnection() == 1;
    }

    /// Accepts the handshake after 2 ms, and responds to each message after 3 ms.
    private static Peer responding(String frames) {
        return (request, net) -> {
            if (isHandshake(request)) {
                net.responds(request.id(), 2 * MILLI, accepted(request.text()));
            } else {
                net.responds(request.id(), 3 * MILLI, frames);
            }
        };
    }

    /// The payload of a masked frame of less than 126 bytes.
    private static String payload(String frame) {
        var text = new StringBuilder();
        for (int i = 6; i < frame.length(); i++) {
            text.append((char) (frame.charAt(i) ^ frame.charAt(2 + (i - 6) % 4)));
        }
        return text.toString();
    }

    static List<Received> frames(VirtualLoad load) {
        return load.net.received().stream().filter(r -> !isHandshake(r)).toList();
    }

    /// Arrivals at 10, 20 … 90 ms over a connection that is open after 2 ms.
    @Test
    void messages_leave_by_the_clock_and_their_responses_are_messages() throws Exception {
        var open = new LoadModel.Open(100, Arrival.CONSTANT, 1);
        var load = new VirtualLoad(open, echo(), responding(MESSAGE)).window(0, 100);
        var result = load.result(150);
        assertThat(load.net.received().getFirst().line()).isEqualTo("GET /echo?a=b HTTP/1.1");
        assertThat(load.net.received().getFirst().text())
                .contains(
                        "\r\nUpgrade: websocket\r\n",
                        "\r\nX-A: 1\r\n",
                        "\r\nConnection: Upgrade\r\n")
                .endsWith("\r\n\r\n");
        assertThat(load.sendMillis()).startsWith(0.0, 10.0, 20.0, 30.0);
        assertThat(frames(load)).allMatch(frame -> payload(frame.text()).equals("ping"));
        assertThat(frames(load))
                .extracting(frame -> (int) frame.text().charAt(0))
                .containsOnly(0x81);
        assertThat(frames(load))
                .extracting(frame -> (int) frame.text().charAt(1))
                .containsOnly(0x84);
        assertThat(result.counts().succeeded()).isEqualTo(9);
        assertThat(sumMillis(result.responseTime())).isCloseTo(27, within(0.1));
        assertThat(result.connections().closed()).isZero();
    }

    @Test
    void the_handshake_is_part_of_the_connect_time() throws Exception {
        var result = new VirtualLoad(USER, echo(), responding(MESSAGE)).window(0, 100).result(150);
        assertThat((double) result.connections().connectTime().getMaxValue())
                .isCloseTo(2e6, within(0.01e6));
    }

    @Test
    void masks_and_keys_differ_from_one_another() {
        var load = new VirtualLoad(USER, echo(), responding(MESSAGE)).runUntil(100);
        assertThat(frames(load)).hasSizeGreaterThan(20);
        assertThat(frames(load))
                .extracting(frame -> frame.text().substring(2, 6))
                .doesNotHaveDuplicates();
    }

    /// The time of the handshake is part of the response time where each message opens a
    /// connection.
    @Test
    void a_message_may_open_its_own_connection() throws Exception {
        var policy = new ConnectionPolicy(false, Optional.empty(), List.of());
        var traffic =
                new Traffic(echo().requests(), Map.of(), policy)
                        .withStreaming(Optional.of(Streaming.WEBSOCKET));
        var load = new VirtualLoad(USER, traffic, responding(MESSAGE)).window(0, 12);
        var result = load.result(30);
        assertThat(result.counts().succeeded()).isEqualTo(3); // from 0, 5 and 10 ms on
        assertThat(sumMillis(result.responseTime())).isCloseTo(15, within(0.1));
        var closes = load.net.received().stream().filter(r -> r.text().charAt(0) == 0x88).toList();
        assertThat(closes).isNotEmpty();
        assertThat(payload(closes.getFirst().text())).isEqualTo("\u0003\u00e8"); // 1000
    }

    @Test
    void a_ping_within_a_fragmented_response_is_answered() throws Exception {
        var load = new VirtualLoad(USER, echo(), responding(FRAGMENTS)).window(0, 12);
        var result = load.result(30);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isPositive();
        assertThat(result.connections().earlyResponses()).isZero();
        var pongs = frames(load).stream().filter(r -> r.text().charAt(0) == 0x8a).toList();
        assertThat(pongs).isNotEmpty().allMatch(pong -> payload(pong.text()).equals("hi"));
    }

    @Test
    void messages_without_a_request_are_counted_and_dropped() throws Exception {
        Peer server =
                (request, net) -> {
                    if (isHandshake(request)) {
                        net.responds(
                                request.id(),
                                2 * MILLI,
                                accepted(request.text()) + MESSAGE + MESSAGE);
                    } else {
                        net.responds(request.id(), 3 * MILLI, MESSAGE);
                        net.responds(request.id(), 4 * MILLI, MESSAGE);
                    }
                };
        var open = new LoadModel.Open(100, Arrival.CONSTANT, 1);
        var result = new VirtualLoad(open, echo(), server).window(0, 100).result(150);
        assertThat(result.counts().succeeded()).isEqualTo(9);
        assertThat(sumMillis(result.responseTime())).isCloseTo(27, within(0.1));
        assertThat(result.connections().closed()).isZero();
        assertThat(result.events().orElseThrow().unrequested()).isEqualTo(2 + 9);
    }

    /// A user sends as soon as the connection is open, or a response has come. What one read has
    /// beyond the handshake or the response was sent before that.
    @ParameterizedTest
    @CsvSource({"true, 1", "false, 3"})
    void a_message_in_the_read_before_its_request_is_no_response(boolean greets, long unrequested)
            throws Exception {
        Peer server =
                (request, net) -> {
                    if (isHandshake(request)) {
                        var greeting = greets ? FRAGMENTS.substring(0, 3) : "";
                        net.responds(request.id(), 2 * MILLI, accepted(request.text()) + greeting);
                        if (greets) {
                            net.responds(request.id(), 3 * MILLI, FRAGMENTS.substring(3));
                        }
                    } else if (request.text().charAt(0) == 0x81) {
                        net.responds(request.id(), 3 * MILLI, MESSAGE + (greets ? "" : MESSAGE));
                    }
                };
        var result = new VirtualLoad(USER, echo(), server).window(0, 12).result(13);
        assertThat((double) result.serviceTime().getMinValue()).isCloseTo(3e6, within(0.01e6));
        assertThat(result.events().orElseThrow().unrequested()).isEqualTo(unrequested);
    }

    @ParameterizedTest
    @CsvSource({
        "1000, close-1000",
        "1001, close-1001",
        "1011, close-1011",
        "1013, close-1013",
        "4999, close-other",
        "3000, close-other"
    })
    void a_close_frame_is_the_outcome_by_its_code(int code, String kind) throws Exception {
        var frame = "\u0088\u0002" + (char) (code >> 8) + (char) (code & 0xFF);
        var result = new VirtualLoad(USER, echo(), responding(frame)).window(0, 4).result(10);
        assertThat(result.counts().errors()).isEqualTo(Map.of(kind, 1L));
    }

    @ParameterizedTest
    @CsvSource({
        "8103ff0000, frame-not-utf8",
        "c103486921, frame-malformed",
        "8183, frame-malformed",
        "8002486921, frame-malformed",
        "827f7fffffffffffffff, too-large",
        "880103, frame-malformed",
        "8800, close-1005"
    })
    void a_hostile_frame_has_a_kind(String hex, String kind) throws Exception {
        var bytes = HexFormat.of().parseHex(hex);
        var frame = new String(bytes, ISO_8859_1);
        var load = new VirtualLoad(USER, echo(), responding(frame)).window(0, 4);
        var result = load.result(10);
        assertThat(result.counts().errors()).isEqualTo(Map.of(kind, 1L));
        assertThat(frames(load)).anyMatch(r -> r.text().charAt(0) == 0x88); // a close frame
        if (!kind.startsWith("close-")) {
            assertThat(result.events().orElseThrow().faults()).containsOnlyKeys(kind);
        }
    }

    @Test
    void the_end_of_the_connection_without_a_close_frame_is_an_early_end() throws Exception {
        Peer server =
                (request, net) -> {
                    if (isHandshake(request)) {
                        net.responds(request.id(), 2 * MILLI, accepted(request.text()));
                    } else {
                        net.ends(request.id(), MILLI);
                    }
                };
        var result = new VirtualLoad(USER, echo(), server).window(0, 3).result(10);
        assertThat(result.counts().errors()).isEqualTo(Map.of("closed-early", 1L));
    }

    /// Connection i opens at 500 + i ms, and is pinged 50 ms after its message was answered.
    @Test
    void held_connections_stay_open_and_answer_pings() throws Exception {
        var model = new LoadModel.HeldConnections(50, 1_000);
        Peer server =
                (request, net) -> {
                    if (isHandshake(request)) {
                        net.responds(request.id(), MILLI, accepted(request.text()));
                    } else if (request.text().charAt(0) == 0x81) {
                        net.responds(request.id(), MILLI, MESSAGE);
                        net.responds(request.id(), 50 * MILLI, "\u0089\u0000");
                    }
                };
        var load = new VirtualLoad(model, echo(), WorkerShard.WHOLE, true, server).window(500, 700);
        var result = load.result(750);
        assertThat(result.counts().succeeded()).isEqualTo(50);
        assertThat(result.connections().established()).isEqualTo(50);
        assertThat(result.connections().closed()).isZero();
        assertThat(frames(load).stream().filter(r -> r.text().charAt(0) == 0x8a)).hasSize(50);
        assertThat(load.progress().connectionsOpen()).isEqualTo(50);
    }

    /// A server may say why, here by `busy` and by the code of a bell.
    @Test
    void the_reason_of_a_close_frame_is_that_of_the_failure() throws Exception {
        var frame = "\u0088\u0007\u0003\u00f5busy\u0007";
        var result = new VirtualLoad(USER, echo(), responding(frame)).window(0, 4).result(10);
        assertThat(result.counts().errors()).isEqualTo(Map.of("close-1013", 1L));
        assertThat(result.events().orElseThrow().faults())
                .isEqualTo(Map.of("close-1013", "busy\ufffd"));
    }

    /// The server closes each held connection 20 ms after its message.
    @Test
    void held_connections_that_the_server_closes_are_counted_by_code() throws Exception {
        var model = new LoadModel.HeldConnections(10, 1_000);
        Peer server =
                (request, net) -> {
                    if (isHandshake(request)) {
                        net.responds(request.id(), MILLI, accepted(request.text()));
                    } else if (request.text().charAt(0) == 0x81) {
                        net.responds(request.id(), MILLI, MESSAGE);
                        net.responds(request.id(), 20 * MILLI, "\u0088\u0002\u0003\u00e9");
                    }
                };
        var load = new VirtualLoad(model, echo(), WorkerShard.WHOLE, true, server).window(500, 600);
        var result = load.result(650);
        assertThat(result.counts().succeeded()).isEqualTo(10);
        assertThat(result.events().orElseThrow().closed()).isEqualTo(Map.of("close-1001", 10L));
        assertThat(load.progress().connectionsOpen()).isZero();
    }

    @Test
    void requests_that_no_connection_of_websocket_can_have_are_refused() {
        var wrong = new ArrayList<Traffic>();
        wrong.add(Traffic.of(Request.line("a", TIMEOUT)));
        wrong.add(Traffic.of(new Request("POST", "/", Map.of(), "a", TIMEOUT)));
        wrong.add(
                Traffic.of(new Request("GET", "/", Map.of("sec-websocket-key", "a"), "", TIMEOUT)));
        for (var traffic : wrong) {
            assertThatThrownBy(() -> traffic.withStreaming(Optional.of(Streaming.WEBSOCKET)))
                    .isInstanceOf(WrongInput.class);
        }
    }
}
