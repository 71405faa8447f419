package dev.loombench.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleFigures;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.analysis.validity.percentile.TailFinding;
import dev.loombench.experiment.Metric;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Coverage of the intervals of a percentile and of the ratio of two, over simulated trials of
/// independent response times.
///
/// The long proof, with `-Dloombench.proof=long`, has more runs and numbers of responses, and
/// prints the table of docs/measured/corrected.md.
class PercentileCoverageSimulationTest {
    private static final boolean LONG = "long".equals(System.getProperty("loombench.proof"));
    private static final int RUNS = LONG ? 2_000 : 100;
    private static final List<Integer> TRIALS = LONG ? List.of(3, 4, 5, 10) : List.of(3, 10);
    private static final int MOST_TRIALS = 10;
    private static final Estimates ESTIMATES = new Estimates(ConfidenceLevels.LEVEL);

    /// Of the interval of one variant, whatever the distribution.
    private static final double FLOOR_OF_ONE = 0.95;

    /// Of the ratio of two variants, whatever their distributions. The percentiles of few responses
    /// are too low, by a tenth of the tail with ten beyond, and not by the same factor where these
    /// differ.
    private static final double FLOOR_OF_RATIO = 0.94;

    /// A distribution of response times.
    enum Times {
        NARROW("log-normal, 0.5"),
        MEDIUM("log-normal, 1"),
        WIDE("log-normal, 1.5"),
        /// 90 % at 5 ms and 10 % at 50 ms, each log-normal with 0.05.
        TWO_PEAKS("two peaks"),
        /// The percentile is in the upper peak, near the gap: a third of the standard deviation of
        /// the responses beyond it.
        ABOVE_GAP("two peaks, above the gap"),
        /// The same in the lower peak.
        BELOW_GAP("two peaks, below the gap");

        private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
        private static final double UNIT = 20_000;
        private static final double LAST = 1 - 1e-12;
        private static final double NEAR = 0.3;

        private final String label;

        Times(String label) {
            this.label = label;
        }

        /// Share of the upper peak.
        private double slow(Sample sample) {
            return switch (this) {
                case NARROW, MEDIUM, WIDE -> 0;
                case TWO_PEAKS -> 0.1;
                case ABOVE_GAP -> 1 - sample.share() + NEAR * sample.deviation();
                case BELOW_GAP -> 1 - sample.share() - NEAR * sample.deviation();
            };
        }

        /// As recorded by a histogram, which rounds it as it rounds all others.
        ///
        /// @param u share of the response times below
        long quantile(double u, Sample sample) {
            double slow = slow(sample);
            double time =
                    switch (this) {
                        case NARROW -> logNormal(0.5, u);
                        case MEDIUM -> logNormal(1, u);
                        case WIDE -> logNormal(1.5, u);
                        case TWO_PEAKS, ABOVE_GAP, BELOW_GAP ->
                                u < 1 - slow
                                        ? logNormal(0.05, u / (1 - slow))
                                        : 10 * logNormal(0.05, (u - (1 - slow)) / slow);
                    };
            return Math.round(UNIT * time);
        }

        private static double logNormal(double sigma, double u) {
            double inside = Math.clamp(u, 1 - LAST, LAST);
            return Math.exp(sigma * NORMAL.inverseCumulativeProbability(inside));
        }
    }

    /// @param responses in each trial
    private record Sample(Metric percentile, int responses) {
        double share() {
            return percentile.percent() / 100;
        }

        /// Standard deviation of the share of the responses beyond.
        double deviation() {
            return Math.sqrt(share() * (1 - share()) / responses);
        }
    }

    private static final List<Sample> SAMPLES =
            LONG
                    ? List.of(
                            new Sample(Metric.P50, 1_000),
                            new Sample(Metric.P50, 5_000),
                            new Sample(Metric.P50, 20_000),
                            new Sample(Metric.P99, 100),
                            new Sample(Metric.P99, 1_000),
                            new Sample(Metric.P99, 5_000),
                            new Sample(Metric.P99, 20_000),
                            new Sample(Metric.P999, 1_000),
                            new Sample(Metric.P999, 10_000),
                            new Sample(Metric.P999, 20_000))
                    : List.of(new Sample(Metric.P50, 1_000), new Sample(Metric.P99, 1_000));

    /// Whether the intervals of one run contain the truth.
    ///
    /// @param one of the variant
    /// @param equal of its ratio to a variant with the same distribution
    /// @param other of its ratio to a log-normal one of 0.5
    private record Run(boolean one, boolean equal, boolean other) {}

