package dev.loombench.observe.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.Window;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesTest {
    private static final long SECOND = 1_000_000_000;
    private final Series cpu =
            new Series(
                    "proc",
                    MetricId.PROCESS_CPU,
                    List.of(
                            new Point(0, 0),
                            new Point(2 * SECOND, 100),
                            new Point(4 * SECOND, 500)));

    @Test
    void growth_is_interpolated_between_points() {
        // at 1 s: 50; at 3 s: 300
        assertThat(cpu.growth(new Window(SECOND, 3 * SECOND))).hasValue(250);
    }

    @Test
    void growth_is_unknown_where_no_point_is_near() {
        assertThat(cpu.growth(new Window(SECOND, 5 * SECOND))).isEmpty();
    }

    @Test
    void a_point_within_a_few_milliseconds_is_valid_for_the_end_of_the_window() {
        assertThat(cpu.growth(new Window(0, 4 * SECOND + 1_000_000))).hasValue(500);
    }

    /// One point more each second, of which each is twice the one before.
    @Test
    void values_lie_between_the_points_before_and_after() {
        for (int size = 1; size <= 9; size++) {
            var points =
                    IntStream.range(0, size).mapToObj(i -> new Point(i * SECOND, 1 << i)).toList();
            var series = new Series("proc", MetricId.PROCESS_CPU, points);
            for (int i = 0; i < size; i++) {
                assertThat(series.valueAt(i * SECOND)).hasValue(1 << i);
                assertThat(series.valueAt(i * SECOND + SECOND / 2))
                        .isEqualTo(
                                i == size - 1
                                        ? OptionalDouble.empty()
                                        : OptionalDouble.of(1.5 * (1 << i)));
            }
        }
    }

    @Test
    void a_part_of_a_counter_is_taken_off_between_its_points_and_beyond_its_ends() {
        var part =
                new Series(
                        "compilers",
                        MetricId.JIT_CPU,
                        List.of(new Point(SECOND, 10), new Point(3 * SECOND, 50)));
        assertThat(cpu.without(part).points())
                .containsExactly(
                        new Point(0, -10), new Point(2 * SECOND, 70), new Point(4 * SECOND, 450));
        assertThat(cpu.without(new Series("compilers", MetricId.JIT_CPU, List.of())))
                .isEqualTo(cpu);
    }

    @Test
    void the_highest_is_clipped_to_the_window() {
        assertThat(cpu.highest(new Window(0, 4 * SECOND))).hasValue(100);
        assertThat(cpu.highest(new Window(SECOND, SECOND + 1))).isEmpty();
    }
}
