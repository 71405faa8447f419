package dev.loombench.load.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class StreamsTest {
    private static Streams limitedTo(long limit) {
        return new Streams(
                300,
                OptionalLong.of(limit),
                0,
                ErrorCodes.NONE,
                0,
                0,
                0,
                Map.of(),
                new Histogram(3),
                Optional.empty());
    }

    /// Of two agents or windows; the server may set 0 for a while.
    @Test
    void the_limit_of_two_parts_is_none_only_where_it_is_that_of_both() {
        assertThat(limitedTo(0).plus(limitedTo(100)).limit()).hasValue(100);
        assertThat(limitedTo(250).plus(limitedTo(100)).limit()).hasValue(100);
        assertThat(limitedTo(0).plus(limitedTo(0)).limit()).hasValue(0);
    }
}
