package dev.loombench.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.stats.Interval;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatioAxisTest {
    private static List<String> labels(Interval... ratios) {
        return RatioAxis.over(List.of(ratios), 0.05).marks().stream().map(Mark::label).toList();
    }

    @Test
    void a_long_axis_has_powers_and_is_cropped_to_the_data() {
        assertThat(labels(new Interval(3.7, 3.9, 4.1))).containsExactly("1×", "2×", "4×");
        assertThat(labels(new Interval(0.1, 0.2, 0.3)))
                .containsExactly("0.125×", "0.25×", "0.5×", "1×");
        assertThat(labels(new Interval(80, 100, 120))).contains("1×").hasSizeLessThanOrEqualTo(6);
    }

    @Test
    void a_short_axis_has_round_steps() {
        assertThat(labels(new Interval(0.98, 1.01, 1.04)))
                .containsExactly("0.8×", "0.9×", "1×", "1.1×", "1.2×");
    }

    @Test
    void one_is_in_the_middle_without_a_ratio() {
        var axis = RatioAxis.over(List.of(), 0.05);
        assertThat(axis.at(0)).isEqualTo("50.00%");
        assertThat(axis.at(Math.log(0.01))).isEqualTo("0.00%");
        assertThat(axis.at(Math.log(100))).isEqualTo("100.00%");
    }

    /// From 1/1.05 to 4.2: ln 4.2 - ln(1/1.05) = 1.4839, and 5 % of that at either end.
    @Test
    void positions_are_logarithmic() {
        var axis = RatioAxis.over(List.of(new Interval(3.8, 4, 4.2)), 0.05);
        // (0.04879 + 0.07419) / 1.63225
        assertThat(axis.at(0)).isEqualTo("7.53%");
        // (1.38629 + 0.04879 + 0.07419) / 1.63225
        assertThat(axis.at(Math.log(4))).isEqualTo("92.47%");
        // 0.09758 / 1.63225
        assertThat(axis.length(2 * Math.log(1.05))).isEqualTo("5.98%");
    }
}
