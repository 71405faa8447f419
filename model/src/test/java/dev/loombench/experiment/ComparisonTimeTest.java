package dev.loombench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTimeTest {
    private static final Duration MEASURE = Duration.ofSeconds(10);

    /// 25 min for eight trials are 187.5 s each, of which 25 s are no warm-up.
    @ParameterizedTest
    @CsvSource({"1, 2, 60", "10, 2, 60", "10, 1, 125", "25, 2, 160", "25, 4, 65", "600, 2, 4475"})
    void warm_ups_are_as_long_as_four_rounds_allow(int minutes, int variants, int seconds) {
        assertThat(ComparisonTime.longestWarmUp(Duration.ofMinutes(minutes), variants, MEASURE))
                .isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({"120, 2, 20", "125, 2, 20", "126, 2, 25", "120, 3, 30", "600, 2, 85", "0, 1, 5"})
    void a_budget_allows_its_warm_up(int seconds, int variants, int minutes) {
        var warmUp = Duration.ofSeconds(seconds);
        var budget = ComparisonTime.budget(warmUp, variants, MEASURE);
        assertThat(budget).isEqualTo(Duration.ofMinutes(minutes));
        assertThat(ComparisonTime.longestWarmUp(budget, variants, MEASURE))
                .isGreaterThanOrEqualTo(warmUp);
    }
}
