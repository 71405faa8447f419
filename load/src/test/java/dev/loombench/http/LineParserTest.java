package dev.loombench.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class LineParserTest {
    private final LineParser parser = new LineParser();

    @Test
    void a_line_is_complete_with_its_line_feed_however_it_is_split() {
        assertThat(feed("Hello")).isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(feed(" world, and some more of it\r")).isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(feed("\n")).isEqualTo(ParseStatus.COMPLETE);
        assertThat(parser.status()).isZero();
        assertThat(parser.keepsAlive()).isTrue();
    }

    @Test
    void bytes_after_the_line_are_malformed() {
        assertThat(feed("a\nb")).isEqualTo(ParseStatus.MALFORMED);
    }

    /// The last byte of the alert is 10, as of a line feed.
    @Test
    void an_alert_of_tls_is_no_line() {
        assertThat(feed("\025\003\003\000\002\002\012")).isEqualTo(ParseStatus.TLS_RECORD);
        parser.reset(false, new HeadCache());
        assertThat(feed("\025\n")).isEqualTo(ParseStatus.COMPLETE);
    }

    @Test
    void what_is_wrong_with_a_line_is_known() {
        assertThat(feed("a\nb")).isEqualTo(ParseStatus.MALFORMED);
        assertThat(parser.fault()).isEqualTo("bytes after the line");
        parser.reset(false, new HeadCache());
        assertThat(feed("x".repeat(LineParser.LIMIT + 1))).isEqualTo(ParseStatus.TOO_LARGE);
        assertThat(parser.fault()).isEqualTo("a line of more than 64 KiB");
    }

    @Test
    void a_close_before_the_line_feed_is_an_error() {
        assertThat(feed("half")).isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(parser.end()).isEqualTo(ParseStatus.CLOSED_EARLY);
    }

    @Test
    void a_line_has_at_most_64_KiB() {
        assertThat(feed("x".repeat(LineParser.LIMIT - 1))).isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(feed("\n")).isEqualTo(ParseStatus.COMPLETE);
        parser.reset(false, new HeadCache());
        assertThat(feed("x".repeat(LineParser.LIMIT))).isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(feed("\n")).isEqualTo(ParseStatus.TOO_LARGE);
        parser.reset(false, new HeadCache());
        assertThat(feed("y\n")).isEqualTo(ParseStatus.COMPLETE);
    }

    private ParseStatus feed(String piece) {
        return parser.feed(ByteBuffer.wrap(piece.getBytes(US_ASCII)));
    }
}
