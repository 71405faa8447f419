package dev.loombench.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Randomly damaged responses, for `fuzz.seconds`; disabled without it.
///
/// Each must cause no exception, consume no more bytes than there are, and have the same result
/// however the bytes are split, whatever responses came before, and whichever heads are cached. An
/// undamaged one is complete.
@EnabledIfSystemProperty(named = "fuzz.seconds", matches = "\\d+")
class ResponseParserFuzz {
    private static final String[] WORDS = {
        "HTTP/1.1 ",
        "HTTP/1.0 ",
        "200",
        "204",
        "101",
        "100 Continue\r\n\r\n",
        "\r\n",
        "\n",
        "\r",
        "\r\n\r\n",
        " ",
        "\t",
        ":",
        ",",
        ";",
        "\0",
        "\u00FF",
        "Content-Length: ",
        "0",
        "1",
        "7",
        "99999999999999999999",
        "-1",
        "+1",
        "0x1",
        "Transfer-Encoding: chunked\r\n",
        "chunked",
        "Connection: close\r\n",
        "keep-alive",
        "ffffffffffffffff",
        "5\r\nhello\r\n",
        "0\r\n\r\n"
    };

    private final long seed = Long.getLong("fuzz.seed", 1);
    private final Random random = new Random(seed);
    private final HeadCache headCache = new HeadCache();
    private final ResponseParser reused = new ResponseParser(false, headCache);

    /// The result of parsing a response.
    private record Outcome(ParseStatus result, int status, boolean keepsAlive) {
        static Outcome of(ResponseParser parser, ParseStatus result) {
            return result == ParseStatus.COMPLETE
                    ? new Outcome(result, parser.status(), parser.keepsAlive())
                    : new Outcome(result, 0, false);
        }
    }

    @Test
    void no_response_is_parsed_in_two_ways() {
        long seconds = Long.getLong("fuzz.seconds");
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        long responses = 0;
        for (; System.nanoTime() - end < 0; responses++) {
            var good = response();
            assertThat(check(good, false, responses)).as(good).isEqualTo(ParseStatus.COMPLETE);
            check(broken(good), random.nextInt(8) == 0, responses);
        }
        System.out.printf("%,d responses in %d s, seed %d%n", responses, seconds, seed);
        assertThat(responses).isPositive();
    }

    private ParseStatus check(String response, boolean isHead, long number) {
        var bytes = response.getBytes(ISO_8859_1);
        var description =
                "seed %d, response %d, to HEAD %s: %s".formatted(seed, number, isHead, response);
        try {
            var whole = whole(new ResponseParser(isHead), bytes);
            assertThat(byteByByte(new ResponseParser(isHead), bytes))
                    .as(description)
                    .isEqualTo(whole);
            reused.reset(isHead, headCache);
            assertThat(inPieces(reused, bytes)).as(description).isEqualTo(whole);
            reused.reset(isHead, headCache);
            assertThat(whole(reused, bytes)).as(description).isEqualTo(whole);
            return whole.result();
        } catch (RuntimeException e) {
            throw new AssertionError(description, e);
        }
    }

    private static Outcome whole(ResponseParser parser, byte[] bytes) {
        return outcome(parser, ByteBuffer.wrap(bytes), bytes.length);
    }

    private static Outcome byteByByte(ResponseParser parser, byte[] bytes) {
        return outcome(parser, ByteBuffer.wrap(bytes), 1);
    }

    private Outcome inPieces(ResponseParser parser, byte[] bytes) {
        return outcome(parser, ByteBuffer.wrap(bytes), 1 + random.nextInt(bytes.length + 1));
    }

    /// A byte after the end makes a response malformed, in whichever piece it comes; those after
    /// 101 are of another protocol.
    private static Outcome outcome(ResponseParser parser, ByteBuffer bytes, int piece) {
        var result = ParseStatus.INCOMPLETE;
        for (int at = 0; at < bytes.capacity() && result == ParseStatus.INCOMPLETE; at += piece) {
            bytes.limit(Math.min(bytes.capacity(), at + piece)).position(at);
            result = parser.feed(bytes);
            if (result == ParseStatus.INCOMPLETE) {
                assertThat(bytes.remaining()).isZero();
            }
        }
        boolean more =
                result == ParseStatus.COMPLETE
                        && bytes.limit() < bytes.capacity()
                        && parser.status() != 101;
        if (result == ParseStatus.INCOMPLETE) {
            result =
                    parser.end() == ParseStatus.COMPLETE
                            ? ParseStatus.COMPLETE
                            : ParseStatus.INCOMPLETE;
        }
        return more ? new Outcome(ParseStatus.MALFORMED, 0, false) : Outcome.of(parser, result);
    }

    private String response() {
        var text = new StringBuilder("HTTP/1.1 ");
        text.append(random.nextInt(4) == 0 ? 400 + random.nextInt(200) : 200).append(" OK\r\n");
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append("X-").append(random.nextInt(100)).append(": ").append(random.nextInt());
            text.append(random.nextBoolean() ? "\r\n" : "\n");
        }
        if (random.nextInt(5) == 0) {
            text.append("Connection: ").append(random.nextBoolean() ? "close" : "keep-alive");
            text.append("\r\n");
        }
        int length = random.nextInt(40);
        if (random.nextBoolean()) {
            text.append("Content-Length: ").append(length).append("\r\n\r\n");
            return text.append("b".repeat(length)).toString();
        }
        text.append("Transfer-Encoding: chunked\r\n\r\n");
        for (int rest = length; rest > 0; ) {
            int chunk = 1 + random.nextInt(rest);
            text.append(Integer.toHexString(chunk)).append(random.nextBoolean() ? ";x=y" : "");
            text.append("\r\n").append("c".repeat(chunk)).append("\r\n");
            rest -= chunk;
        }
        return text.append("0\r\n")
                .append(random.nextBoolean() ? "T: u\r\n" : "")
                .append("\r\n")
                .toString();
    }

    private String broken(String good) {
        var text = new StringBuilder(good);
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(text.length() + 1);
            int end = Math.min(text.length(), at + random.nextInt(6));
            switch (random.nextInt(5)) {
                case 0 -> text.insert(at, WORDS[random.nextInt(WORDS.length)]);
                case 1 -> text.delete(at, end);
                case 2 -> text.insert(at, text.substring(at, end));
                case 3 -> text.setLength(at);
                default ->
                        text.replace(
                                at,
                                Math.min(text.length(), at + 1),
                                "" + (char) random.nextInt(256));
            }
        }
        return text.toString();
    }
}
