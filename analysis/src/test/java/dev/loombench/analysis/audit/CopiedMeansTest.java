package dev.loombench.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.article.PublishedFigure;
import dev.loombench.experiment.article.PublishedFigures.Row;
import dev.loombench.experiment.article.PublishedFigures.Setup;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopiedMeansTest {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /// Each row is equal by chance with 1 %. Two of 15 are with 0.963 %, two of 16 with 1.093 %.
    @Test
    void two_equal_rows_are_an_objection_in_a_table_of_fifteen_and_not_of_sixteen() {
        assertThat(CopiedMeans.of(table(15, 2))).hasSize(1);
        assertThat(CopiedMeans.of(table(16, 2))).isEmpty();
        assertThat(CopiedMeans.of(table(16, 3))).hasSize(1);
    }

    @Test
    void one_equal_row_is_no_objection() {
        assertThat(CopiedMeans.of(table(1, 1))).isEmpty();
    }

    /// 1,108 rows have at most 11 equal ones on average by chance.
    @Test
    void hundreds_of_a_thousand_rows_are_an_objection() {
        assertThat(CopiedMeans.of(table(1_108, 308)))
                .singleElement()
                .isInstanceOfSatisfying(
                        Objection.PercentileIsMean.class,
                        objection -> {
                            assertThat(objection.percent()).isEqualTo(99);
                            assertThat(objection.variants()).hasSize(308);
                            assertThat(objection.rows()).isEqualTo(1_108);
                        });
        assertThat(CopiedMeans.of(table(1_108, 11))).isEmpty();
    }

    /// 1 ms is 2.04 % of 49 ms and 1.96 % of 51 ms.
    @Test
    void coarse_figures_are_not_compared() {
        assertThat(CopiedMeans.of(equal(Setup.UNKNOWN, 0, 1, 9, 20, 30, 49))).isEmpty();
        assertThat(CopiedMeans.of(equal(Setup.UNKNOWN, 51, 60, 70))).hasSize(1);
    }

    @Test
    void a_constant_time_is_its_own_mean() {
        var handler =
                new Setup(
                        OptionalInt.empty(),
                        PublishedFigure.ZERO,
                        Optional.of(millis(300)),
                        OptionalInt.empty());
        assertThat(CopiedMeans.of(equal(handler, 301, 302, 305, 310))).isEmpty();
        assertThat(CopiedMeans.of(equal(handler, 401, 502, 605, 710))).hasSize(1);
        assertThat(CopiedMeans.of(equal(Setup.UNKNOWN, 300, 300, 304, 312))).isEmpty();
        assertThat(CopiedMeans.of(equal(Setup.UNKNOWN, 300, 316))).hasSize(1);
        var constant =
                IntStream.of(301, 402, 503)
                        .mapToObj(ms -> row(Setup.UNKNOWN, millis(ms), millis(ms), 50, 99))
                        .toList();
        assertThat(CopiedMeans.of(constant)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {90, 95, 99.9, 99.99, 100})
    void other_high_percentiles_are_compared_too(double percent) {
        var rows =
                IntStream.of(301, 402, 503)
                        .mapToObj(ms -> row(Setup.UNKNOWN, millis(ms), millis(ms), percent))
                        .toList();
        assertThat(CopiedMeans.of(rows)).hasSize(1);
    }

    /// Of symmetric distributions it is.
    @Test
    void a_median_may_be_the_mean() {
        var rows =
                IntStream.of(301, 402, 503)
                        .mapToObj(ms -> row(Setup.UNKNOWN, millis(ms), millis(ms), 50, 75))
                        .toList();
        assertThat(CopiedMeans.of(rows)).isEmpty();
    }

    /// Tables of twelve rows of two or three digits: lognormal times with up to 3 % of slow ones,
    /// in rows that are independent or of one service at several loads. The rate of false alarms is
    /// at most 1 %.
    @ParameterizedTest
    @CsvSource({"2, false", "2, true", "3, false", "3, true"})
    void true_figures_are_rarely_an_objection(int digits, boolean sameService) {
        var random = new SplittableRandom(3);
        int tables = 1_500;
        int alarms = 0;
        for (int i = 0; i < tables; i++) {
            var kind = Times.random(random);
            var rows = new ArrayList<Row>();
            for (int j = 0; j < 12; j++) {
                var times = sameService ? kind.atAnotherLoad(random) : Times.random(random);
                var mean = published(times.mean(), digits);
                var p99 = published(times.quantile(0.99), digits);
                rows.add(row(Setup.UNKNOWN, mean, p99, 99));
            }
            alarms += CopiedMeans.of(rows).isEmpty() ? 0 : 1;
        }
        assertThat((double) alarms / tables).isBetween(0.0, 0.01);
    }

    /// Response times: lognormal with median `median` and shape `sigma`, and a share `slow` around
    /// `factor` times that.
    private record Times(double median, double sigma, double slow, double factor) {
        private static final double SLOW_SIGMA = 0.3;

        static Times random(SplittableRandom random) {
            return new Times(
                    1e-3 * Math.exp(7 * random.nextDouble()),
                    0.1 + 1.4 * random.nextDouble(),
                    0.03 * random.nextDouble(),
                    Math.exp(1 + 4 * random.nextDouble()));
        }

        Times atAnotherLoad(SplittableRandom random) {
            return new Times(
                    median * (1 + random.nextDouble()),
                    sigma * (0.9 + 0.2 * random.nextDouble()),
                    slow * (0.9 + 0.2 * random.nextDouble()),
                    factor * (0.9 + 0.2 * random.nextDouble()));
        }

        double mean() {
            return (1 - slow) * median * Math.exp(sigma * sigma / 2)
                    + slow * factor * median * Math.exp(SLOW_SIGMA * SLOW_SIGMA / 2);
        }

        double quantile(double p) {
            double low = 0;
            double high = median * 1e6;
            for (int i = 0; i < 50; i++) {
                double middle = (low + high) / 2;
                if (below(middle) < p) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return high;
        }

        private double below(double time) {
            double x = Math.log(time / median);
            return (1 - slow) * NORMAL.cumulativeProbability(x / sigma)
                    + slow * NORMAL.cumulativeProbability((x - Math.log(factor)) / SLOW_SIGMA);
        }
    }

    /// Rows whose last digit is 1 % of the mean, of which the first `equal` have the same p99.
    private static List<Row> table(int rows, int equal) {
        return IntStream.range(0, rows)
                .mapToObj(i -> {
                    double time = Math.pow(1.1, i);
                    var mean = new PublishedFigure(time, 0.01 * time);
                    var p99 = i < equal ? mean : new PublishedFigure(2 * time, 0.01 * time);
                    return row(Setup.UNKNOWN, mean, p99, 99);
                })
                .toList();
    }

    private static List<Row> equal(Setup setup, int... millis) {
        return IntStream.of(millis).mapToObj(ms -> row(setup, millis(ms), millis(ms), 99)).toList();
    }

    private static Row row(
            Setup setup, PublishedFigure mean, PublishedFigure time, double... percents) {
        var percentiles = new TreeMap<Double, PublishedFigure>();
        for (double percent : percents) {
            percentiles.put(percent, time);
        }
        return new Row("a", setup, Optional.empty(), Optional.of(mean), percentiles);
    }

    private static PublishedFigure millis(int ms) {
        return new PublishedFigure(ms / 1e3, 1e-3);
    }

    private static PublishedFigure published(double time, int digits) {
        var rounded = new BigDecimal(time, new MathContext(digits));
        return new PublishedFigure(rounded.doubleValue(), rounded.ulp().doubleValue());
    }
}
