package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/// Quantiles are those of a table of Student's distribution: t[3] = 3.1824, t[6] = 2.4469, t[8] =
/// 2.3060 at 95 %.
class StudentTTest {
    private static final Offset<Double> TABLE = within(1e-4);

    /// Mean 40, sum of squares 16 + 16 = 32, s² = 32 / 3.
    private static final double[] FOUR = {36, 44, 40, 40};

    /// Mean 20, sum of squares 4 + 1 + 9 = 14, s² = 14 / 6.
    private static final double[] SEVEN = {18, 19, 23, 20, 20, 20, 20};

    /// The variance of the logarithm of a mean is that of the mean over its square (delta method),
    /// s² / (n * mean²): 32 / 3 / (4 * 1,600) = 1/600 of the four and 14 / 6 / (7 * 400) = 1/1,200
    /// of the seven, together 1/400. Welch's degrees of freedom are (1/400)² / ((1/600)² / 3 +
    /// (1/1,200)² / 6) = 9 / (4/3 + 1/6) = 6, and not 9 as of a pooled variance. Half of the
    /// interval is 2.4469 * sqrt(1/400) = 0.12235, a factor of 1.13014.
    @Test
    void the_ratio_of_two_samples_has_the_interval_of_welch() {
        assertThat(StudentT.freedom(FOUR, SEVEN)).isCloseTo(6, within(1e-9));
        var ratio = StudentT.ratio(FOUR, SEVEN, 0.95).orElseThrow();
        assertThat(ratio.low()).isCloseTo(2 / 1.13014, TABLE);
        assertThat(ratio.point()).isEqualTo(2);
        assertThat(ratio.high()).isCloseTo(2 * 1.13014, TABLE);
    }

    @Test
    void the_inverse_ratio_has_the_inverse_interval() {
        assertThat(StudentT.freedom(SEVEN, FOUR)).isCloseTo(6, within(1e-9));
        var ratio = StudentT.ratio(SEVEN, FOUR, 0.95).orElseThrow();
        assertThat(ratio.low()).isCloseTo(0.5 / 1.13014, TABLE);
        assertThat(ratio.high()).isCloseTo(0.5 * 1.13014, TABLE);
    }

    /// A sample that does not vary is a known number: what is left is Student's interval of the
    /// other one, here with 3 degrees of freedom and 3.1824 * sqrt(1/600) = 0.12992.
    @Test
    void a_sample_without_spread_leaves_the_freedom_of_the_other() {
        double[] constant = {10, 10, 10, 10, 10};
        assertThat(StudentT.freedom(FOUR, constant)).isCloseTo(3, within(1e-9));
        assertThat(StudentT.freedom(constant, FOUR)).isCloseTo(3, within(1e-9));
        assertThat(StudentT.ratio(FOUR, constant, 0.95).orElseThrow().high())
                .isCloseTo(4 * Math.exp(0.12992), within(5e-4));
    }

    /// Equal relative errors of samples of equal size: 2 * (5 - 1) degrees of freedom. Sums of
    /// squares 10 and 1,000, s² / (n * mean²) = 2.5 / (5 * 10,000) twice: 2.3060 * 0.01 = 0.02306.
    @Test
    void equal_relative_errors_have_the_freedom_of_both_samples() {
        double[] a = {98, 99, 100, 101, 102};
        double[] b = {980, 990, 1_000, 1_010, 1_020};
        assertThat(StudentT.freedom(a, b)).isCloseTo(8, within(1e-9));
        assertThat(StudentT.ratio(a, b, 0.95).orElseThrow().high())
                .isCloseTo(0.1 * Math.exp(0.02306), within(1e-5));
    }

    @Test
    void samples_without_spread_have_a_ratio_without_width() {
        double[] three = {3, 3, 3};
        double[] two = {2, 2};
        assertThat(StudentT.freedom(three, two)).isEqualTo(3);
        assertThat(StudentT.ratio(three, two, 0.95)).contains(new Interval(1.5, 1.5, 1.5));
    }

    @Test
    void a_ratio_needs_two_values_above_zero_of_each_sample() {
        double[] one = {1};
        assertThat(StudentT.ratio(one, FOUR, 0.95)).isEmpty();
        assertThat(StudentT.ratio(FOUR, one, 0.95)).isEmpty();
        assertThat(StudentT.ratio(FOUR, new double[] {1, 0}, 0.95)).isEmpty();
        assertThat(StudentT.ratio(new double[] {1, Double.NaN}, FOUR, 0.95)).isEmpty();
        assertThat(StudentT.ratio(FOUR, new double[] {1, Double.POSITIVE_INFINITY}, 0.95))
                .isEmpty();
    }

    /// Of the four: 40 ± 3.1824 * sqrt(32 / 3 / 4) = 40 ± 5.1969.
    @Test
    void a_mean_has_the_interval_of_student() {
        var mean = StudentT.interval(FOUR, 0.95).orElseThrow();
        assertThat(mean.low()).isCloseTo(40 - 5.1969, within(2e-4));
        assertThat(mean.high()).isCloseTo(40 + 5.1969, within(2e-4));
    }

    /// t[3] / t[8] = 3.1824 / 2.3060 and sqrt(9 / 4) = 1.5.
    @Test
    void an_interval_over_more_values_is_narrower() {
        assertThat(StudentT.narrowing(9, 4, 0.95)).isCloseTo(3.1824 / 2.3060 * 1.5, TABLE);
        assertThat(StudentT.narrowing(4, 9, 0.95)).isCloseTo(2.3060 / 3.1824 / 1.5, TABLE);
        assertThat(StudentT.narrowing(5, 5, 0.95)).isEqualTo(1);
    }
}
