package dev.loombench.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Response times over time. The sample has three trials of each variant with a window of 2 s: 995,
/// 1,000 and 1,005 responses per second in 400 ms, and 4,000 on average in 100 ms.
class HeatMapTest {
    private static final List<String> NAMES = List.of(SampleRun.POOL, SampleRun.VIRTUAL);

    @Test
    void counts_are_those_of_all_trials_by_second_and_bucket() {
        var heat = HeatMap.of(NAMES, SampleRun.trials());
        assertThat(heat.axis()).isEqualTo(new LogAxis(100, 500));
        assertThat(heat.step()).isEqualTo(1);
        assertThat(heat.edges()).hasSize(25).startsWith(100.0).endsWith(500.0);
        var pool = heat.maps().getFirst().counts();
        // 24 ln(400 / 100) / ln(500 / 100) = 20.7: the 21st row
        assertThat(pool.get(20)).containsExactly(3_000L, 3_000L);
        assertThat(pool.stream().flatMap(List::stream).mapToLong(n -> n).sum()).isEqualTo(6_000);
        assertThat(heat.maps().getLast().counts().getFirst()).containsExactly(12_000L, 12_000L);
    }

    @Test
    void a_column_is_as_long_as_an_interval_at_least() {
        assertThat(HeatMap.columns(10.02, 1.003)).isEqualTo(10);
        assertThat(HeatMap.columns(7, 1.2)).as("7 / 1.2 = 5.8").isEqualTo(5);
        assertThat(HeatMap.columns(600, 1)).isEqualTo(60);
        assertThat(HeatMap.columns(0.5, 1)).isEqualTo(1);
    }

    @Test
    void a_variant_without_responses_has_no_map() {
        var virtual =
                SampleRun.trials().stream()
                        .filter(t -> t.trial().variant().equals(SampleRun.VIRTUAL))
                        .toList();
        assertThat(HeatMap.of(NAMES, virtual).maps())
                .extracting(HeatMap.Counts::variant)
                .containsExactly(1);
        var none = HeatMap.of(NAMES, List.of());
        assertThat(none.maps()).isEmpty();
        assertThat(HeatMapView.of(none, NAMES).across()).isEmpty();
    }
}
