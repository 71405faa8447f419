package dev.loombench.stats.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IsotonicRegressionTest {
    private static double[] fit(double... y) {
        var w = new double[y.length];
        Arrays.fill(w, 1);
        return IsotonicRegression.fit(y, w);
    }

    @Test
    void ascending_values_stay() {
        assertThat(fit(1, 2, 2, 5)).containsExactly(1, 2, 2, 5);
        assertThat(fit()).isEmpty();
        assertThat(fit(3)).containsExactly(3);
    }

    @Test
    void a_descent_becomes_its_mean() {
        assertThat(fit(1, 4, 2, 5)).containsExactly(1, 3, 3, 5);
    }

    @Test
    void a_pooled_block_pulls_in_those_before_it() {
        // 3, 5 and 1: 5 and 1 are 3, which is not below 3; then 0 pulls all four to 9 / 4.
        assertThat(fit(3, 5, 1, 0)).containsExactly(2.25, 2.25, 2.25, 2.25);
    }

    @Test
    void weights_decide_the_mean_of_a_block() {
        var fitted = IsotonicRegression.fit(new double[] {4, 1}, new double[] {1, 3});
        assertThat(fitted).containsExactly(1.75, 1.75); // (4 + 3) / 4
    }

    @Test
    void no_other_ascending_sequence_is_nearer() {
        var random = new SplittableRandom(1);
        for (int run = 0; run < 200; run++) {
            var y = random.doubles(6).toArray();
            var w = random.doubles(6, 0.5, 2).toArray();
            var best = IsotonicRegression.fit(y, w);
            var other = random.doubles(6).sorted().toArray();
            for (int i = 0; i < 6; i++) {
                other[i] = best[i] + 0.1 * (other[i] - best[i]); // still ascending
            }
            assertThat(distance(best, y, w)).isLessThanOrEqualTo(distance(other, y, w) + 1e-12);
        }
    }

    private static double distance(double[] f, double[] y, double[] w) {
        double sum = 0;
        for (int i = 0; i < y.length; i++) {
            sum += w[i] * (f[i] - y[i]) * (f[i] - y[i]);
        }
        return sum;
    }

    @Test
    void the_weighted_sum_is_kept() {
        var y = new double[] {5, 3, 4, 1, 6};
        var w = new double[] {1, 2, 1, 4, 1};
        var fitted = IsotonicRegression.fit(y, w);
        double before = 0;
        double after = 0;
        for (int i = 0; i < y.length; i++) {
            before += w[i] * y[i];
            after += w[i] * fitted[i];
        }
        assertThat(after).isCloseTo(before, within(1e-9));
    }

    @Test
    void weights_must_match() {
        assertThatThrownBy(() -> IsotonicRegression.fit(new double[2], new double[1]))
                .hasMessage("2 values with 1 weights");
    }
}
