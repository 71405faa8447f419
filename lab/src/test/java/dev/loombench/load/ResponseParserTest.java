package dev.loombench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResponseParserTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";

    /// An answer and what it amounts to; with `open`, the server has not closed behind it.
    record Case(String name, String bytes, boolean toHead, Reply reply, int status, boolean keeps) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Case good(String name, String bytes, int status, boolean keeps) {
        return new Case(name, bytes, false, Reply.COMPLETE, status, keeps);
    }

    private static Case bad(String name, String bytes) {
        return new Case(name, bytes, false, Reply.MALFORMED, 0, false);
    }

    private static Case more(String name, String bytes) {
        return new Case(name, bytes, false, Reply.INCOMPLETE, 0, false);
    }

    static Stream<Case> cases() {
        return Stream.of(
                good("length", OK + "Content-Length: 5\r\n\r\nhello", 200, true),
                good("length 0", OK + "Content-Length: 0\r\n\r\n", 200, true),
                good("any case", OK + "cOnTeNt-LENGTH:5\t \r\nX: y\r\n\r\nhello", 200, true),
                good("line feeds alone", "HTTP/1.1 200 OK\nContent-Length: 1\n\nx", 200, true),
                good("no reason", "HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n", 404, true),
                good("same length twice", OK + length("2") + length("2") + "\r\nab", 200, true),
                good("close", OK + "Connection: Close\r\nContent-Length: 1\r\n\r\nx", 200, false),
                good(
                        "close in a list",
                        OK + "Connection: foo , close\r\n" + length("0") + "\r\n",
                        200,
                        false),
                good(
                        "close look-alike",
                        OK + "Connection: closed\r\n" + length("0") + "\r\n",
                        200,
                        true),
                good(
                        "name look-alikes",
                        OK
                                + "Content-Lengths: 9\r\nConnectio: close\r\nT: u\r\n"
                                + "Transfer-Encodingx: chunked\r\n"
                                + length("0")
                                + "\r\n",
                        200,
                        true),
                good("1.0", "HTTP/1.0 200 OK\r\n" + length("1") + "\r\nx", 200, false),
                good(
                        "1.0 kept",
                        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n" + length("0") + "\r\n",
                        200,
                        true),
                good("no content", "HTTP/1.1 204 No Content\r\n\r\n", 204, true),
                good("not modified", "HTTP/1.1 304 x\r\nContent-Length: 9\r\n\r\n", 304, true),
                good(
                        "100 first",
                        "HTTP/1.1 100 Continue\r\n\r\n" + OK + length("1") + "\r\nx",
                        200,
                        true),
                good(
                        "103 first",
                        "HTTP/1.1 103 Hints\r\nLink: a\r\nContent-Length: 7\r\n\r\n"
                                + OK
                                + length("1")
                                + "\r\nx",
                        200,
                        true),
                good(
                        "chunks",
                        OK + chunked() + "5\r\nhello\r\nA\r\n0123456789\r\n0\r\n\r\n",
                        200,
                        true),
                good(
                        "chunk extensions",
                        OK + chunked() + "1;a=\"b\"\r\nx\r\n1 ;c\r\ny\r\n0;z\r\n\r\n",
                        200,
                        true),
                good(
                        "trailers",
                        OK + chunked() + "1\r\nx\r\n0\r\nA: b\r\nContent-Length: 7\r\n\r\n",
                        200,
                        true),
                good("chunks with line feeds alone", OK + chunked() + "1\nx\n0\n\n", 200, true),
                new Case("to HEAD", OK + length("5") + "\r\n", true, Reply.COMPLETE, 200, true),
                more("until close", OK + "\r\nabc"),
                more("gzip until close", OK + "Transfer-Encoding: gzip\r\n\r\nabc"),
                more("half a body", OK + length("5") + "\r\nabc"),
                more("half a head", OK + "Content-Le"),
                more("half a chunk", OK + chunked() + "5\r\nabc"),
                more("no last chunk", OK + chunked() + "1\r\na\r\n"),
                bad("not HTTP", "SSH-2.0-OpenSSH_9.6\r\n"),
                bad("HTTP/2", "HTTP/2.0 200 OK\r\n\r\n"),
                bad("status of letters", "HTTP/1.1 2x0 OK\r\n\r\n"),
                bad("status of four digits", "HTTP/1.1 2000 OK\r\n\r\n"),
                bad("status 099", "HTTP/1.1 099 OK\r\n\r\n"),
                bad("status 600", "HTTP/1.1 600 OK\r\n\r\n"),
                bad("unasked upgrade", "HTTP/1.1 101 x\r\n\r\n"),
                bad("negative length", OK + length("-1") + "\r\n"),
                bad("signed length", OK + length("+1") + "\r\nx"),
                bad("no length", OK + length("") + "\r\n"),
                bad("length with a gap", OK + length("1 1") + "\r\n"),
                bad("list of lengths", OK + length("1, 1") + "\r\nx"),
                bad("length beyond a long", OK + length("9223372036854775808") + "\r\n"),
                bad("two lengths", OK + length("1") + length("2") + "\r\nxx"),
                bad("length and chunks", OK + length("1") + chunked() + "0\r\n\r\n"),
                bad("chunked twice", OK + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n"),
                bad("space before colon", OK + "Content-Length : 1\r\n\r\nx"),
                bad("folded line", OK + "X: a\r\n b\r\n\r\n"),
                bad("no colon", OK + "nonsense\r\n\r\n"),
                bad("no name", OK + ": a\r\n\r\n"),
                bad("chunk size of no digits", OK + chunked() + "\r\n"),
                bad("chunk size of letters", OK + chunked() + "xyz\r\n"),
                bad("chunk size beyond a long", OK + chunked() + "ffffffffffffffff1\r\n"),
                bad("chunk longer than said", OK + chunked() + "1\r\nxy\r\n0\r\n\r\n"),
                bad("bytes behind the answer", OK + length("1") + "\r\nxy"),
                bad("bytes behind the last chunk", OK + chunked() + "0\r\n\r\nx"),
                bad("answer to HEAD or 204 with a body", "HTTP/1.1 204 x\r\n\r\nx"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void an_answer_means_the_same_wherever_it_is_split(Case c) {
        var bytes = c.bytes().getBytes(ISO_8859_1);
        for (int split = 0; split <= bytes.length; split++) {
            check(c, bytes, split);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void an_answer_means_the_same_byte_by_byte(Case c) {
        var parser = new ResponseParser(c.toHead());
        var reply = Reply.INCOMPLETE;
        for (byte b : c.bytes().getBytes(ISO_8859_1)) {
            // What comes behind a complete answer, in a read of its own, is the loop's to refuse.
            reply = parser.feed(ByteBuffer.wrap(new byte[] {b}));
            if (reply == Reply.MALFORMED) {
                break;
            }
        }
        assertThat(reply).isEqualTo(c.reply());
    }

    private static void check(Case c, byte[] bytes, int split) {
        var parser = new ResponseParser(c.toHead());
        var reply = parser.feed(ByteBuffer.wrap(bytes, 0, split).slice());
        if (reply == Reply.INCOMPLETE || (reply == Reply.COMPLETE && split < bytes.length)) {
            reply = parser.feed(ByteBuffer.wrap(bytes, split, bytes.length - split).slice());
        }
        assertThat(reply).as("split at %d", split).isEqualTo(c.reply());
        if (reply == Reply.COMPLETE) {
            assertThat(parser.status()).isEqualTo(c.status());
            assertThat(parser.keepsAlive()).isEqualTo(c.keeps());
        }
    }

    @Test
    void a_parser_is_as_new_after_a_reset() {
        var parser = new ResponseParser(false);
        cases().forEach(c -> {
            if (!c.toHead()) {
                parser.reset();
                assertThat(feed(parser, c.bytes())).as(c.name()).isEqualTo(c.reply());
            }
        });
    }

    @Test
    void the_end_of_the_connection_ends_an_answer_that_has_no_other_end() {
        var parser = new ResponseParser(false);
        feed(parser, OK + "\r\nabc");
        assertThat(parser.end()).isEqualTo(Reply.COMPLETE);
        assertThat(parser.keepsAlive()).isFalse();
    }

    @Test
    void the_end_of_the_connection_anywhere_else_is_too_early() {
        for (var text : new String[] {"", "HTT", OK, OK + length("3") + "\r\nab", OK + chunked()}) {
            var parser = new ResponseParser(false);
            feed(parser, text);
            assertThat(parser.end()).as(text).isEqualTo(Reply.CLOSED_EARLY);
        }
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
                    .isIn(Reply.TOO_LARGE, Reply.MALFORMED);
        }
        var parser = new ResponseParser(false);
        feed(parser, OK + "X: ");
        assertThat(feed(parser, "a".repeat(ResponseParser.HEAD_LIMIT - 100)))
                .isEqualTo(Reply.INCOMPLETE);
        assertThat(feed(parser, "a".repeat(100))).isEqualTo(Reply.TOO_LARGE);
    }

    @Test
    void informational_answers_without_end_are_too_large() {
        var parser = new ResponseParser(false);
        assertThat(feed(parser, "HTTP/1.1 100 Continue\r\n\r\n".repeat(3000)))
                .isEqualTo(Reply.TOO_LARGE);
    }

    @Test
    void a_large_body_is_no_head() {
        var parser = new ResponseParser(false);
        assertThat(feed(parser, OK + length("1000000") + "\r\n" + "x".repeat(1_000_000)))
                .isEqualTo(Reply.COMPLETE);
        parser.reset();
        var chunk = "8000\r\n" + "x".repeat(0x8000) + "\r\n";
        assertThat(feed(parser, OK + chunked() + chunk.repeat(30) + "0\r\n\r\n"))
                .isEqualTo(Reply.COMPLETE);
    }

    @Test
    void no_garbage_makes_it_throw_or_stand_still() {
        var random = new Random(1);
        var cases = cases().toList();
        for (int round = 0; round < 20_000; round++) {
            var bytes = cases.get(random.nextInt(cases.size())).bytes().getBytes(ISO_8859_1);
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
            if (reply == Reply.MALFORMED || reply == Reply.TOO_LARGE) {
                return;
            }
            assertThat(piece.hasRemaining()).isFalse();
            at += length;
        }
    }

    private static Reply feed(ResponseParser parser, String text) {
        return parser.feed(ByteBuffer.wrap(text.getBytes(ISO_8859_1)));
    }

    private static String length(String value) {
        return "Content-Length: " + value + "\r\n";
    }

    private static String chunked() {
        return "Transfer-Encoding: chunked\r\n\r\n";
    }
}
