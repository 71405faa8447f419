package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LengthEffectTest {
    private static final int RUNS = 2_000;

    /// Means 3 and 2; pooled variances 1 of three values and 2 of two, so `1 / 3 + 2 / 2 = 4 / 3`
    /// and `(4 / 3)² / ((1 / 3)² / 2 + 1² / 1) = 32 / 19` degrees of freedom.
    @Test
    void the_interval_of_one_block_is_that_of_welch() {
        var block = new LengthEffect.Block(new double[] {2, 3, 4}, new double[] {1, 3});
        var interval = LengthEffect.of(List.of(block), 0.95).orElseThrow();
        double half = StudentT.quantile(32.0 / 19, 0.95) * Math.sqrt(4.0 / 3);
        assertThat(interval.point()).isCloseTo(1, within(1e-12));
        assertThat(interval.high()).isCloseTo(1 + half, within(1e-9));
        assertThat(interval.low()).isCloseTo(1 - half, within(1e-9));
    }

    @Test
    void blocks_that_differ_by_more_than_their_parts_explain_decide_the_width() {
        var blocks = new ArrayList<LengthEffect.Block>();
        for (double d : new double[] {0, 0, 1, 1, 2, 2}) {
            blocks.add(new LengthEffect.Block(new double[] {d, d + 0.01}, new double[] {0, 0.01}));
        }
        var interval = LengthEffect.of(blocks, 0.95).orElseThrow();
        // s² = 4 / 5 of six blocks: t[5] * sqrt(4 / 5 / 6)
        assertThat(interval.high() - 1).isCloseTo(2.5706 * Math.sqrt(4.0 / 30), within(1e-3));
    }

    @Test
    void a_slice_without_a_value_gives_no_interval() {
        var block = new LengthEffect.Block(new double[] {1, Double.NaN}, new double[] {1, 3});
        assertThat(LengthEffect.of(List.of(block), 0.95)).isEmpty();
        assertThat(LengthEffect.of(List.of(), 0.95)).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LengthEffect.Block(new double[] {1}, new double[] {1, 3}));
    }

    /// Runs of ten blocks that are checked after each of them, at the level of 99.9 % that the
    /// choice of the mode uses. A long slice lasts as long as six short ones.
    private static double found(double effect, double correlation, int blocks, long seed) {
        var random = new Random(seed);
        int found = 0;
        for (int run = 0; run < RUNS; run++) {
            var all = new ArrayList<LengthEffect.Block>();
            for (int b = 0; b < blocks; b++) {
                all.add(
                        new LengthEffect.Block(
                                series(random, 24, 0.05, correlation, effect),
                                series(random, 4, 0.05 / Math.sqrt(6), correlation, 0)));
                var interval = LengthEffect.of(all, 0.999).orElseThrow();
                if (interval.low() > 0 || interval.high() < 0) {
                    found++;
                    break;
                }
            }
        }
        return found / (double) RUNS;
    }

    private static double[] series(
            Random random, int n, double deviation, double correlation, double mean) {
        var x = new double[n];
        double state = random.nextGaussian();
        for (int i = 0; i < n; i++) {
            x[i] = mean + deviation * state;
            state =
                    correlation * state
                            + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
        return x;
    }

    @Test
    void lengths_without_an_effect_have_one_in_few_runs_of_ten_blocks() {
        assertThat(found(0, 0, 10, 1)).isBetween(0.0005, 0.012);
        // with parts that are correlated by 0.3
        assertThat(found(0, 0.3, 10, 2)).isBetween(0.01, 0.06);
    }

    /// 5 % with a noise of 5 % per short slice.
    @Test
    void an_effect_is_found_within_four_blocks() {
        assertThat(found(0.05, 0, 4, 3)).isBetween(0.95, 1.0);
        assertThat(found(0.025, 0, 4, 4)).isBetween(0.3, 0.8);
    }
}
