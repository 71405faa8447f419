package dev.loombench.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.trial.Latency;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class BeyondJsonTest {
    private static Latency window(long responses) {
        var times = new Histogram(3);
        times.recordValueWithCount(1_000_000, responses);
        return new Latency(times, times, Optional.empty(), List.of());
    }

    @Test
    void the_window_with_the_fewest_responses_counts() {
        assertThat(BeyondJson.of(List.of(window(2_000), window(1_000))))
                .contains(new BeyondJson(500, 250, 100, 50, 10, 1, 0));
    }

    @Test
    void a_window_without_a_response_has_no_percentile() {
        assertThat(BeyondJson.of(List.of(window(0)))).isEmpty();
        assertThat(BeyondJson.of(List.of(window(0), window(1_000)))).isPresent();
    }
}
