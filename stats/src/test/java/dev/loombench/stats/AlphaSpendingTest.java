package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlphaSpendingTest {
    private static final int RUNS = 10_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 40})
    void the_errors_of_all_analyses_add_up_to_the_total(int early) {
        var spending = new AlphaSpending(early);
        assertThat(early * (1 - spending.earlyLevel(0.95)) + (1 - spending.lastLevel(0.95)))
                .isCloseTo(0.05, within(1e-12));
    }

    @Test
    void an_early_analysis_is_stricter_than_the_last() {
        assertThat(new AlphaSpending(1).earlyLevel(0.95))
                .isGreaterThan(new AlphaSpending(1).lastLevel(0.95));
    }

    /// Any of eight analyses of 3 to 10 normal values: in 0.169 of 13,500 runs of another
    /// simulation (Python, with quantiles of its own); the standard errors are 0.003 and, here,
    /// 0.004. At the levels that are spent it is 0.0455 of 8,000.
    @Test
    void repeated_analyses_are_wrong_more_often_than_one() {
        double early = new AlphaSpending(7).earlyLevel(0.95);
        double last = new AlphaSpending(7).lastLevel(0.95);
        int ordinary = 0;
        int spent = 0;
        var random = new SplittableRandom(1);
        for (int run = 0; run < RUNS; run++) {
            var values = new double[10];
            Arrays.setAll(values, _ -> random.nextGaussian());
            ordinary += isWrong(values, _ -> 0.95) ? 1 : 0;
            spent += isWrong(values, n -> n < 10 ? early : last) ? 1 : 0;
        }
        assertThat((double) ordinary / RUNS).isCloseTo(0.169, within(0.015));
        assertThat((double) spent / RUNS).isBetween(0.035, 0.055);
    }

    /// Whether the interval of the first n values excludes 0 for an n from 3 on.
    private static boolean isWrong(double[] values, IntToDoubleFunction level) {
        return IntStream.rangeClosed(3, values.length)
                .anyMatch(n ->
                        !StudentT.mean(Arrays.copyOf(values, n), level.applyAsDouble(n))
                                .contains(0));
    }

    @Test
    void a_single_analysis_has_the_whole_error() {
        assertThat(new AlphaSpending(0).lastLevel(0.95)).isEqualTo(0.95);
        assertThat(new AlphaSpending(0).earlyLevel(0.95)).isEqualTo(0.95);
    }
}
