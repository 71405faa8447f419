package dev.loombench.report.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCapacity;
import dev.loombench.SampleRun;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.report.html.chart.LineChart;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The lines of the charts of a search.
class CapacityChartsTest {
    @Test
    void the_limit_has_no_colour_of_a_variant_where_one_has_no_windows() {
        var two = SampleCapacity.two();
        var unmeasured =
                VariantCapacity.of(
                        SampleRun.POOL,
                        new Capacity.Unknown("it did not start"),
                        List.of(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty());
        var result =
                new CapacityResult(
                        two.manifest(),
                        two.objectives(),
                        List.of(unmeasured, two.variants().getLast()),
                        List.of(),
                        true);
        assertThat(CapacityCharts.of(result))
                .hasSize(2)
                .allSatisfy(chart ->
                        assertThat(chart.lines())
                                .hasSize(2)
                                .extracting(LineChart.Line::colour)
                                .doesNotHaveDuplicates());
    }

    /// Windows at 840/s (burn 3, 5,040 requests) and 855/s (burn 0.5, 5,130 requests) are pooled to
    /// `(3 * 5,040 + 0.5 * 5,130) / 10,170 = 1.739`, at 54.13 % of the logarithmic axis from 0.5 to
    /// 5; the mean of their logarithms would be 1.215.
    @Test
    void the_line_of_the_page_is_the_curve_of_the_analysis() {
        var charts = CapacityCharts.of(SampleCapacity.of(800, 900));
        assertThat(charts.getLast().lines().getFirst().segments())
                .extracting(LineChart.Segment::y1)
                .containsExactly("100.00%", "45.87%", "45.87%");
        assertThat(charts.getFirst().lines().getFirst().segments())
                .as("none is fitted to response times")
                .isEmpty();
    }
}
