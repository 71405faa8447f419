package dev.loombench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

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
}
