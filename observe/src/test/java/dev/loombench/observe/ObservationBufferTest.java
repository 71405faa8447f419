package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/// Readings of how often was read, by a clock whose instants are given in ms, two for each reading.
class ObservationBufferTest {
    private static final String OBSERVER = "scripted";
    private static final MetricId METRIC = MetricId.PROCESS_CPU;

    private final AtomicLong readings = new AtomicLong();

    private static ObservationBuffer buffer(double... millis) {
        var instants = DoubleStream.of(millis).mapToLong(at -> Math.round(at * 1e6)).iterator();
        return new ObservationBuffer(OBSERVER, instants::nextLong);
    }

    private static void assertPoints(ObservationBuffer buffer, Point... points) {
        assertThat(buffer.observations())
                .containsExactly(new Series(OBSERVER, METRIC, List.of(points)));
    }

    @Test
    void a_value_has_the_time_of_the_middle_of_its_reading() {
        var buffer = buffer(100, 100.9);
        buffer.sample(METRIC, readings::incrementAndGet);
        assertPoints(buffer, new Point(100_450_000, 1));
    }

    /// Its thread waited for a processor for 80 ms, before or after the value was read.
    @Test
    void a_reading_that_took_long_is_repeated() {
        var buffer = buffer(100, 180, 180.1, 180.2);
        buffer.sample(METRIC, readings::incrementAndGet);
        assertPoints(buffer, new Point(180_150_000, 2));
    }

    /// The second one took 15 ms, less than twice the shortest of the first five.
    @Test
    void what_takes_long_each_time_is_not_repeated_each_time() {
        var buffer = buffer(0, 10, 10, 22, 22, 34, 34, 46, 46, 58, 100, 115);
        buffer.sample(METRIC, readings::incrementAndGet);
        buffer.sample(METRIC, readings::incrementAndGet);
        assertPoints(buffer, new Point(5_000_000, 1), new Point(107_500_000, 6));
    }

    @Test
    void what_costs_too_much_is_read_once() {
        var buffer = buffer(0, 80);
        var reading = buffer.readOnce(readings::incrementAndGet);
        buffer.add(METRIC, reading, reading.value());
        assertPoints(buffer, new Point(40_000_000, 1));
    }

    @Test
    void a_value_without_a_reading_has_the_present_time() {
        var buffer = buffer(7);
        buffer.add(METRIC, 5);
        assertPoints(buffer, new Point(7_000_000, 5));
    }
}
