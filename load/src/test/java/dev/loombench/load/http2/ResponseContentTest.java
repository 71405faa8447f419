package dev.loombench.load.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.record.FirstPart;
import dev.loombench.load.request.ContentKind;
import dev.loombench.load.request.EncodedRequest;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is wrong with the messages of a response of gRPC.
class ResponseContentTest {
    private static final byte[] EMPTY = {0, 0, 0, 0, 0};
    private static final byte[] COMPRESSED = {1, 0, 0, 0, 1, 7};
    private static final byte[] CUT = {0, 0, 0, 0, 2, 7};

    private static String fault(ContentKind kind, FirstPart part, byte[]... messages) {
        var content = new ResponseContent(1, part);
        content.begin(0, EncodedRequest.of(new byte[1], 1, kind));
        for (var message : messages) {
            if (content.hasMessages()) {
                content.endsFirstMessage(0, ByteBuffer.wrap(message));
            }
        }
        return content.fault(0);
    }

    @Test
    void each_fault_of_a_unary_call_has_its_words() {
        var unary = ContentKind.ONE_MESSAGE;
        var faults =
                List.of(
                        fault(unary, FirstPart.MESSAGE),
                        fault(unary, FirstPart.MESSAGE, EMPTY, EMPTY),
                        fault(unary, FirstPart.MESSAGE, COMPRESSED),
                        fault(unary, FirstPart.MESSAGE, CUT));
        assertThat(faults).doesNotContain("").doesNotHaveDuplicates();
        assertThat(fault(unary, FirstPart.MESSAGE, EMPTY)).isEmpty();
    }

    @Test
    void a_stream_of_messages_may_have_none_or_several() {
        var any = ContentKind.ANY;
        assertThat(fault(any, FirstPart.MESSAGE)).isEmpty();
        assertThat(fault(any, FirstPart.MESSAGE, EMPTY, EMPTY)).isEmpty();
        assertThat(fault(any, FirstPart.MESSAGE, EMPTY, CUT)).isNotEmpty();
        assertThat(fault(any, FirstPart.NONE, CUT)).isEmpty();
    }
}
