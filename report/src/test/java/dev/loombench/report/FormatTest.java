package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.stats.Interval;
import dev.loombench.text.Figures;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class FormatTest {
    @Test
    void times_have_three_digits_and_a_unit() {
        assertThat(Format.time(850)).isEqualTo("850 ns");
        assertThat(Format.time(54_210)).isEqualTo("54.2 µs");
        assertThat(Format.time(100_300_000)).isEqualTo("100 ms");
        assertThat(Format.time(1_204_000_000)).isEqualTo("1.20 s");
        assertThat(Format.time(OptionalDouble.empty())).isEqualTo("n/a");
    }

    @Test
    void negative_values_have_the_unit_of_their_size() {
        assertThat(Format.time(-850)).isEqualTo("-850 ns");
        assertThat(Format.time(-54_210)).isEqualTo("-54.2 µs");
        assertThat(Format.time(-100_300_000)).isEqualTo("-100 ms");
        assertThat(Format.time(-1_204_000_000)).isEqualTo("-1.20 s");
        assertThat(Format.time(-0.3)).isEqualTo("0 ns");
        assertThat(Format.bytes(OptionalDouble.of(-182 * 1024.0 * 1024))).isEqualTo("-182 MiB");
        assertThat(Format.bytes(OptionalDouble.of(-5 * 1024.0))).isEqualTo("-5.00 KiB");
    }

    @Test
    void memory_has_binary_units() {
        assertThat(Format.bytes(OptionalDouble.of(182 * 1024.0 * 1024))).isEqualTo("182 MiB");
        assertThat(Format.bytes(OptionalDouble.of(1.5 * 1024 * 1024 * 1024))).isEqualTo("1.50 GiB");
    }

    @Test
    void numbers_have_three_digits() {
        assertThat(Figures.number(3_958.4)).isEqualTo("3,958");
        assertThat(Figures.number(12.34)).isEqualTo("12.3");
        assertThat(Figures.number(0.874)).isEqualTo("0.87");
    }

    @Test
    void small_numbers_have_two_digits() {
        assertThat(Figures.number(0.1)).isEqualTo("0.10");
        assertThat(Figures.number(0.0996)).isEqualTo("0.100");
        assertThat(Figures.number(0.05)).isEqualTo("0.050");
        assertThat(Figures.number(0.00417)).isEqualTo("0.0042");
        assertThat(Figures.number(-0.00417)).isEqualTo("-0.0042");
        assertThat(Figures.number(0)).isEqualTo("0.00");
        assertThat(Figures.number(1e-9)).isEqualTo("0.00");
    }

    @Test
    void figures_at_an_axis_have_no_final_zeros() {
        assertThat(Figures.axis(1_500)).isEqualTo("1,500");
        assertThat(Figures.axis(0.25)).isEqualTo("0.25");
        assertThat(Figures.axis(0.1 + 0.2)).isEqualTo("0.3");
        assertThat(Figures.axis(0.002)).isEqualTo("0.002");
        assertThat(Figures.axis(0.015)).isEqualTo("0.015");
        assertThat(Figures.axis(0)).isEqualTo("0");
    }

    @Test
    void ends_of_an_interval_have_the_decimals_in_which_they_differ() {
        assertThat(ends(3_957.4, 3_958.6)).isEqualTo("3,957, 3,959");
        assertThat(ends(3_957.9, 3_958.1)).isEqualTo("3,957.9, 3,958.1");
        assertThat(ends(0.2500, 0.2501)).isEqualTo("0.2500, 0.2501");
        assertThat(ends(0.25, 0.25)).isEqualTo("0.25, 0.25");
        assertThat(ends(3_958, 3_958 + 1e-5)).isEqualTo("3,958, 3,958");
    }

    @Test
    void an_interval_beyond_a_factor_of_ten_has_at_most_the_end_beyond_a_limit() {
        var wide = new Interval(2, 100, Double.POSITIVE_INFINITY);
        assertThat(Format.interval(wide, 1, Figures::number)).isEqualTo("at least 2.00");
        assertThat(Format.interval(wide, 3, Figures::number)).isEqualTo("too noisy");
        var below = new Interval(0.1, 50, 400);
        assertThat(Format.interval(below, 500, Figures::number)).isEqualTo("at most 400");
        assertThat(Format.interval(below, Figures::number)).isEqualTo("too noisy");
    }

    private static String ends(double low, double high) {
        return Format.interval(new Interval(low, (low + high) / 2, high), Figures::number);
    }

    @Test
    void long_durations_are_in_minutes() {
        assertThat(Format.rough(Duration.ofSeconds(48))).isEqualTo("48 s");
        assertThat(Format.rough(Duration.ofSeconds(185))).isEqualTo("3 min 05 s");
    }

    @Test
    void control_characters_are_replaced() {
        assertThat(Format.plain("a\u001b]0;title\u0007b\u202Ec\nd"))
                .isEqualTo("a\uFFFD]0;title\uFFFDb\uFFFDc\uFFFDd");
    }
}
