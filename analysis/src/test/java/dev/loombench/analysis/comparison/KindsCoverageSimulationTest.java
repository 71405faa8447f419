package dev.loombench.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleFigures;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.Metric;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Comparisons of two variants that both have processes of two kinds, in different shares, over
/// simulated runs. Within a kind the noise is 1 %, and the blocks have one speed.
class KindsCoverageSimulationTest {
    /// The long proof prints rows of docs/measured/corrected.md.
    private static final boolean LONG = "long".equals(System.getProperty("loombench.proof"));

    private static final int RUNS = 1_000;
    private static final double MARGIN = 0.03;

    private static final Comparison COMPARISON =
            new Comparison(Metric.THROUGHPUT, MARGIN, new Estimates(ConfidenceLevels.LEVEL));

    /// How many processes of each variant are slow.
    enum Shares {
        /// One process in three of the first is at 0.8, and two in three of the second.
        THIRD_AND_TWO_THIRDS(1.0 / 3, 2.0 / 3, 0.8),
        /// One process in five of the first is at 0.5, and one in two of the second.
        FIFTH_AND_HALF(1.0 / 5, 1.0 / 2, 0.5);

        private static final double SPREAD = 0.01;

        private final double ofFirst;
        private final double ofSecond;
        private final double mode;

        Shares(double ofFirst, double ofSecond, double mode) {
            this.ofFirst = ofFirst;
            this.ofSecond = ofSecond;
            this.mode = mode;
        }

        /// Of the second to the first, over processes.
        double meanRatio() {
            return Math.pow(mode, ofSecond - ofFirst);
        }

        Verdict verdict(SplittableRandom random, int blocks) {
            var first = new double[blocks];
            var second = new double[blocks];
            for (int i = 0; i < blocks; i++) {
                double firstKind = random.nextDouble() < ofFirst ? Math.log(mode) : 0;
                double secondKind = random.nextDouble() < ofSecond ? Math.log(mode) : 0;
                first[i] = SPREAD * random.nextGaussian() + firstKind;
                second[i] = SPREAD * random.nextGaussian() + secondKind;
            }
            return COMPARISON.of(trials(second), trials(first));
        }

        private static List<TrialFigures> trials(double[] logs) {
            return IntStream.range(0, logs.length)
                    .mapToObj(i -> SampleFigures.of(i + 1, 1_000 * Math.exp(logs[i])))
                    .toList();
        }
    }

    /// How a run ended.
    private record End(Verdict verdict, double meanRatio) {
        boolean namesKinds() {
            return verdict.byMode().isPresent();
        }

        /// Whether it neither names the kinds nor has the mean ratio in its interval.
        boolean isWrong() {
            return !namesKinds()
                    && verdict.interval().filter(r -> !r.contains(meanRatio)).isPresent();
        }

        boolean isEqual() {
            return verdict instanceof Verdict.NoDifference;
        }

        boolean isDecided() {
            return isEqual()
                    || verdict instanceof Verdict.Better
                    || verdict instanceof Verdict.Worse;
        }
    }

    /// A run of few blocks may have had one kind of each variant, or both of one only. The rates
    /// are within their rounding and three standard errors.
    @ParameterizedTest
    @CsvSource({
        "THIRD_AND_TWO_THIRDS, 3, 0.16",
        "THIRD_AND_TWO_THIRDS, 4, 0.08",
        "THIRD_AND_TWO_THIRDS, 5, 0.05",
        "THIRD_AND_TWO_THIRDS, 10, 0.01",
        "FIFTH_AND_HALF, 3, 0.19",
        "FIFTH_AND_HALF, 4, 0.07",
        "FIFTH_AND_HALF, 5, 0.04",
        "FIFTH_AND_HALF, 10, 0"
    })
    void runs_are_wrong_at_the_documented_rate(Shares shares, int blocks, double documented) {
        var ends =
                IntStream.range(0, RUNS)
                        .mapToObj(i -> new SplittableRandom(i * 77L + blocks))
                        .map(random -> shares.verdict(random, blocks))
                        .map(verdict -> new End(verdict, shares.meanRatio()))
                        .toList();
        var wrong = ends.stream().filter(End::isWrong).toList();
        if (LONG) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %d blocks | name the kinds: %.1f %%, wrong: %.1f %%, decided so: %.1f %%, end as equal: %.1f %% |%n",
                    shares,
                    blocks,
                    100.0 * ends.stream().filter(End::namesKinds).count() / RUNS,
                    100.0 * wrong.size() / RUNS,
                    100.0 * wrong.stream().filter(End::isDecided).count() / RUNS,
                    100.0 * ends.stream().filter(End::isEqual).count() / RUNS);
        }
        double error = Math.sqrt(documented * (1 - documented) / RUNS);
        assertThat((double) wrong.size() / RUNS).isCloseTo(documented, within(0.005 + 3 * error));
    }
}
