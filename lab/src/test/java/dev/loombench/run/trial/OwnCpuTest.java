package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.Window;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A server that used 1 s of CPU time in a window of 2 s.
class OwnCpuTest {
    private static final long SECOND = 1_000_000_000;
    private static final Window WINDOW = new Window(3 * SECOND, 5 * SECOND);

    private static Series grown(MetricId metric, long nanos) {
        return new Series(
                "a test",
                metric,
                List.of(new Point(3 * SECOND, 7), new Point(5 * SECOND, 7.0 + nanos)));
    }

    @Test
    void the_compilers_are_not_among_its_processors() {
        var observations =
                List.<Observation>of(
                        grown(MetricId.PROCESS_CPU, SECOND), grown(MetricId.JIT_CPU, SECOND / 4));
        assertThat(OwnCpu.processors(observations, WINDOW)).hasValue(0.375);
    }

    @Test
    void where_the_compilers_are_not_known_neither_are_its_processors() {
        var observations = List.<Observation>of(grown(MetricId.PROCESS_CPU, SECOND));
        assertThat(OwnCpu.processors(observations, WINDOW)).isEmpty();
    }
}
