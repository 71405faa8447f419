package dev.loombench.stats.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Curves of 40 values that settle at 100, and noisy ones of 240.
class SettlingTimeTest {
    private static final int SERIES = 4_000;

    private static SettlingTime of(IntToDoubleFunction curve) {
        return SettlingTime.of(IntStream.range(0, 40).mapToDouble(curve).toArray(), 0.05);
    }

    private static SettlingTime.Settled settled(IntToDoubleFunction curve) {
        assertThat(of(curve)).isInstanceOf(SettlingTime.Settled.class);
        return (SettlingTime.Settled) of(curve);
    }

    @Test
    void a_rate_at_its_level_from_the_start_settles_at_once() {
        assertThat(settled(_ -> 100)).isEqualTo(new SettlingTime.Settled(0, 1, 100));
    }

    @Test
    void a_linear_rise_has_settled_within_the_tolerance() {
        // 0, 10, 20 .. 90, 100: 90 is off by more than 5, the tenth value is the last one outside
        assertThat(settled(i -> Math.min(100, 10 * i)).after()).isEqualTo(10);
        assertThat(settled(i -> Math.min(100, 5 * i)).after()).as("95 is in").isEqualTo(19);
    }

    @Test
    void an_overshoot_has_not_settled_before_it_is_back() {
        assertThat(settled(i -> i < 3 ? 20 : i < 8 ? 130 : 100).after()).isEqualTo(8);
    }

    @Test
    void one_outlier_is_ignored_and_two_are_not() {
        assertThat(settled(i -> i == 12 ? 40 : 100).after()).isZero();
        assertThat(settled(i -> i == 12 || i == 13 ? 40 : 100).after()).isEqualTo(14);
    }

    @Test
    void a_rate_that_moves_in_the_last_quarter_has_not_settled() {
        // Merged in pairs, the second half is 90 until the 30th of 40 values and 100 after it: the
        // level is 95, and both are more than 5 % away from it
        assertThat(of(i -> i < 31 ? 100 - 20.0 * (i % 2) : 100))
                .isEqualTo(new SettlingTime.Moving(40));
        assertThat(of(i -> i < 32 ? 60 + 0.5 * i : 110)).isEqualTo(new SettlingTime.Moving(40));
    }

    /// Two outliers, since a single one is ignored.
    @Test
    void a_rate_settles_until_three_quarters_of_the_series_at_the_latest() {
        assertThat(settled(i -> i == 28 || i == 29 ? 40 : 100).after()).isEqualTo(30);
        assertThat(of(i -> i == 29 || i == 30 ? 40 : 100)).isEqualTo(new SettlingTime.Moving(40));
    }

    @Test
    void too_few_values_zeros_and_pure_noise_are_indeterminate() {
        assertThat(SettlingTime.of(new double[] {1, 1, 1, 1, 1, 1, 1}, 0.05))
                .isInstanceOf(SettlingTime.Indeterminate.class);
        assertThat(of(_ -> 0)).isInstanceOf(SettlingTime.Indeterminate.class);
        var random = new SplittableRandom(5);
        assertThat(of(_ -> 100 * (1 + 0.5 * random.nextGaussian())))
                .isInstanceOf(SettlingTime.Indeterminate.class);
    }

    @Test
    void a_noisy_rate_is_merged_to_a_coarser_resolution() {
        // 10 %, of which a quarter is left after merging 16 values: 400 values become 25
        var random = new SplittableRandom(7);
        var rate =
                IntStream.range(0, 1600)
                        .mapToDouble(i -> i < 320 ? 50 : 100 * (1 + 0.1 * random.nextGaussian()))
                        .toArray();
        var settling = (SettlingTime.Settled) SettlingTime.of(rate, 0.05);
        assertThat(settling.resolution()).isBetween(16, 128);
        assertThat(settling.after()).isBetween(320, 320 + 2 * settling.resolution());
        assertThat(settling.level()).isBetween(99.0, 101.0);
    }

