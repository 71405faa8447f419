package dev.loombench.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.Observation.Point;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DownsamplingTest {
    private static List<Point> wave(int points) {
        return IntStream.range(0, points)
                .mapToObj(i -> new Point(i, i == 617 ? 99 : i == 211 ? -99 : Math.sin(i)))
                .toList();
    }

    @Test
    void few_points_are_all_kept() {
        assertThat(Downsampling.of(wave(100), 100)).isEqualTo(wave(100));
    }

    @Test
    void many_points_become_few_and_keep_the_extremes() {
        var kept = Downsampling.of(wave(1_000), 50);
        assertThat(kept).hasSizeLessThanOrEqualTo(50).isSubsetOf(wave(1_000));
        assertThat(kept).contains(new Point(617, 99), new Point(211, -99));
        assertThat(kept).isSortedAccordingTo(Comparator.comparingLong(Point::nanos));
    }

    @Test
    void a_constant_series_keeps_one_point_per_segment() {
        var level = IntStream.range(0, 100).mapToObj(i -> new Point(i, 7)).toList();
        assertThat(Downsampling.of(level, 10)).hasSize(5);
    }
}
