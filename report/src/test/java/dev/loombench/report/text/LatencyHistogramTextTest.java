package dev.loombench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyHistogramTextTest {
    private final Histogram latencies = new Histogram(1_000, 3_600_000_000_000L, 3);

    @Test
    void each_step_has_a_bar_and_a_share() {
        latencies.recordValueWithCount(2_100_000, 30);
        latencies.recordValueWithCount(2_900_000, 60);
        latencies.recordValueWithCount(4_900_000, 10);
        assertThat(drawn(34))
                .containsExactly(
                        "    2.50 ms  █████         30.0 %",
                        "    3.00 ms  ██████████    60.0 %",
                        "    4.00 ms",
                        "    5.00 ms  █▋            10.0 %");
    }

    @Test
    void a_wider_range_has_steps_of_one_two_five() {
        latencies.recordValue(2_100_000);
        latencies.recordValue(90_000_000);
        assertThat(drawn(80))
                .extracting(line -> line.substring(4, 11))
                .containsExactly("5.00 ms", "10.0 ms", "20.0 ms", "50.0 ms", " 100 ms");
    }

    @Test
    void a_single_outlier_is_visible() {
        latencies.recordValueWithCount(1_500_000, 1_000_000);
        latencies.recordValue(3_000_000);
        assertThat(drawn(80).getLast()).contains("3.00 ms  ▏").endsWith("<0.01 %");
    }

    @Test
    void a_latency_on_a_mark_belongs_to_it() {
        latencies.recordValue(2_000_000);
        assertThat(drawn(80)).singleElement().asString().startsWith("    2.00 ms");
    }

    @Test
    void a_latency_of_zero_has_a_step() {
        latencies.recordValue(0);
        assertThat(drawn(80)).singleElement().asString().startsWith("    1.00 µs");
    }

    @Test
    void a_very_wide_range_has_steps_of_ten() {
        latencies.recordValue(5_000);
        latencies.recordValue(3_000_000_000_000L);
        var lines = drawn(80);
        assertThat(lines).hasSize(10);
        assertThat(lines.getFirst()).startsWith("    10.0 µs");
        assertThat(lines.getLast()).startsWith("    10000 s").endsWith("50.0 %");
    }

    @Test
    void every_latency_is_in_exactly_one_step() {
        // 12 values around each mark between 1 us and 1 s: none may be lost or counted twice.
        for (long mark : List.of(1_000L, 10_000L, 1_000_000L, 100_000_000L, 1_000_000_000L)) {
            for (int off = -6; off < 6; off++) {
                latencies.recordValue(mark + off * 1_000L < 0 ? 0 : mark + off * 1_000L);
            }
        }
        double sum =
                drawn(80).stream()
                        .filter(line -> line.endsWith("%"))
                        .mapToDouble(line -> Double.parseDouble(line.split(" +", -1)[4]))
                        .sum();
        assertThat(sum).isBetween(99.8, 100.2); // shares are rounded to three digits
    }

    private List<String> drawn(int width) {
        return LatencyHistogramText.of(latencies, AnsiStyle.NONE, width);
    }
}
