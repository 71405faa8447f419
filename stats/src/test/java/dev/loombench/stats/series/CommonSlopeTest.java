package dev.loombench.stats.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.stats.series.CommonSlope.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CommonSlopeTest {
    private static final List<Double> ONES = List.of(1.0, 1.0, 1.0, 1.0);

    @Test
    void points_on_parallel_lines_have_their_slope_without_error() {
        var x = List.of(0.0, 1.0, 2.0, 3.0);
        var slope =
                CommonSlope.of(
                        List.of(
                                new Group(x, List.of(1.0, 3.0, 5.0, 7.0)),
                                new Group(x, List.of(-8.0, -6.0, -4.0, -2.0))),
                        0.95);
        assertThat(slope.orElseThrow().point()).isCloseTo(2, within(1e-12));
        assertThat(slope.orElseThrow().high()).isCloseTo(2, within(1e-6));
    }

    /// The least squares of R: `lm(c(1, 3, 2, 5) ~ c(0, 1, 2, 3))` has the slope 1.1 with the
    /// standard error 0.5196, and t of 2 degrees of freedom is 4.303.
    @Test
    void one_group_is_a_linear_regression() {
        var slope =
                CommonSlope.of(
                                List.of(
                                        new Group(
                                                List.of(0.0, 1.0, 2.0, 3.0),
                                                List.of(1.0, 3.0, 2.0, 5.0))),
                                0.95)
                        .orElseThrow();
        assertThat(slope.point()).isCloseTo(1.1, within(1e-12));
        assertThat(slope.high() - slope.point()).isCloseTo(4.3027 * 0.51962, within(1e-3));
    }

    @Test
    void there_is_none_without_a_difference_or_enough_points() {
        assertThat(CommonSlope.of(List.of(), 0.95)).isEmpty();
        assertThat(CommonSlope.of(List.of(new Group(ONES, ONES)), 0.95)).isEmpty();
        var two = new Group(List.of(0.0, 1.0), List.of(0.0, 1.0));
        assertThat(CommonSlope.of(List.of(two), 0.95)).isEmpty();
        assertThatThrownBy(() -> new Group(ONES, List.of(1.0)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /// 95 % of 2,000 intervals, up to three standard errors (0.5 %).
    @Test
    void intervals_contain_the_slope_as_often_as_they_say() {
        var random = new Random(11);
        int good = 0;
        for (int run = 0; run < 2_000; run++) {
            var groups = new ArrayList<Group>();
            for (int g = 0; g < 3; g++) {
                var x = new ArrayList<Double>();
                var y = new ArrayList<Double>();
                double level = 10 * random.nextGaussian();
                for (int i = 0; i < 6; i++) {
                    x.add((double) (i % 3));
                    y.add(level + 0.5 * (i % 3) + random.nextGaussian());
                }
                groups.add(new Group(x, y));
            }
            var slope = CommonSlope.of(groups, 0.95).orElseThrow();
            good += slope.low() <= 0.5 && slope.high() >= 0.5 ? 1 : 0;
        }
        assertThat(good / 2_000.0).isBetween(0.935, 0.965);
    }
}
