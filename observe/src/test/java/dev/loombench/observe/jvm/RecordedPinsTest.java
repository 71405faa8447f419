package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedPinsTest {
    /// A wait in a window from 100 to 200 s.
    @ParameterizedTest
    @CsvSource({
        "120, 150, 30",
        "90, 130, 30",
        "190, 260, 10",
        "50, 300, 100",
        "50, 100, 0",
        "200, 210, 0",
        "50, 60, 0"
    })
    void of_a_wait_at_the_edge_of_a_window_the_part_within_counts(
            long start, long end, long seconds) {
        assertThat(
                        RecordedPins.nanosWithin(
                                Instant.ofEpochSecond(start),
                                Instant.ofEpochSecond(end),
                                Instant.ofEpochSecond(100),
                                Instant.ofEpochSecond(200)))
                .isEqualTo(seconds * 1_000_000_000);
    }

    @Test
    void a_line_that_is_not_known_is_no_number() {
        assertThat(RecordedPins.place(false, 30)).isEqualTo("line 30");
        assertThat(RecordedPins.place(false, -1)).doesNotContain("-1");
        assertThat(RecordedPins.place(true, -1)).isEqualTo("Native Method");
    }
}
