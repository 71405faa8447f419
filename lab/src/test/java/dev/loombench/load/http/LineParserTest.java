package dev.loombench.load.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class LineParserTest {
    private final LineParser parser = new LineParser();

    @Test
    void a_line_is_complete_with_its_line_feed_in_whatever_pieces_it_comes() {
        assertThat(feed("Hello")).isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(feed(" world, and some more of it\r")).isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(feed("\n")).isEqualTo(ParseStatus.COMPLETE);
        assertThat(parser.fault()).isNull();
        assertThat(parser.keepsAlive()).isTrue();
    }

    @Test
    void bytes_behind_the_line_are_a_fault() {
        assertThat(feed("a\nb")).isEqualTo(ParseStatus.MALFORMED);
    }

    @Test
    void a_close_before_the_line_feed_is_a_fault() {
        assertThat(feed("half")).isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(parser.end()).isEqualTo(ParseStatus.CLOSED_EARLY);
    }

    @Test
    void a_line_may_have_64_KiB_and_no_byte_more() {
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
