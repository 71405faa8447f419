package dev.loombench.governor.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlidingWindowMaxTest {
    private static final long SPAN = 8_000;

    private final SlidingWindowMax peak = new SlidingWindowMax(SPAN);

    private record Value(long nanos, int value) {}

    /// What the last value alone would say.
    @Test
    void when_the_peak_lapses_the_highest_since_takes_its_place_not_the_last() {
        peak.restart(0, 100);
        peak.add(7_000, 90);
        peak.add(9_500, 10);
        assertThat(peak.highest()).isEqualTo(90);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void nothing_of_the_span_is_forgotten_and_nothing_older_than_an_eighth_more_is_kept(long seed) {
        var random = new Random(seed);
        var came = new ArrayDeque<Value>();
        came.add(new Value(0, 500));
        peak.restart(0, 500);
        long now = 0;
        for (int i = 0; i < 5_000; i++) {
            now += random.nextInt(10) == 0 ? random.nextLong(3 * SPAN) : random.nextLong(400);
            int value = random.nextInt(1_000) - 500;
            peak.add(now, value);
            came.add(new Value(now, value));
            assertThat(peak.highest())
                    .isBetween(
                            highestSince(came, now - SPAN), highestSince(came, now - SPAN * 9 / 8));
        }
    }

    private static int highestSince(ArrayDeque<Value> came, long nanos) {
        return came.stream()
                .filter(v -> v.nanos() > nanos)
                .mapToInt(Value::value)
                .max()
                .orElseThrow();
    }
}
