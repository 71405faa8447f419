package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.proc.ContextSwitches.Count;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SwitchSamplingTest {
    private final ObservationBuffer buffer = new ObservationBuffer("proc");

    @Test
    void a_sample_has_both_kinds_of_switches_of_all_threads() {
        var sampling = new SwitchSampling(buffer);
        sampling.sample(true, () -> Map.of(1, new Count(10, 1), 2, new Count(5, 2)));
        sampling.sample(true, () -> Map.of(1, new Count(11, 1)));
        assertThat(values(MetricId.PROCESS_SWITCHES_VOLUNTARY)).containsExactly(15.0, 16.0);
        assertThat(values(MetricId.PROCESS_SWITCHES_INVOLUNTARY)).containsExactly(3.0, 3.0);
    }

    private List<Double> values(MetricId metric) {
        return Series.of(metric, buffer.observations()).orElseThrow().points().stream()
                .map(Point::value)
                .toList();
    }
}
