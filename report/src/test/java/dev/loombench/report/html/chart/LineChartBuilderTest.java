package dev.loombench.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class LineChartBuilderTest {
    @Test
    void names_at_line_ends_keep_their_distance() {
        assertThat(LineChartBuilder.apart(List.of(0.5, 0.5, 0.9), 0.2))
                .usingComparatorForType((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : 1, Double.class)
                .containsExactly(0.5, 0.7, 0.9);
        var crowded = LineChartBuilder.apart(List.of(1.0, 1.0, 1.0, 0.0), 0.25);
        assertThat(crowded.get(3)).isCloseTo(0.125, within(1e-9));
        assertThat(crowded.get(2)).isCloseTo(0.875, within(1e-9));
        assertThat(crowded.get(0)).isCloseTo(0.375, within(1e-9));
    }
}