    /// The response to a jump of the load in 60 s of 0.25 s each: from 50 to 100.
    ///
    /// Noise moves the time at which it has settled. The earliest is where the distance from 100 is
    /// 7.5, the latest where it is 2.5: half of the tolerance to either side.
    enum Response {
        AFTER_10_S(40, 40),
        /// A distance of 7.5 at 16 * ln(50 / 7.5) = 30.4 and of 2.5 at 16 * ln(50 / 2.5) = 47.9.
        TIME_CONSTANT_4_S(31, 48),
        /// A distance of 7.5 at 40 * ln(50 / 7.5) = 75.9 and of 2.5 at 40 * ln(50 / 2.5) = 119.8.
        TIME_CONSTANT_10_S(76, 120);

        private final int earliest;
        private final int latest;

        Response(int earliest, int latest) {
            this.earliest = earliest;
            this.latest = latest;
        }

        private double rate(int i) {
            return switch (this) {
                case AFTER_10_S -> i < 40 ? 50 : 100;
                case TIME_CONSTANT_4_S -> 100 - 50 * Math.exp(-i / 16.0);
                case TIME_CONSTANT_10_S -> 100 - 50 * Math.exp(-i / 40.0);
            };
        }

        SettlingTime settling(long seed, double noise) {
            return SettlingTimeTest.settling(seed, this::rate, noise);
        }

        boolean isLocatedBy(SettlingTime.Settled settled) {
            return settled.after() >= earliest - settled.resolution()
                    && settled.after() <= latest + settled.resolution();
        }
    }

    /// The distance from the level is 5 % after 16 * ln(10) = 36.8 values. With the longer time
    /// constant the level is that after three quarters of the series, 99.44, and the distance 5 %
    /// of it after 40 * ln(50 / 5.53) = 88.1 values.
    @Test
    void an_exponential_rise_has_settled_within_the_tolerance() {
        assertThat(after(Response.TIME_CONSTANT_4_S)).isEqualTo(37);
        assertThat(after(Response.TIME_CONSTANT_10_S)).isEqualTo(89);
    }

    private static int after(Response response) {
        return ((SettlingTime.Settled) response.settling(0, 0)).after();
    }

    /// Three standard deviations of a noise of 10 % are within 5 % where 36 values are merged. 32
    /// leave seven of 240, too few for a level: most such series are indeterminate. The shares are
    /// those of 40,000 other series; the tolerance is four standard errors.
    ///
    /// @param settled share of the series that settle
    /// @param located share of these that settle when the response does
    @ParameterizedTest
    @CsvSource({
        "AFTER_10_S, 0.01, 1, 1",
        "AFTER_10_S, 0.03, 0.9965, 0.9978",
        "AFTER_10_S, 0.1, 0.3051, 0.8971",
        "TIME_CONSTANT_4_S, 0.01, 1, 0.9999",
        "TIME_CONSTANT_4_S, 0.03, 0.9965, 0.9921",
        "TIME_CONSTANT_4_S, 0.1, 0.3047, 0.9413",
        "TIME_CONSTANT_10_S, 0.01, 1, 1",
        "TIME_CONSTANT_10_S, 0.03, 0.9943, 0.9972",
        "TIME_CONSTANT_10_S, 0.1, 0.2986, 0.9797"
    })
    void noisy_responses_settle_as_often_as_expected(
            Response response, double noise, double settled, double located) {
        var found =
                IntStream.range(0, SERIES)
                        .mapToObj(seed -> response.settling(seed, noise))
                        .filter(SettlingTime.Settled.class::isInstance)
                        .map(SettlingTime.Settled.class::cast)
                        .toList();
        assertShare(found.size(), SERIES, settled);
        assertShare(found.stream().filter(response::isLocatedBy).count(), found.size(), located);
    }

    private static void assertShare(long count, int of, double expected) {
        double error = Math.sqrt(expected * (1 - expected) / of);
        assertThat((double) count / of).isCloseTo(expected, within(4 * error + 0.0005));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.03, 0.1})
    void a_rise_in_the_last_eighth_never_settles(double noise) {
        for (int seed = 0; seed < SERIES; seed++) {
            assertThat(settling(seed, i -> i < 210 ? 50 : 100, noise))
                    .isNotInstanceOf(SettlingTime.Settled.class);
        }
    }

    private static SettlingTime settling(long seed, IntToDoubleFunction curve, double noise) {
        var random = new SplittableRandom(seed);
        return SettlingTime.of(
                IntStream.range(0, 240)
                        .mapToDouble(curve)
                        .map(x -> x * (1 + noise * random.nextGaussian()))
                        .toArray(),
                0.05);
    }
}
