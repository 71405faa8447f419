package dev.loombench.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Streams of events in responses of HTTP/1.1.
class EventStreamParserTest {
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
    private static final String CHUNKED = HEAD + "Transfer-Encoding: chunked\r\n\r\n";

    private final EventStreamParser parser = new EventStreamParser(new HeadCache(), false);
    private int events;

    private ParseStatus feed(EventStreamParser to, String text, int piece) {
        var bytes = text.getBytes(UTF_8);
        var status = ParseStatus.INCOMPLETE;
        for (int from = 0; from < bytes.length; from += piece) {
            var in = ByteBuffer.wrap(bytes, from, Math.min(piece, bytes.length - from));
            status = to.feed(in);
            events += to.events();
        }
        return status;
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    /// Events and chunks need not have their ends in common.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 1_000})
    void events_end_within_chunks(int piece) {
        parser.reset(false, new HeadCache());
        var stream =
                CHUNKED
                        + chunk("data: a\n\nda")
                        + chunk("ta: b\n")
                        + chunk("\ndata: c\n\n")
                        + "0\r\n\r\n";
        assertThat(feed(parser, stream, piece)).isEqualTo(ParseStatus.COMPLETE);
        assertThat(events).isEqualTo(3);
        assertThat(parser.status()).isEqualTo(200);
        assertThat(parser.keepsAlive()).isTrue();
    }

    @Test
    void a_stream_may_end_with_its_length_or_its_connection() {
        parser.reset(false, new HeadCache());
        assertThat(feed(parser, HEAD + "Content-Length: 9\r\n\r\ndata: a\n\n", 4))
                .isEqualTo(ParseStatus.COMPLETE);
        parser.reset(false, new HeadCache());
        assertThat(feed(parser, HEAD + "\r\ndata: b\n\n", 4)).isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(parser.end()).isEqualTo(ParseStatus.COMPLETE);
        assertThat(parser.keepsAlive()).isFalse();
        assertThat(events).isEqualTo(2);
    }

    @Test
    void the_content_of_another_status_has_no_events() {
        parser.reset(false, new HeadCache());
        var text = "HTTP/1.1 503 Busy\r\nContent-Length: 9\r\n\r\ndata: a\n\n";
        assertThat(feed(parser, text, 100)).isEqualTo(ParseStatus.COMPLETE);
        assertThat(events).isZero();
        assertThat(parser.status()).isEqualTo(503);
    }

    @Test
    void bytes_after_the_response_are_malformed() {
        parser.reset(false, new HeadCache());
        assertThat(feed(parser, HEAD + "Content-Length: 0\r\n\r\nx", 1_000))
                .isEqualTo(ParseStatus.MALFORMED);
        parser.reset(false, new HeadCache());
        assertThat(feed(parser, CHUNKED + "xyz", 1_000)).isEqualTo(ParseStatus.MALFORMED);
    }

    /// It begins with the header of gzip; events after it are none.
    @ParameterizedTest
    @ValueSource(ints = {1, 1_000})
    void a_compressed_stream_is_malformed(int piece) {
        parser.reset(false, new HeadCache());
        var text = CHUNKED + chunk("\u001f\u008b\n\ndata: a\n\n");
        var bytes = text.getBytes(ISO_8859_1);
        var status = ParseStatus.INCOMPLETE;
        for (int from = 0; from < bytes.length && status == ParseStatus.INCOMPLETE; from += piece) {
            int count = Math.min(piece, bytes.length - from);
            status = parser.feed(ByteBuffer.wrap(bytes, from, count));
            assertThat(parser.events()).isZero();
        }
        assertThat(status).isEqualTo(ParseStatus.MALFORMED);
        assertThat(parser.fault()).contains("compressed");
    }

    @Test
    void a_stream_that_is_cut_off_ends_early() {
        parser.reset(false, new HeadCache());
        assertThat(feed(parser, CHUNKED + chunk("data: a\n\n"), 1_000))
                .isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(parser.end()).isEqualTo(ParseStatus.CLOSED_EARLY);
    }

    @Test
    void a_held_stream_is_complete_with_its_first_event_and_goes_on() {
        var held = new EventStreamParser(new HeadCache(), true);
        held.reset(false, new HeadCache());
        assertThat(feed(held, CHUNKED + chunk(": hello\n\n"), 1_000))
                .isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(feed(held, chunk("data: a\n\n"), 1_000)).isEqualTo(ParseStatus.COMPLETE);
        assertThat(held.isStreaming()).isTrue();
        assertThat(held.keepsAlive()).isTrue();
        assertThat(feed(held, chunk("data: b\n\n"), 1_000)).isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(events).isEqualTo(2);
        assertThat(feed(held, "0\r\n\r\n", 1_000)).isEqualTo(ParseStatus.COMPLETE);
        assertThat(held.isStreaming()).isFalse();
    }
}
