package dev.loombench.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.text.Figures;
import java.util.List;
import org.junit.jupiter.api.Test;

class AxisTest {
    @Test
    void an_axis_of_distant_values_starts_at_zero() {
        var axis = Axis.over(List.of(1_000.0, 4_000.0));
        // a fifth of 4,000 is 800: the next of 1, 2, 5 times a power of ten is 1,000
        assertThat(axis).isEqualTo(new Axis(0, 4_000, 1_000));
        assertThat(axis.marks()).containsExactly(0.0, 1_000.0, 2_000.0, 3_000.0, 4_000.0);
        assertThat(axis.at(1_000)).isEqualTo("25.00%");
    }

    @Test
    void an_axis_of_close_values_does_not_start_at_zero() {
        var axis = Axis.over(List.of(995.0, 1_005.0));
        assertThat(axis.low()).isBetween(900.0, 995.0);
        assertThat(axis.high()).isBetween(1_005.0, 1_100.0);
    }

    @Test
    void a_single_value_has_an_axis() {
        var axis = Axis.over(List.of(100.0, 100.0));
        assertThat(axis.low()).isLessThanOrEqualTo(100);
        assertThat(axis.high()).isGreaterThan(100);
    }

    @Test
    void a_value_beyond_the_axis_is_drawn_at_its_end() {
        assertThat(new Axis(0, 10, 2).at(12)).isEqualTo("100.00%");
    }

    @Test
    void labels_of_marks_are_round() {
        assertThat(List.of(0.0, 0.25, 1_500.0, 100.0).stream().map(Figures::axis))
                .containsExactly("0", "0.25", "1,500", "100");
    }
}
