package dev.loombench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MetricTest {
    @Test
    void a_percentile_is_named_after_its_percent() {
        var percentiles = Arrays.stream(Metric.values()).filter(Metric::isPercentile).toList();
        assertThat(percentiles)
                .extracting(Metric::label)
                .containsExactly("p50", "p75", "p90", "p95", "p99", "p99.9", "p99.99");
        assertThat(percentiles)
                .allMatch(m -> Double.parseDouble(m.label().substring(1)) == m.percent())
                .noneMatch(Metric::higherIsBetter);
    }
}
