package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DescriptiveTest {

    @Test
    void centre_and_spread_are_those_worked_out_by_hand() {
        double[] x = {7, 1, 3, 5};
        assertThat(Descriptive.mean(x)).isEqualTo(4);
        assertThat(Descriptive.median(x)).isEqualTo(4);
        // deviations 3 3 1 1; squares 9 + 9 + 1 + 1 over 3
        assertThat(Descriptive.mad(x)).isEqualTo(2);
        assertThat(Descriptive.variance(x)).isCloseTo(20 / 3.0, within(1e-12));
        assertThat(x).containsExactly(7, 1, 3, 5);
    }

    @Test
    void the_median_of_an_odd_number_of_values_is_the_middle_one() {
        assertThat(Descriptive.median(new double[] {9, 1, 2})).isEqualTo(2);
    }

    @Test
    void an_empty_sample_has_no_centre() {
        assertThatIllegalArgumentException().isThrownBy(() -> Descriptive.mean(new double[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> Descriptive.median(new double[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> Descriptive.variance(new double[1]));
    }

    @Test
    void an_outlier_has_a_high_score() {
        // Median 12, deviations 2 1 0 1 88, MAD 1: scores of (x - 12) / 1.4826.
        var z = Outliers.zScores(new double[] {10, 11, 12, 13, 100});
        assertThat(z[0]).isCloseTo(-1.34898, within(1e-5));
        assertThat(z[2]).isEqualTo(0);
        assertThat(z[4]).isCloseTo(59.35519, within(1e-5)).isGreaterThan(Outliers.threshold(5));
    }

    @Test
    void without_spread_every_score_is_0() {
        assertThat(Outliers.zScores(new double[] {5, 5, 5, 9})).containsExactly(0, 0, 0, 0);
    }
}
