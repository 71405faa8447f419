package dev.loombench.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class LogAxisTest {
    private static final double NARROW = 150;
    private static final double PIXELS_PER_CHARACTER = 6.5;

    @Test
    void marks_that_have_room_are_all_shown() {
        assertThat(new LogAxis(9, 110).legibleMarks()).containsExactly(10.0, 20.0, 50.0, 100.0);
        assertThat(new LogAxis(80, 250).legibleMarks()).containsExactly(100.0, 200.0);
    }

    @Test
    void marks_within_less_than_a_power_of_ten_are_at_equal_distances() {
        assertThat(new LogAxis(610, 950).legibleMarks()).isNotEmpty();
        assertThat(new LogAxis(610, 950).legibleMarks()).allMatch(m -> m % 100 == 0);
    }

    @Test
    void labels_do_not_touch_in_a_narrow_plot() {
        for (double low : new double[] {1, 7, 48, 450, 3_000}) {
            for (double factor = 1.05; factor < 1e5; factor *= 1.3) {
                var axis = new LogAxis(low, low * factor);
                var marks = axis.legibleMarks();
                for (int i = 1; i < marks.size(); i++) {
                    double centers = axis.share(marks.get(i)) - axis.share(marks.get(i - 1));
                    double widths =
                            LogAxis.label(marks.get(i)).length()
                                    + LogAxis.label(marks.get(i - 1)).length();
                    assertThat(centers * NARROW)
                            .as(axis + ": " + marks)
                            .isGreaterThan(PIXELS_PER_CHARACTER * widths / 2);
                }
            }
        }
    }

    @Test
    void a_logarithmic_axis_has_round_ends_and_marks() {
        var axis = LogAxis.over(3, 420);
        assertThat(axis).isEqualTo(new LogAxis(2, 500));
        assertThat(axis.marks()).containsExactly(10.0, 100.0);
        assertThat(LogAxis.over(2, 50).marks()).containsExactly(2.0, 5.0, 10.0, 20.0, 50.0);
        assertThat(new LogAxis(1, 100).share(10)).isCloseTo(0.5, within(1e-9));
        assertThat(LogAxis.over(7, 7).high()).isGreaterThan(LogAxis.over(7, 7).low());
        assertThat(List.of(0.05, 20.0, 5_000.0).stream().map(LogAxis::label))
                .containsExactly("0.05", "20", "5,000");
    }
}
