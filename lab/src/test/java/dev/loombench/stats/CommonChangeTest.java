package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.stats.CommonChange.Change;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The trials of simulated runs have ten seconds each.
class CommonChangeTest {
    private static final int SECONDS = 10;
    private static final int RUNS = 2_000;

    private static Change change(double value, double error) {
        return new Change(value, OptionalDouble.of(error), 8);
    }

    private static Change ofUnknownError(double value) {
        return new Change(value, OptionalDouble.empty(), 0);
    }

    /// t[8] at 99.5 % is 3.833, t[16] of two trials 3.252, with an error of 1 / √2.
    @Test
    void the_noise_within_trials_decides_with_one_or_two_trials() {
        assertThat(CommonChange.isSignificant(List.of(change(3.82, 1)))).isFalse();
        assertThat(CommonChange.isSignificant(List.of(change(3.84, 1)))).isTrue();
        assertThat(CommonChange.isSignificant(List.of(change(-3.84, 1)))).isTrue();
        assertThat(CommonChange.isSignificant(List.of(change(2.29, 1), change(2.29, 1)))).isFalse();
        assertThat(CommonChange.isSignificant(List.of(change(2.31, 1), change(2.31, 1)))).isTrue();
        assertThat(CommonChange.isSignificant(List.of())).isFalse();
    }

    /// Changes of 1 - d, 1 and 1 + d have the standard deviation d: t[2] at 95 % is 4.303, and d is
    /// at most √3 / 4.303 = 0.4025; at 99.5 %, t is 14.089 and d at most 0.1229.
    @Test
    void the_noise_between_trials_counts_from_three_trials_on() {
        assertThat(CommonChange.isSignificant(spread(0.40, OptionalDouble.of(0.01)))).isTrue();
        assertThat(CommonChange.isSignificant(spread(0.41, OptionalDouble.of(0.01)))).isFalse();
        assertThat(CommonChange.isSignificant(spread(0.122, OptionalDouble.empty()))).isTrue();
        assertThat(CommonChange.isSignificant(spread(0.124, OptionalDouble.empty()))).isFalse();
        assertThat(CommonChange.isSignificant(List.of(ofUnknownError(1), ofUnknownError(1))))
                .isFalse();
    }

    private static List<Change> spread(double d, OptionalDouble error) {
        return List.of(
                new Change(1 - d, error, 8), new Change(1, error, 8), new Change(1 + d, error, 8));
    }

    @Test
    void a_difference_has_the_errors_of_both() {
        var difference = change(5, 3).minus(change(2, 4));
        assertThat(difference.value()).isEqualTo(3);
        assertThat(difference.error().orElseThrow()).isCloseTo(5, within(1e-12));
        assertThat(difference.freedom()).isEqualTo(16);
        assertThat(change(5, 3).minus(ofUnknownError(1)).error()).isEmpty();
    }

    /// Simulated with 8,000 runs: at most 0.5 % without correlation, 3 % with 0.5 in a run of one
    /// trial and 1 % in longer ones.
    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "5", "10"})
    void equal_levels_change_in_at_most_five_percent_of_runs(int trials) {
        for (double correlation : new double[] {0, 0.5}) {
            assertThat(significant(trials, correlation, 0.1, 0, x -> x))
                    .as("correlation %s", correlation)
                    .isLessThan(0.05);
        }
    }

    /// The trials drift by 5 or 10 % for reasons of their own, such as a neighbour. The rule of a
    /// mean above 5 %, in the same direction in 80 % of the trials, finds a change in 7 and 15 %.
    @ParameterizedTest
    @CsvSource({"3", "4", "5", "10"})
    void trials_that_drift_by_chance_are_significant_in_five_percent(int trials) {
        for (double drift : new double[] {0.05, 0.1}) {
            assertThat(significant(trials, 0, 0.02, drift, x -> x)).isLessThan(0.065);
        }
    }

    /// From the first to the last third, by a tenth.
    @ParameterizedTest
    @CsvSource({"3, 0.95", "4, 0.99", "5, 0.99", "10, 0.99"})
    void a_common_change_by_a_tenth_is_found(int trials, double share) {
        assertThat(significant(trials, 0, 0.02, 0, x -> x + 0.1)).isGreaterThan(share);
    }

    /// The share of simulated runs with a significant change.
    ///
    /// @param sigma of the seconds
    /// @param drift standard deviation of a change of each trial
    /// @param change by the drift of the trial
    private static double significant(
            int trials,
            double correlation,
            double sigma,
            double drift,
            DoubleUnaryOperator change) {
        var random = new SplittableRandom(trials);
        int found = 0;
        for (int run = 0; run < RUNS; run++) {
            var changes =
                    IntStream.range(0, trials)
                            .mapToObj(_ -> {
                                double own = change.applyAsDouble(drift * random.nextGaussian());
                                return change(
                                        CorrelatedNoise.series(
                                                SECONDS, _ -> 1, sigma, correlation, random),
                                        own);
                            })
                            .toList();
            found += CommonChange.isSignificant(changes) ? 1 : 0;
        }
        return (double) found / RUNS;
    }

    /// @param change from the centre of the first third to that of the last
    private static Change change(double[] x, double change) {
        double distance = SECONDS * 2 / 3.0;
        Arrays.setAll(x, i -> x[i] + change * i / distance);
        var line = TrendLine.of(x);
        return new Change(
                line.slope() * distance,
                OptionalDouble.of(line.error() * distance),
                line.freedom());
    }
}
