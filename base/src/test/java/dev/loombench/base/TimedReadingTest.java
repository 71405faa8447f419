package dev.loombench.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Readings of how often was read, by a clock whose instants are given, two for each reading.
class TimedReadingTest {
    private final AtomicInteger readings = new AtomicInteger();

    private static LongSupplier clock(long... instants) {
        var left = LongStream.of(instants).iterator();
        return left::nextLong;
    }

    @Test
    void a_value_was_read_in_the_middle_of_its_reading() {
        var reading = TimedReading.of(clock(100, 140), readings::incrementAndGet);
        assertThat(reading).isEqualTo(new TimedReading<>(1, 120, 40));
    }

    @Test
    void a_reading_is_repeated_until_one_is_short() {
        var clock = clock(0, 80, 100, 150, 200, 249);
        var reading = TimedReading.shortest(50, clock, readings::incrementAndGet);
        assertThat(reading).isEqualTo(new TimedReading<>(3, 224, 49));
    }

    @Test
    void of_five_readings_that_took_long_the_shortest_counts() {
        var clock = clock(0, 90, 100, 160, 200, 280, 300, 370, 400, 495);
        var reading = TimedReading.shortest(50, clock, readings::incrementAndGet);
        assertThat(reading).isEqualTo(new TimedReading<>(2, 130, 60));
        assertThat(readings).hasValue(5);
    }
}