    private static List<TrialFigures> trials(
            Times times, Sample sample, int trials, SplittableRandom random) {
        return IntStream.range(0, trials)
                .mapToObj(i ->
                        SampleFigures.of(
                                i, 1_000, window(times, sample, random), OptionalDouble.empty()))
                .toList();
    }

    /// Response times further than eight standard deviations from the percentile are only counted:
    /// which of them they are changes no percentile.
    private static Histogram window(Times times, Sample sample, SplittableRandom random) {
        double from = sample.share() - 8 * sample.deviation();
        double to = sample.share() + 8 * sample.deviation();
        long longest = times.quantile(to, sample);
        var histogram = new Histogram(longest, 3); // one that grows is copied a dozen times
        long below = 0;
        long above = 0;
        for (int i = 0; i < sample.responses(); i++) {
            double u = random.nextDouble();
            if (u < from) {
                below++;
            } else if (u > to) {
                above++;
            } else {
                histogram.recordValue(times.quantile(u, sample));
            }
        }
        if (below > 0) {
            histogram.recordValueWithCount(times.quantile(from, sample), below);
        }
        if (above > 0) {
            histogram.recordValueWithCount(longest, above);
        }
        return histogram;
    }

    private static double truth(Times times, Sample sample) {
        long exact = times.quantile(sample.share(), sample);
        return (double) new Histogram(3).highestEquivalentValue(exact);
    }

    /// Of 3 to 10 of the same trials.
    private static List<Run> runs(Times times, Sample sample, SplittableRandom random) {
        var metric = sample.percentile();
        var variant = trials(times, sample, MOST_TRIALS, random);
        var equal = trials(times, sample, MOST_TRIALS, random);
        var other = trials(Times.NARROW, sample, MOST_TRIALS, random);
        double truth = truth(times, sample);
        double ratio = truth / truth(Times.NARROW, sample);
        return TRIALS.stream()
                .map(n -> {
                    var some = variant.subList(0, n);
                    return new Run(
                            ESTIMATES.interval(metric, some).orElseThrow().contains(truth),
                            ESTIMATES
                                    .ratio(metric, some, equal.subList(0, n))
                                    .orElseThrow()
                                    .contains(1),
                            ESTIMATES
                                    .ratio(metric, some, other.subList(0, n))
                                    .orElseThrow()
                                    .contains(ratio));
                })
                .toList();
    }

    /// Shares of runs by number of trials.
    private record Coverage(List<Double> one, List<Double> equal, List<Double> other) {
        static Coverage of(Times times, Sample sample) {
            var runs =
                    IntStream.range(0, RUNS)
                            .parallel()
                            .mapToObj(seed -> runs(times, sample, new SplittableRandom(seed)))
                            .toList();
            return new Coverage(
                    shares(runs, Run::one), shares(runs, Run::equal), shares(runs, Run::other));
        }

        private static List<Double> shares(List<List<Run>> runs, Predicate<Run> contained) {
            return IntStream.range(0, TRIALS.size())
                    .mapToObj(i ->
                            runs.stream().filter(r -> contained.test(r.get(i))).count()
                                    / (double) RUNS)
                    .toList();
        }

        String row(Times times, Sample sample, boolean judged) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %s of %,d | %s | %s | %s |",
                    times.label,
                    sample.percentile().label(),
                    sample.responses(),
                    percents(one),
                    judged ? percents(equal) : "not judged",
                    judged ? percents(other) : "not judged");
        }

        private static String percents(List<Double> shares) {
            return shares.stream()
                    .map(s -> String.format(Locale.ROOT, "%.1f", 100 * s))
                    .collect(Collectors.joining(", "));
        }
    }

    @ParameterizedTest
    @EnumSource
    void intervals_contain_the_percentile_and_its_ratio_as_stated(Times times) {
        for (var sample : SAMPLES) {
            var coverage = Coverage.of(times, sample);
            var window = window(times, sample, new SplittableRandom(1));
            var latency = SampleFigures.of(1, 1_000, window, OptionalDouble.empty()).latency();
            boolean judged = !TailFinding.tooFew(latency, sample.percentile());
            if (LONG) {
                System.out.println(coverage.row(times, sample, judged));
            }
            assertAtLeast(FLOOR_OF_ONE, coverage.one(), sample);
            if (judged) {
                assertAtLeast(FLOOR_OF_RATIO, coverage.equal(), sample);
                assertAtLeast(FLOOR_OF_RATIO, coverage.other(), sample);
            }
        }
    }

    /// Less three standard errors.
    private static void assertAtLeast(double floor, List<Double> shares, Sample sample) {
        double error = Math.sqrt(floor * (1 - floor) / RUNS);
        assertThat(shares).as("%s", sample).allMatch(s -> s >= floor - 3 * error);
    }
}
