package dev.loombench.load.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.ResponseCase;
import dev.loombench.load.ResponseCase.Outcome;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ResponseParserTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";

    private final List<ResponseCase> cases = ResponseCase.all();

    @Test
    void the_table_has_what_it_says() {
        assertThat(cases).extracting(ResponseCase::text).doesNotHaveDuplicates();
        assertThat(
                        cases.stream()
                                .filter(c -> c.expected().reply() == ParseStatus.MALFORMED)
                                .count())
                .isGreaterThanOrEqualTo(250);
    }

    @Test
    void a_response_means_the_same_wherever_it_is_split() {
        for (var c : cases) {
            var bytes = c.bytes();
            int step = c.isShort() ? 1 : Math.max(1, bytes.length / 7);
            for (int split = 0; split <= bytes.length; split += step) {
                assertThat(outcome(bytes, new ResponseParser(c.toHead()), split))
                        .as("%s, split at %d", c, split)
                        .isEqualTo(c.expected());
            }
        }
    }

    @Test
    void a_response_means_the_same_byte_by_byte() {
        for (var c : cases) {
            var parser = new ResponseParser(c.toHead());
            var bytes = ByteBuffer.wrap(c.bytes());
            var reply = ParseStatus.INCOMPLETE;
            for (int i = 0; i < bytes.capacity() && goesOn(reply); i++) {
                reply = parser.feed(bytes.slice(i, 1));
            }
            assertThat(atEnd(parser, reply)).as(c.toString()).isEqualTo(c.expected());
        }
    }

    @Test
    void a_parser_is_as_new_after_a_reset() {
        var known = new HeadCache();
        var parser = new ResponseParser(false, known);
        for (var c : cases) {
            parser.reset(c.toHead(), known);
            assertThat(outcome(c.bytes(), parser, c.bytes().length))
                    .as(c.toString())
                    .isEqualTo(c.expected());
        }
    }

    /// In two pieces, then the end of the connection.
    private static Outcome outcome(byte[] bytes, ResponseParser parser, int split) {
        var reply = parser.feed(ByteBuffer.wrap(bytes, 0, split).slice());
        if (split < bytes.length && goesOn(reply)) {
            reply = parser.feed(ByteBuffer.wrap(bytes, split, bytes.length - split).slice());
        }
        return atEnd(parser, reply);
    }

    /// What comes behind a complete response is a fault.
    private static boolean goesOn(ParseStatus reply) {
        return reply == ParseStatus.INCOMPLETE || reply == ParseStatus.COMPLETE;
    }

    private static Outcome atEnd(ResponseParser parser, ParseStatus reply) {
        return Outcome.of(parser, reply == ParseStatus.INCOMPLETE ? parser.end() : reply);
    }

    @Test
    void a_head_without_end_is_too_large() {
        for (var start :
                new String[] {
                    OK + "X: ", OK, "HTTP/1.1 200 ", OK + chunked() + "1;", OK + chunked() + "0\r\n"
                }) {
            var parser = new ResponseParser(false);
            feed(parser, start);
            assertThat(feed(parser, "a:\n".repeat(ResponseParser.HEAD_LIMIT)))
                    .as(start)
                    .isIn(ParseStatus.TOO_LARGE, ParseStatus.MALFORMED);
        }
        var parser = new ResponseParser(false);
        feed(parser, OK + "X: ");
        assertThat(feed(parser, "a".repeat(ResponseParser.HEAD_LIMIT - 100)))
                .isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(feed(parser, "a".repeat(100))).isEqualTo(ParseStatus.TOO_LARGE);
    }

    @Test
    void informational_answers_without_end_are_too_large() {
        var parser = new ResponseParser(false);
        assertThat(feed(parser, "HTTP/1.1 100 Continue\r\n\r\n".repeat(3000)))
                .isEqualTo(ParseStatus.TOO_LARGE);
    }

    @Test
    void a_large_body_is_no_head() {
        var parser = new ResponseParser(false);
        assertThat(feed(parser, OK + length("1000000") + "\r\n" + "x".repeat(1_000_000)))
                .isEqualTo(ParseStatus.COMPLETE);
        parser.reset();
        var chunk = "8000\r\n" + "x".repeat(0x8000) + "\r\n";
        assertThat(feed(parser, OK + chunked() + chunk.repeat(30) + "0\r\n\r\n"))
                .isEqualTo(ParseStatus.COMPLETE);
    }

    @Test
    void no_garbage_makes_it_throw_or_stand_still() {
        var random = new Random(1);
        var usual = cases.stream().filter(ResponseCase::isShort).toList();
        for (int round = 0; round < 20_000; round++) {
            var bytes = usual.get(random.nextInt(usual.size())).bytes();
            for (int i = random.nextInt(4); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            feedInPieces(bytes, random);
        }
    }

    /// Each piece is taken whole unless the answer is at fault, so the parser always gets on.
    private static void feedInPieces(byte[] bytes, Random random) {
        var parser = new ResponseParser(random.nextBoolean());
        int at = 0;
        while (at < bytes.length) {
            int length = 1 + random.nextInt(bytes.length - at);
            var piece = ByteBuffer.allocateDirect(length).put(bytes, at, length).flip();
            var reply = parser.feed(piece);
            if (reply == ParseStatus.MALFORMED || reply == ParseStatus.TOO_LARGE) {
                return;
            }
            assertThat(piece.hasRemaining()).isFalse();
            at += length;
        }
    }

    private static ParseStatus feed(ResponseParser parser, String text) {
        return parser.feed(ByteBuffer.wrap(text.getBytes(ISO_8859_1)));
    }

    private static String length(String value) {
        return "Content-Length: " + value + "\r\n";
    }

    private static String chunked() {
        return "Transfer-Encoding: chunked\r\n\r\n";
    }
}
