package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InspectionTest {
    /// Samples every 50 ms.
    @ParameterizedTest
    @CsvSource({
        "0, 3, 50",
        "50, 99, 100",
        "50, 100, 100",
        "50, 151, 150",
        "50, 3012, 3000",
        "100, 90, 150"
    })
    void moments_that_passed_while_the_jvm_did_not_reply_are_left_out(
            long moment, long elapsed, long next) {
        assertThat(Inspection.following(moment, 50, elapsed)).isEqualTo(next);
    }
}
