package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairedRatioTest {
    private static final double LEVEL = 0.95;
    private static final int RUNS = 20_000;

    /// `ln` ratios 0.1, 0.2, 0.3: mean 0.2, s = 0.1, t[2] = 4.3027, half-width 0.24842.
    @Test
    void the_interval_of_three_blocks() {
        double[] b = {100, 900, 50};
        double[] a = {100 * Math.exp(0.1), 900 * Math.exp(0.2), 50 * Math.exp(0.3)};
        var interval = PairedRatio.of(a, b, LEVEL).orElseThrow();
        assertThat(interval.point()).isCloseTo(Math.exp(0.2), within(1e-12));
        assertThat(Math.log(interval.high()) - 0.2).isCloseTo(0.24842, within(1e-5));
        assertThat(0.2 - Math.log(interval.low())).isCloseTo(0.24842, within(1e-5));
    }

    @Test
    void one_block_and_values_that_are_not_above_0_have_no_interval() {
        assertThat(PairedRatio.of(new double[] {2}, new double[] {1}, LEVEL)).isEmpty();
        assertThat(PairedRatio.of(new double[] {2, 0}, new double[] {1, 1}, LEVEL)).isEmpty();
        assertThat(PairedRatio.of(new double[] {2, 2}, new double[] {1, -1}, LEVEL)).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedRatio.of(new double[2], new double[3], LEVEL));
    }

    /// A block that slows both variants down by half, as a neighbour does, changes nothing.
    @Test
    void the_speed_of_a_block_cancels() {
        double[] b = {100, 110, 90, 105};
        double[] a = {121, 130, 112, 128};
        var slow = new double[] {100, 55, 90, 105};
        var slowToo = new double[] {121, 65, 112, 128};
        assertThat(PairedRatio.of(slowToo, slow, LEVEL)).isEqualTo(PairedRatio.of(a, b, LEVEL));
    }

    /// Blocks whose speed varies by a factor, and variants of unequal spread: of 20,000 intervals
    /// 95 % contain the true ratio, ± 3 standard errors of 0.15 points.
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 10})
    void coverage_is_exact_for_lognormal_ratios(int blocks) {
        assertThat(coverage(blocks, random -> random.nextGaussian() * 0.1)).isBetween(0.945, 0.955);
    }

    /// One process in three is 20 % slower, in both variants: far from normal. From three blocks on
    /// the coverage stays between 94 and 98 %; two modes make it conservative.
    @ParameterizedTest
    @ValueSource(ints = {3, 5, 10})
    void coverage_holds_for_two_modes(int blocks) {
        ToDoubleFunction<SplittableRandom> twoModes =
                random -> (random.nextInt(3) == 0 ? -0.2 : 0) + random.nextGaussian() * 0.02;
        assertThat(coverage(blocks, twoModes)).isBetween(0.94, 0.985);
    }

    private static double coverage(int n, ToDoubleFunction<SplittableRandom> noise) {
        var random = new SplittableRandom(11);
        double truth = 1.1;
        int covered = 0;
        for (int run = 0; run < RUNS; run++) {
            var a = new double[n];
            var b = new double[n];
            for (int i = 0; i < n; i++) {
                double block = random.nextGaussian() * 0.5;
                b[i] = Math.exp(block + noise.applyAsDouble(random));
                a[i] = truth * Math.exp(block + noise.applyAsDouble(random));
            }
            covered += PairedRatio.of(a, b, LEVEL).orElseThrow().contains(truth) ? 1 : 0;
        }
        return (double) covered / RUNS;
    }
}
