package dev.loombench.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.experiment.article.PublishedFigure;
import dev.loombench.experiment.article.PublishedFigures.Row;
import dev.loombench.experiment.article.PublishedFigures.Setup;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PercentilesTest {
    /// At least 0.4 x 10 + 0.1 x 20 = 6; at most 0.5 x 10 + 0.4 x 20 + 0.1 x 40 = 17.
    @Test
    void the_mean_has_two_bounds() {
        var percentiles = of(new double[][] {{50, 10}, {90, 20}, {100, 40}});
        assertThat(percentiles.leastMean().value()).isCloseTo(6, within(1e-12));
        assertThat(percentiles.highestMean().value()).isCloseTo(17, within(1e-12));
    }

    /// Half of the responses take 10, and the rest 10 or longer.
    @Test
    void without_a_maximum_the_mean_has_no_upper_bound() {
        var percentiles = of(new double[][] {{50, 10}, {90, 10}});
        assertThat(percentiles.leastMean().value()).isCloseTo(5, within(1e-12));
        assertThat(percentiles.highestMean().value()).isInfinite();
        assertThat(of(new double[][] {}).leastMean().value()).isZero();
    }

    @Test
    void a_percentile_below_a_lower_one_is_left_out() {
        var percentiles = of(new double[][] {{50, 10}, {75, 8}, {90, 10}, {100, 40}});
        assertThat(percentiles.published())
                .extracting(Objection.Percentile::percent)
                .containsExactly(50.0, 90.0, 100.0);
    }

    @Test
    void the_mean_of_every_sample_lies_between_the_bounds_of_its_percentiles() {
        var random = new SplittableRandom(1);
        for (int run = 0; run < 1_000; run++) {
            double shape = 0.1 + 4 * random.nextDouble();
            var x = random.doubles(1_000).map(u -> Math.pow(u, -shape)).sorted().toArray();
            double[][] percentiles =
                    Arrays.stream(new double[] {50, 75, 90, 99, 100})
                            .mapToObj(p -> new double[] {p, x[(int) (p * 10) - 1]})
                            .toArray(double[][]::new);
            double mean = Arrays.stream(x).average().orElseThrow();
            assertThat(of(percentiles).leastMean().value()).isLessThanOrEqualTo(mean);
            assertThat(of(percentiles).highestMean().value())
                    .isGreaterThanOrEqualTo(mean * (1 - 1e-12));
        }
    }

    private static Percentiles of(double[][] percentiles) {
        var times = new TreeMap<Double, PublishedFigure>();
        for (var percentile : percentiles) {
            times.put(percentile[0], new PublishedFigure(percentile[1], 0));
        }
        return Percentiles.of(
                new Row("a", Setup.UNKNOWN, Optional.empty(), Optional.empty(), times));
    }
}
