package dev.loombench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BarCharsTest {
    @Test
    void a_bar_has_a_resolution_of_an_eighth_and_a_fixed_width() {
        assertThat(BarChars.bar(0, 4)).isEqualTo("    ");
        assertThat(BarChars.bar(0.5, 4)).isEqualTo("██  ");
        assertThat(BarChars.bar(0.34375, 4)).isEqualTo("█▍  "); // 11 eighths
        assertThat(BarChars.bar(1, 4)).isEqualTo("████");
    }

    @Test
    void an_unknown_share_is_an_empty_bar() {
        assertThat(BarChars.bar(Double.NaN, 3)).isEqualTo("   ");
        assertThat(BarChars.bar(Double.POSITIVE_INFINITY, 3)).isEqualTo("   ");
    }

    @Test
    void a_sparkline_ranges_from_zero_to_the_largest_value() {
        assertThat(BarChars.sparkline(List.of(0.0, 350.0, 700.0))).isEqualTo("▁▅█");
        assertThat(BarChars.sparkline(List.of(700.0, Double.NaN, 100.0))).isEqualTo("█ ▂");
    }

    @Test
    void a_sparkline_of_zeros_is_flat() {
        assertThat(BarChars.sparkline(List.of(0.0, 0.0))).isEqualTo("▁▁");
        assertThat(BarChars.sparkline(List.of())).isEmpty();
    }
}
