package dev.loombench.websocket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.http.FuzzRounds;
import dev.loombench.websocket.HandshakeReader.Result;
import dev.loombench.websocket.MessageReader.Event;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/// Randomly damaged handshakes and frames: they cause no exception, and have the same meaning
/// however the bytes are split. Undamaged ones are accepted.
class WebSocketFuzzTest {
    private static final int ROUNDS = 5_000;
    private static final long LIMIT = 10_000;
    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

    /// The result of a handshake.
    ///
    /// @param read the bytes up to it
    private record Opened(Result result, int status, String fault, int read) {}

    @Test
    void no_frames_are_read_in_two_ways() {
        FuzzRounds.run(
                ROUNDS,
                random -> {
                    var bytes = new ByteArrayOutputStream();
                    int messages = random.nextInt(6);
                    for (int i = 0; i < messages; i++) {
                        control(random, bytes);
                        message(random, bytes);
                    }
                    var good = bytes.toByteArray();
                    assertThat(events(good, random))
                            .filteredOn(event -> event.startsWith("MESSAGE"))
                            .hasSize(messages);
                    var closing = WebSocketFrames.close(CloseCode.NORMAL, "bye");
                    var closed = WebSocketFrames.joined(good, closing);
                    assertThat(events(closed, random)).endsWith("CLOSE 1000");
                    events(FuzzRounds.damaged(closed, random), random);
                });
    }

    private static void control(Random random, ByteArrayOutputStream to) {
        if (random.nextBoolean()) {
            var opcode = random.nextBoolean() ? Opcode.PING : Opcode.PONG;
            to.writeBytes(
                    WebSocketFrames.frame(
                            WebSocketFrames.FIN | opcode.bits,
                            new byte[random.nextInt(MessageReader.CONTROL_LIMIT + 1)]));
        }
    }

    /// In up to three fragments, with control frames between them; characters may be split.
    private static void message(Random random, ByteArrayOutputStream to) {
        var payload = "xé€".repeat(random.nextInt(100)).getBytes(UTF_8);
        int opcode = random.nextBoolean() ? Opcode.TEXT.bits : Opcode.BINARY.bits;
        int from = 0;
        for (int fragments = random.nextInt(3); fragments > 0; fragments--) {
            int end = from + random.nextInt(payload.length - from + 1);
            to.writeBytes(WebSocketFrames.frame(opcode, Arrays.copyOfRange(payload, from, end)));
            control(random, to);
            opcode = Opcode.CONTINUATION.bits;
            from = end;
        }
        to.writeBytes(
                WebSocketFrames.frame(
                        WebSocketFrames.FIN | opcode,
                        Arrays.copyOfRange(payload, from, payload.length)));
    }

    private static List<String> events(byte[] bytes, Random random) {
        return FuzzRounds.inPieces(bytes, random, piece -> events(bytes, piece));
    }

    private static List<String> events(byte[] bytes, IntSupplier piece) {
        var reader = new MessageReader(false, LIMIT);
        var events = new ArrayList<String>();
        int from = 0;
        while (from < bytes.length) {
            int count = Math.min(piece.getAsInt(), bytes.length - from);
            var in = ByteBuffer.wrap(bytes, from, count);
            var event = reader.read(in);
            while (event != Event.NONE) {
                events.add(text(event, reader));
                if (event == Event.FAULT || event == Event.CLOSE) {
                    return events;
                }
                event = reader.read(in);
            }
            if (in.hasRemaining()) { // ten million times, as pieces of one byte have it
                throw new AssertionError(in.remaining() + " of " + count + " bytes were not read");
            }
            from += count;
        }
        return events;
    }

    private static String text(Event event, MessageReader reader) {
        return switch (event) {
            case NONE -> "NONE";
            case MESSAGE -> {
                assertThat(reader.messageLength()).isBetween(0L, LIMIT);
                yield "MESSAGE " + reader.messageLength() + " " + reader.isText();
            }
            case PING, PONG -> event + " " + reader.controlLength();
            case CLOSE -> "CLOSE " + reader.closeCode();
            case FAULT -> "FAULT " + reader.fault();
        };
    }

    @Test
    void no_handshake_is_read_in_two_ways() {
        FuzzRounds.run(
                ROUNDS,
                random -> {
                    var head = response(random).getBytes(ISO_8859_1);
                    var good = WebSocketFrames.joined(head, WebSocketFrames.text("first"));
                    assertThat(opened(good, random))
                            .isEqualTo(new Opened(Result.OPEN, 101, "", head.length));
                    opened(FuzzRounds.damaged(good, random), random);
                });
    }

    private static String response(Random random) {
        var fields = new ArrayList<String>();
        fields.add("Upgrade: websocket");
        fields.add("Connection: Upgrade");
        fields.add("Sec-WebSocket-Accept: " + OpeningHandshake.accept(KEY));
        for (int i = random.nextInt(4); i > 0; i--) {
            fields.add("X-" + random.nextInt(100) + ":" + random.nextInt());
        }
        Collections.shuffle(fields, random);
        return "HTTP/1.1 101 Switching Protocols\r\n" + String.join("\r\n", fields) + "\r\n\r\n";
    }

    private static Opened opened(byte[] bytes, Random random) {
        return FuzzRounds.inPieces(bytes, random, piece -> opened(bytes, piece));
    }

    private static Opened opened(byte[] bytes, IntSupplier piece) {
        var reader = new HandshakeReader(KEY, Set.of());
        var result = Result.INCOMPLETE;
        int from = 0;
        while (from < bytes.length && result == Result.INCOMPLETE) {
            int count = Math.min(piece.getAsInt(), bytes.length - from);
            var in = ByteBuffer.wrap(bytes, from, count);
            result = reader.feed(in);
            from = in.position();
        }
        return new Opened(result, reader.status(), reader.fault(), from);
    }
}
