package dev.loombench.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.http.ResponseCase.Outcome;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ResponseParserTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";

    private final List<ResponseCase> cases = ResponseCase.all();

    @Test
    void the_table_has_distinct_and_enough_cases() {
        assertThat(cases).extracting(ResponseCase::text).doesNotHaveDuplicates();
        assertThat(
                        cases.stream()
                                .filter(c -> c.expected().result() == ParseStatus.MALFORMED)
                                .count())
                .isGreaterThanOrEqualTo(250);
    }

    @Test
    void a_response_has_the_same_result_wherever_it_is_split() {
        for (var c : cases) {
            var bytes = c.bytes();
            int step = c.isShort() ? 1 : Math.max(1, bytes.length / 7);
            for (int split = 0; split <= bytes.length; split += step) {
                assertThat(outcome(bytes, new ResponseParser(c.isHead()), split))
                        .as("%s, split at %d", c, split)
                        .isEqualTo(c.expected());
            }
        }
    }

    @Test
    void a_response_has_the_same_result_byte_by_byte() {
        for (var c : cases) {
            var parser = new ResponseParser(c.isHead());
            var bytes = ByteBuffer.wrap(c.bytes());
            var result = ParseStatus.INCOMPLETE;
            for (int i = 0; i < bytes.capacity() && continues(result); i++) {
                result = parser.feed(bytes.slice(i, 1));
            }
            assertThat(atEnd(parser, result)).as(c.toString()).isEqualTo(c.expected());
        }
    }

    @Test
    void a_parser_is_as_new_after_a_reset() {
        var headCache = new HeadCache();
        var parser = new ResponseParser(false, headCache);
        for (var c : cases) {
            parser.reset(c.isHead(), headCache);
            assertThat(outcome(c.bytes(), parser, c.bytes().length))
                    .as(c.toString())
                    .isEqualTo(c.expected());
        }
    }

    /// In two pieces, then the end of the connection.
    private static Outcome outcome(byte[] bytes, ResponseParser parser, int split) {
        var result = parser.feed(ByteBuffer.wrap(bytes, 0, split).slice());
        if (split < bytes.length && continues(result)) {
            result = parser.feed(ByteBuffer.wrap(bytes, split, bytes.length - split).slice());
        }
        return atEnd(parser, result);
    }

    /// Bytes after a complete response are malformed.
    private static boolean continues(ParseStatus result) {
        return result == ParseStatus.INCOMPLETE || result == ParseStatus.COMPLETE;
    }

    private static Outcome atEnd(ResponseParser parser, ParseStatus result) {
        return Outcome.of(parser, result == ParseStatus.INCOMPLETE ? parser.end() : result);
    }

    @Test
    void an_endless_head_is_too_large() {
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
    void endless_informational_responses_are_too_large() {
        var parser = new ResponseParser(false);
        assertThat(feed(parser, "HTTP/1.1 100 Continue\r\n\r\n".repeat(3000)))
                .isEqualTo(ParseStatus.TOO_LARGE);
    }

    @Test
    void a_large_body_does_not_count_as_head() {
        var parser = new ResponseParser(false);
        assertThat(feed(parser, OK + length("1000000") + "\r\n" + "x".repeat(1_000_000)))
                .isEqualTo(ParseStatus.COMPLETE);
        parser.reset();
        var chunk = "8000\r\n" + "x".repeat(0x8000) + "\r\n";
        assertThat(feed(parser, OK + chunked() + chunk.repeat(30) + "0\r\n\r\n"))
                .isEqualTo(ParseStatus.COMPLETE);
    }

    @Test
    void random_bytes_never_make_it_throw_or_stall() {
        var random = new Random(1);
        var shortCases = cases.stream().filter(ResponseCase::isShort).toList();
        for (int round = 0; round < 20_000; round++) {
            var bytes = shortCases.get(random.nextInt(shortCases.size())).bytes();
            for (int i = random.nextInt(4); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            feedInPieces(bytes, random);
        }
    }

    /// Each piece is consumed completely unless the response is malformed, so the parser always
    /// advances.
    private static void feedInPieces(byte[] bytes, Random random) {
        var parser = new ResponseParser(random.nextBoolean());
        int at = 0;
        while (at < bytes.length) {
            int length = 1 + random.nextInt(bytes.length - at);
            var piece = ByteBuffer.allocateDirect(length).put(bytes, at, length).flip();
            var result = parser.feed(piece);
            if (result == ParseStatus.MALFORMED
                    || result == ParseStatus.TLS_RECORD
                    || result == ParseStatus.HTTP2_SETTINGS
                    || result == ParseStatus.TOO_LARGE) {
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
