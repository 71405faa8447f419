package dev.loombench.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/// Randomly damaged responses with server-sent events: they cause no exception, and have the same
/// end and the same events however the bytes are split. An undamaged one is complete, with all of
/// its events.
class EventStreamParserFuzzTest {
    private static final int ROUNDS = 5_000;

    private record Outcome(ParseStatus status, int events) {}

    @Test
    void no_response_is_parsed_in_two_ways() {
        FuzzRounds.run(
                ROUNDS,
                random -> {
                    int events = random.nextInt(6);
                    var good = response(events, random).getBytes(ISO_8859_1);
                    assertThat(outcome(good, random))
                            .isEqualTo(new Outcome(ParseStatus.COMPLETE, events));
                    outcome(FuzzRounds.damaged(good, random), random);
                });
    }

    /// Chunks need not end with events.
    private static String response(int events, Random random) {
        var stream = new StringBuilder();
        for (int i = 0; i < events; i++) {
            stream.append("data: ").append("x".repeat(random.nextInt(20))).append("\n\n");
        }
        var head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
        if (random.nextInt(3) == 0) {
            return head + "Content-Length: " + stream.length() + "\r\n\r\n" + stream;
        }
        var text = new StringBuilder(head).append("Transfer-Encoding: chunked\r\n\r\n");
        for (int from = 0; from < stream.length(); ) {
            int end = from + 1 + random.nextInt(stream.length() - from);
            text.append(Integer.toHexString(end - from)).append("\r\n");
            text.append(stream, from, end).append("\r\n");
            from = end;
        }
        return text.append("0\r\n\r\n").toString();
    }

    private static Outcome outcome(byte[] bytes, Random random) {
        return FuzzRounds.inPieces(bytes, random, piece -> outcome(bytes, piece));
    }

    /// A byte after the end makes a response malformed, in whichever piece it comes; those after
    /// 101 are of another protocol.
    private static Outcome outcome(byte[] bytes, IntSupplier piece) {
        var headCache = new HeadCache();
        var parser = new EventStreamParser(headCache, false);
        parser.reset(false, headCache);
        var status = ParseStatus.INCOMPLETE;
        int events = 0;
        int from = 0;
        while (from < bytes.length && status == ParseStatus.INCOMPLETE) {
            int count = Math.min(piece.getAsInt(), bytes.length - from);
            status = parser.feed(ByteBuffer.wrap(bytes, from, count));
            events += parser.events();
            from += count;
        }
        if (status == ParseStatus.COMPLETE && from < bytes.length && parser.status() != 101) {
            return new Outcome(ParseStatus.MALFORMED, events);
        }
        return new Outcome(status == ParseStatus.INCOMPLETE ? parser.end() : status, events);
    }
}
