package dev.loombench.run.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Event;
import dev.loombench.observe.result.Observation.Events;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.Observation.ThreadCpu;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShiftedObservationTest {
    private static Observation shifted(Observation observation) {
        return ShiftedObservation.of(observation, nanos -> nanos - 100);
    }

    @Test
    void times_move_to_this_machines_clock_and_values_stay() {
        assertThat(
                        shifted(
                                new Series(
                                        "proc",
                                        MetricId.PROCESS_CPU,
                                        List.of(new Point(150, 1), new Point(250, 2)))))
                .isEqualTo(
                        new Series(
                                "proc",
                                MetricId.PROCESS_CPU,
                                List.of(new Point(50, 1), new Point(150, 2))));
        assertThat(shifted(new Events("gc", "gc.pause", List.of(new Event(130, 7, "young")))))
                .isEqualTo(new Events("gc", "gc.pause", List.of(new Event(30, 7, "young"))));
        assertThat(shifted(new ThreadDump("attach", 110, 3, 2, 1, List.of())))
                .isEqualTo(new ThreadDump("attach", 10, 3, 2, 1, List.of()));
        assertThat(
                        shifted(
                                new ThreadCpu(
                                        "attach",
                                        "loop",
                                        List.of(),
                                        List.of(new Point(150, 1)),
                                        List.of(new Point(160, 2)))))
                .isEqualTo(
                        new ThreadCpu(
                                "attach",
                                "loop",
                                List.of(),
                                List.of(new Point(50, 1)),
                                List.of(new Point(60, 2))));
        var missing = new Unavailable("attach", "heap", "why");
        assertThat(shifted(missing)).isEqualTo(missing);
    }
}
