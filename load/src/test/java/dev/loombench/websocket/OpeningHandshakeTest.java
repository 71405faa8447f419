package dev.loombench.websocket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.websocket.HandshakeReader.Result;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The handshake of RFC 6455, with the key of its example.
class OpeningHandshakeTest {
    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";
    private static final String ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

    private static final String GOOD =
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: "
                    + ACCEPT
                    + "\r\n\r\n";

    private static HandshakeReader reader(String... protocols) {
        return new HandshakeReader(KEY, Set.of(protocols));
    }

    private static Result read(String response) {
        return reader().feed(ByteBuffer.wrap(response.getBytes(ISO_8859_1)));
    }

    @Test
    void the_example_of_the_standard() {
        assertThat(OpeningHandshake.accept(KEY)).isEqualTo(ACCEPT);
        assertThat(OpeningHandshake.key(0x746865_2073616d70L, 0x6c65206e6f6e6365L)).isEqualTo(KEY);
        assertThat(read(GOOD)).isEqualTo(Result.OPEN);
    }

    @Test
    void a_response_comes_in_any_pieces_and_what_follows_stays() {
        var reader = reader();
        for (int i = 0; i < GOOD.length() - 1; i++) {
            var piece = ByteBuffer.wrap(new byte[] {(byte) GOOD.charAt(i)});
            assertThat(reader.feed(piece)).isEqualTo(Result.INCOMPLETE);
        }
        var last = ByteBuffer.wrap(new byte[] {'\n', (byte) 0x81});
        assertThat(reader.feed(last)).isEqualTo(Result.OPEN);
        assertThat(last.remaining()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "Upgrade: websocket, upgrade: WebSocket",
        "Connection: Upgrade, 'connection: keep-alive, upgrade'",
        "Connection: Upgrade, 'Server: a\r\nConnection: Upgrade'",
        "Switching Protocols, ''"
    })
    void names_and_tokens_are_compared_without_case(String part, String other) {
        assertThat(read(GOOD.replace(part, other))).isEqualTo(Result.OPEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.0 101 ",
                "HTTP/2 101 ",
                "101 ",
                "HTTP/1.1 99 ",
            })
    void another_status_line_is_malformed(String start) {
        assertThat(read(GOOD.replace("HTTP/1.1 101 ", start))).isEqualTo(Result.MALFORMED);
    }

    @ParameterizedTest
    @CsvSource({
        "Upgrade: websocket, Upgrade: h2c, no header Upgrade: websocket",
        "Upgrade: websocket, 'X: websocket', no header Upgrade: websocket",
        "Upgrade: websocket, 'Upgrade: websocket, h2c', no header Upgrade: websocket",
        "Connection: Upgrade, Connection: close, no header Connection: Upgrade",
        "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=, s3pPLMBiTxaQ9kYGzzhZRbK+xOO=, the wrong Sec-WebSocket-Accept",
        "Sec-WebSocket-Accept, X, the wrong Sec-WebSocket-Accept",
        "Connection: Upgrade, Connection Upgrade, a line that is no header field",
        "Connection: Upgrade, 'Connection: Upgrade\r\nSec-WebSocket-Extensions: permessage-deflate', an extension that was not offered",
        "Connection: Upgrade, 'Connection: Upgrade\r\nSec-WebSocket-Protocol: chat', a subprotocol that was not offered",
    })
    void a_response_without_what_a_client_must_check_is_malformed(
            String part, String other, String fault) {
        var reader = reader();
        var response = GOOD.replaceFirst(Pattern.quote(part), other);
        assertThat(reader.feed(ByteBuffer.wrap(response.getBytes(ISO_8859_1))))
                .isEqualTo(Result.MALFORMED);
        assertThat(reader.fault()).isEqualTo(fault);
    }

    @Test
    void a_subprotocol_that_was_offered_may_be_chosen() {
        var chosen = GOOD.replace("\r\n\r\n", "\r\nSec-WebSocket-Protocol: chat\r\n\r\n");
        assertThat(reader("chat", "other").feed(ByteBuffer.wrap(chosen.getBytes(ISO_8859_1))))
                .isEqualTo(Result.OPEN);
    }

    @Test
    void interim_responses_are_skipped_and_bounded() {
        var hints = "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n";
        assertThat(read("HTTP/1.1 100 Continue\r\n\r\n" + hints + GOOD)).isEqualTo(Result.OPEN);
        assertThat(read(hints)).isEqualTo(Result.INCOMPLETE);
        assertThat(read(hints.repeat(HandshakeReader.LIMIT / hints.length() + 1)))
                .isEqualTo(Result.TOO_LARGE);
    }

    /// As Go responds on a port of TLS.
    @Test
    void another_status_of_http_1_0_refuses_the_connection() {
        var reader = reader();
        var response = "HTTP/1.0 400 Bad Request\r\n\r\n";
        assertThat(reader.feed(ByteBuffer.wrap(response.getBytes(ISO_8859_1))))
                .isEqualTo(Result.REFUSED);
        assertThat(reader.status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 301, 401, 404, 426, 500, 503})
    void another_status_refuses_the_connection(int status) {
        var reader = reader();
        var response = "HTTP/1.1 %d X\r\nContent-Length: 0\r\n\r\n".formatted(status);
        assertThat(reader.feed(ByteBuffer.wrap(response.getBytes(ISO_8859_1))))
                .isEqualTo(Result.REFUSED);
        assertThat(reader.status()).isEqualTo(status);
    }

    @Test
    void a_head_without_an_end_is_too_large() {
        assertThat(read("HTTP/1.1 101 X\r\n" + "A: b\r\n".repeat(HandshakeReader.LIMIT / 6)))
                .isEqualTo(Result.TOO_LARGE);
    }

    @Test
    void frames_of_the_standard_are_written() {
        var out = ByteBuffer.allocate(100);
        var hello = ByteBuffer.wrap("Hello".getBytes(ISO_8859_1));
        FrameEncoder.masked(out, Opcode.TEXT, true, hello, 0x37fa213d);
        assertThat(written(out))
                .containsExactly(
                        WebSocketFrames.bytes(
                                0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58));
        FrameEncoder.masked(out.clear(), Opcode.TEXT, false, hello.slice(0, 3), 0x37fa213d);
        assertThat(written(out))
                .containsExactly(
                        WebSocketFrames.bytes(
                                0x01, 0x83, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d));
        assertThat(hello.remaining()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"0, 6", "125, 6", "126, 8", "65535, 8", "65536, 14"})
    void a_written_frame_is_read_with_the_same_length(int length, int header) {
        var out = ByteBuffer.allocate(length + FrameEncoder.MAX_HEADER);
        FrameEncoder.masked(out, Opcode.BINARY, true, ByteBuffer.allocate(length), 0x12345678);
        assertThat(out.position()).isEqualTo(header + length);
        var reader = new MessageReader(true, length);
        assertThat(reader.read(out.flip())).isEqualTo(MessageReader.Event.MESSAGE);
        assertThat(reader.messageLength()).isEqualTo(length);
    }

    private static byte[] written(ByteBuffer out) {
        var bytes = new byte[out.position()];
        out.flip().get(bytes);
        return bytes;
    }
}
