package dev.loombench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.spec.Request;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LineParserTest {
    private final LineParser parser = new LineParser();

    @Test
    void a_line_is_complete_with_its_line_feed_in_whatever_pieces_it_comes() {
        assertThat(feed("Hello")).isEqualTo(Reply.INCOMPLETE);
        assertThat(feed(" world, and some more of it\r")).isEqualTo(Reply.INCOMPLETE);
        assertThat(feed("\n")).isEqualTo(Reply.COMPLETE);
        assertThat(parser.fault()).isNull();
        assertThat(parser.keepsAlive()).isTrue();
    }

    @Test
    void bytes_behind_the_line_are_a_fault() {
        assertThat(feed("a\nb")).isEqualTo(Reply.MALFORMED);
    }

    @Test
    void a_close_before_the_line_feed_is_a_fault() {
        assertThat(feed("half")).isEqualTo(Reply.INCOMPLETE);
        assertThat(parser.end()).isEqualTo(Reply.CLOSED_EARLY);
    }

    @Test
    void a_line_may_have_64_KiB_and_no_byte_more() {
        assertThat(feed("x".repeat(LineParser.LIMIT - 1))).isEqualTo(Reply.INCOMPLETE);
        assertThat(feed("\n")).isEqualTo(Reply.COMPLETE);
        parser.reset(kind());
        assertThat(feed("x".repeat(LineParser.LIMIT))).isEqualTo(Reply.INCOMPLETE);
        assertThat(feed("\n")).isEqualTo(Reply.TOO_LARGE);
        parser.reset(kind());
        assertThat(feed("y\n")).isEqualTo(Reply.COMPLETE);
    }

    private static Messages.Kind kind() {
        var request = Request.line("y", Duration.ofSeconds(1));
        return new Messages.Kind(request, null, null);
    }

    private Reply feed(String piece) {
        return parser.feed(ByteBuffer.wrap(piece.getBytes(US_ASCII)));
    }
}
