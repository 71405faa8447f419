package dev.loombench.load.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadLimitsTest {
    /// 2 % of 100 s are 2 s; a single second is too long whatever the window.
    @ParameterizedTest
    @CsvSource({
        "1.95, 0.5, false",
        "2.05, 0.5, true",
        "1.5, 0.95, false",
        "1.5, 1.05, true",
    })
    void two_percent_of_the_window_and_one_second_at_once_are_the_most(
            double seconds, double longest, boolean tooLong) {
        assertThat(LoadLimits.isInterruptedTooLong(seconds, longest, 100)).isEqualTo(tooLong);
    }
}
