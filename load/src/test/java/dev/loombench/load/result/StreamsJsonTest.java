package dev.loombench.load.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.text.RecordJson;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// Streams of a load as data.
class StreamsJsonTest {
    private static String json(ErrorCodes codes) {
        return json(codes, 0);
    }

    private static String json(ErrorCodes codes, long heldEnded) {
        var streams =
                new Streams(
                        10,
                        OptionalLong.empty(),
                        3,
                        codes,
                        0,
                        0,
                        heldEnded,
                        Map.of(),
                        new Histogram(3),
                        Optional.empty());
        return RecordJson.line(StreamsJson.of(streams));
    }

    @Test
    void error_codes_have_their_names() {
        assertThat(json(new ErrorCodes(Map.of("ENHANCE_YOUR_CALM", 2L), Map.of("CANCEL", 1L))))
                .isEqualTo(
                        """
                        {"perConnection":10,"goAways":3,"goAwayErrors":{"ENHANCE_YOUR_CALM":2},"resets":{"CANCEL":1},"refused":0,"waited":0}\
                        """);
    }

    @Test
    void held_streams_that_ended_are_counted() {
        assertThat(json(ErrorCodes.NONE, 2)).contains("\"waited\":0,\"heldEnded\":2}");
    }

    @Test
    void without_errors_their_keys_are_absent() {
        assertThat(json(ErrorCodes.NONE))
                .isEqualTo("{\"perConnection\":10,\"goAways\":3,\"refused\":0,\"waited\":0}");
    }
}
