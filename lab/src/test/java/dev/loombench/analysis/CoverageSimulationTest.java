package dev.loombench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleFigures;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.spec.Metric;
import dev.loombench.stats.Bonferroni;
import dev.loombench.stats.Bootstrap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// False alarms, coverage and power of verdicts on simulated trials. Each trial has its own level,
/// and its windows scatter around it. `-Dloombench.proof=long` simulates twenty times as many.
class CoverageSimulationTest {
    private static final boolean LONG = "long".equals(System.getProperty("loombench.proof"));
    private static final int SCALE = LONG ? 20 : 1;
    private static final int WINDOWS = 10;
    private static final double BETWEEN = 0.04;
    private static final double WITHIN = 0.06;

    @Test
    void comparisons_of_equal_servers_have_at_most_five_percent_false_alarms() {
        int runs = 200 * SCALE;
        var random = new SplittableRandom(1);
        int alarms = 0;
        for (int i = 0; i < runs; i++) {
            var comparison =
                    new Comparison(Metric.THROUGHPUT, 0.03, new Estimates(Bootstrap.LEVEL, i));
            alarms += isAlarm(comparison.of(trials(random, 5, 1), trials(random, 5, 1))) ? 1 : 0;
        }
        assertThat((double) alarms / runs).isLessThanOrEqualTo(0.05);
    }

    @Test
    void runs_of_six_equal_variants_have_at_most_five_percent_false_alarms() {
        int runs = 100 * SCALE;
        var random = new SplittableRandom(2);
        var level = Bonferroni.levelOfEach(Bootstrap.LEVEL, 5);
        int alarms = 0;
        for (int i = 0; i < runs; i++) {
            var comparison = new Comparison(Metric.THROUGHPUT, 0.03, new Estimates(level, i));
            var first = trials(random, 5, 1);
            boolean alarm =
                    IntStream.range(0, 5)
                            .mapToObj(_ -> comparison.of(trials(random, 5, 1), first))
                            .toList()
                            .stream()
                            .anyMatch(CoverageSimulationTest::isAlarm);
            alarms += alarm ? 1 : 0;
        }
        assertThat((double) alarms / runs).isLessThanOrEqualTo(0.05 + twoErrors(runs));
    }

    /// 93 to 97 %, and beyond either end twice the standard error of the count.
    @ParameterizedTest
    @CsvSource({"4, 400", "5, 400", "10, 400"})
    void intervals_contain_the_true_ratio_at_their_level(int trials, int comparisons) {
        int runs = comparisons * SCALE;
        var random = new SplittableRandom(trials);
        int covered = 0;
        for (int i = 0; i < runs; i++) {
            var interval =
                    new Estimates(Bootstrap.LEVEL, i)
                            .ratio(
                                    Metric.THROUGHPUT,
                                    trials(random, trials, 1.2),
                                    trials(random, trials, 1))
                            .orElseThrow();
            covered += interval.contains(1.2) ? 1 : 0;
        }
        double slack = twoErrors(runs);
        assertThat((double) covered / runs).isBetween(0.93 - slack, 0.97 + slack);
    }

    @Test
    void a_difference_of_a_tenth_is_found_in_nine_of_ten_runs() {
        int runs = 50 * SCALE;
        var random = new SplittableRandom(3);
        int found = 0;
        for (int i = 0; i < runs; i++) {
            var comparison =
                    new Comparison(Metric.THROUGHPUT, 0.03, new Estimates(Bootstrap.LEVEL, i));
            var verdict = comparison.of(trials(random, 5, 1.1, 0.02), trials(random, 5, 1, 0.02));
            found += verdict instanceof Verdict.Better ? 1 : 0;
        }
        assertThat(found).isGreaterThanOrEqualTo(runs * 9 / 10);
    }

    @Test
    void a_merged_percentile_equals_that_of_the_merged_histogram() {
        var random = new SplittableRandom(4);
        var trials =
                IntStream.range(0, 4)
                        .mapToObj(_ -> {
                            var histogram = new Histogram(3);
                            histogram.setAutoResize(true);
                            for (int i = 0; i < 500; i++) {
                                histogram.recordValue(
                                        (long) (1e6 * Math.exp(2 * random.nextGaussian())));
                            }
                            return histogram;
                        })
                        .toList();
        for (double percent : new double[] {50, 99, 99.9, 100}) {
            int[] drawn = {0, 2, 2, 3};
            var merged = new Histogram(3);
            merged.setAutoResize(true);
            for (int i : drawn) {
                merged.add(trials.get(i));
            }
            assertThat(new MergedPercentile(trials, percent).applyAsDouble(drawn))
                    .isEqualTo((double) merged.getValueAtPercentile(percent));
        }
    }

    /// Twice the standard error of a share of 5 %.
    private static double twoErrors(int runs) {
        return 2 * Math.sqrt(0.05 * 0.95 / runs);
    }

    private static boolean isAlarm(Verdict verdict) {
        return verdict instanceof Verdict.Better || verdict instanceof Verdict.Worse;
    }

    private static List<TrialFigures> trials(SplittableRandom random, int n, double factor) {
        return trials(random, n, factor, BETWEEN);
    }

    private static List<TrialFigures> trials(
            SplittableRandom random, int n, double factor, double between) {
        return IntStream.range(0, n)
                .mapToObj(_ -> {
                    double level = 1_000 * factor * (1 + between * random.nextGaussian());
                    double sum = 0;
                    for (int i = 0; i < WINDOWS; i++) {
                        sum += level * (1 + WITHIN * random.nextGaussian());
                    }
                    return trial(sum / WINDOWS);
                })
                .toList();
    }

    private static TrialFigures trial(double throughput) {
        return SampleFigures.of(throughput);
    }
}
