package dev.loombench.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleFigures;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.Metric;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Coverage of the interval of two runs, whose trials are in no common blocks.
///
/// It contains the spread of the trials within the runs only, so no difference is judged by it; a
/// limit that a user sets must leave room for the rest.
class RunsCoverageSimulationTest {
    private static final int RUNS = 10_000;

    private static final Estimates ESTIMATES = new Estimates(ConfidenceLevels.LEVEL);

    /// How the trials of the two runs vary.
    enum Noise {
        EQUAL(0.02, 0.02),
        /// Variances of 1 to 16.
        UNEQUAL(0.02, 0.08),
        LOGNORMAL(0.3, 0.3);

        private final double ofFirst;
        private final double ofSecond;

        Noise(double ofFirst, double ofSecond) {
            this.ofFirst = ofFirst;
            this.ofSecond = ofSecond;
        }

        List<TrialFigures> first(SplittableRandom random, int trials) {
            return trials(random, trials, 1_000, ofFirst);
        }

        List<TrialFigures> second(SplittableRandom random, int trials, double ratio) {
            return trials(random, trials, 1_000 * ratio, ofSecond);
        }

        private List<TrialFigures> trials(
                SplittableRandom random, int trials, double level, double spread) {
            return IntStream.range(0, trials)
                    .mapToObj(i ->
                            SampleFigures.of(i, level * factor(spread * random.nextGaussian())))
                    .toList();
        }

        private double factor(double deviation) {
            return this == LOGNORMAL ? Math.exp(deviation) : 1 + deviation;
        }
    }

    /// The expected coverage of normal trials is exact. Given the variances of both samples,
    /// Welch's interval contains the true difference with probability `2 Φ(t[v] * sqrt(e / E)) -
    /// 1`, e being the estimated variance of the difference and E the true one; the mean over both
    /// chi-squared distributions is 96.5 % for three trials of equal spread, conservative, and 94.4
    /// % for three with variances of 1 to 16 (Wang, *Probabilities of the Type I Errors of the
    /// Welch Tests for the Behrens-Fisher Problem*, 1971, has such tables). That of lognormal
    /// trials comes from 1,000,000 simulated runs. A share of 95 % of 10,000 runs has a standard
    /// error of 0.22 points; the tolerance is four of them.
    @ParameterizedTest
    @CsvSource({
        "EQUAL, 3, 0.9649", "EQUAL, 5, 0.9558", "EQUAL, 10, 0.9515",
        "UNEQUAL, 3, 0.9436", "UNEQUAL, 5, 0.9465", "UNEQUAL, 10, 0.9492",
        "LOGNORMAL, 3, 0.9641", "LOGNORMAL, 5, 0.9528", "LOGNORMAL, 10, 0.9480"
    })
    void coverage_is_that_of_welch(Noise noise, int trials, double expected) {
        assertThat(coverage(noise, trials)).isCloseTo(expected, within(0.009));
    }

    private static double coverage(Noise noise, int trials) {
        double truth = 1.2;
        int covered = 0;
        for (int i = 0; i < RUNS; i++) {
            var random = new SplittableRandom(i);
            var first = noise.first(random, trials);
            var second = noise.second(random, trials, truth);
            var interval = ESTIMATES.independentRatio(Metric.THROUGHPUT, second, first);
            covered += interval.orElseThrow().contains(truth) ? 1 : 0;
        }
        return (double) covered / RUNS;
    }

    /// Each run has a factor of its own, of 8 %: the layout of its memory, the state of the
    /// machine. It is the same in all trials of the run, so the interval misses the true ratio in
    /// most runs. This is why no difference of two runs is judged. Of normal factors and five
    /// trials, the interval has a half of 1.4 % and the factors' ratio a standard deviation of 11
    /// %: 10 %.
    @Test
    void what_differs_from_run_to_run_is_in_no_interval() {
        int covered = 0;
        for (int i = 0; i < RUNS; i++) {
            var random = new SplittableRandom(i);
            double ratio = Math.exp(0.08 * Math.sqrt(2) * random.nextGaussian());
            var first = Noise.EQUAL.first(random, 5);
            var second = Noise.EQUAL.second(random, 5, ratio);
            var interval = ESTIMATES.independentRatio(Metric.THROUGHPUT, second, first);
            covered += interval.orElseThrow().contains(1) ? 1 : 0;
        }
        assertThat((double) covered / RUNS).isLessThan(0.25);
    }

    /// How often a limit of `report --fail-if` fails equal code whose runs have factors of 8 %: the
    /// whole interval is above it. The logarithm of the ratio has a standard deviation of √(2 ·
    /// 0.08²
    /// + 2 · 0.02² / 5) = 0.114, and the interval a half of about 2.31 · 0.0126 = 0.029: `1 - Φ((ln
    ///   limit + 0.029) / 0.114)`. The tolerance is three standard errors of a share of 10,000
    ///   runs, and half a point for the spread of the interval's half.
    @ParameterizedTest
    @CsvSource({"1.05, 0.247", "1.1, 0.137", "1.2, 0.032", "1.3, 0.005"})
    void a_limit_of_two_runs_must_leave_room_for_what_differs_from_run_to_run(
            double limit, double expected) {
        int failed = 0;
        for (int i = 0; i < RUNS; i++) {
            var random = new SplittableRandom(i);
            double ratio = Math.exp(0.08 * Math.sqrt(2) * random.nextGaussian());
            var first = Noise.EQUAL.first(random, 5);
            var second = Noise.EQUAL.second(random, 5, ratio);
            var interval = ESTIMATES.independentRatio(Metric.THROUGHPUT, second, first);
            failed += interval.orElseThrow().low() > limit ? 1 : 0;
        }
        double error = Math.sqrt(expected * (1 - expected) / RUNS);
        assertThat((double) failed / RUNS).isCloseTo(expected, within(3 * error + 0.005));
    }
}
