package dev.loombench.load.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.http2.ErrorCode;
import dev.loombench.http2.FrameBytes;
import dev.loombench.load.request.ContentKind;
import dev.loombench.load.request.EncodedRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// One request over streams of bytes of the test's own; each piece of them is a read.
class Http2ExchangeTest {
    /// SETTINGS_MAX_CONCURRENT_STREAMS.
    private static final int STREAMS = 3;

    private static Http2Exchange exchange() {
        return exchange(UnaryOperator.identity());
    }

    private static Http2Exchange exchange(UnaryOperator<String> mask) {
        var head = FrameBytes.block(":method: GET", ":scheme: http", ":path: /");
        var request = EncodedRequest.of(head, head.length, ContentKind.ANY);
        return new Http2Exchange(request, OutputStream.nullOutputStream(), mask);
    }

    private static void run(Http2Exchange exchange, FrameBytes first, FrameBytes second)
            throws IOException {
        var in =
                new SequenceInputStream(
                        new ByteArrayInputStream(first.bytes()),
                        new ByteArrayInputStream(second.bytes()));
        exchange.run(in, new ByteArrayOutputStream());
    }

    @Test
    void a_server_may_allow_no_stream_at_first() throws IOException {
        var exchange = exchange();
        run(exchange, FrameBytes.begin(STREAMS, 0).settings(STREAMS, 1), new FrameBytes().ok(1));
        assertThat(exchange.status()).isEqualTo(200);
    }

    /// A server may send thousands of them, with 64 KiB of fields each.
    @Test
    void the_fields_of_interim_responses_are_not_kept() throws IOException {
        var exchange = exchange();
        var responses =
                new FrameBytes()
                        .headers(1, false, ":status: 103", "location: /early")
                        .headers(1, false, ":status: 200", "content-type: text/plain")
                        .headers(1, true, "grpc-status: 0");
        run(exchange, FrameBytes.begin(), responses);
        assertThat(exchange.status()).isEqualTo(200);
        assertThat(exchange.field("location")).isEmpty();
        assertThat(exchange.field("content-type")).isEqualTo("text/plain");
        assertThat(exchange.field("grpc-status")).isEqualTo("0");
    }

    @Test
    void a_server_that_goes_away_before_takes_no_request() {
        var goAway = new FrameBytes().goAway(0, ErrorCode.NO_ERROR);
        assertThatThrownBy(() -> run(exchange(), FrameBytes.begin(STREAMS, 0), goAway))
                .isInstanceOf(IOException.class)
                .hasMessage("the server takes no request");
    }

    @Test
    void the_error_of_a_server_that_goes_away_has_its_words() {
        var goAway = new FrameBytes().goAway(0, ErrorCode.ENHANCE_YOUR_CALM, "too_many_pings");
        assertThatThrownBy(() -> run(exchange(), FrameBytes.begin(STREAMS, 0), goAway))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ENHANCE_YOUR_CALM")
                .hasMessageContaining("too_many_pings");
    }

    /// Also where the shown words end within it.
    @Test
    void a_secret_in_the_words_of_a_server_is_masked_before_they_are_shortened() {
        var words = "x".repeat(55) + " token-of-a-user";
        var goAway = new FrameBytes().goAway(0, ErrorCode.ENHANCE_YOUR_CALM, words);
        var exchange = exchange(text -> text.replace("token-of-a-user", "***"));
        assertThatThrownBy(() -> run(exchange, FrameBytes.begin(STREAMS, 0), goAway))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(" ***")
                .hasMessageNotContaining("toke");
    }
}
