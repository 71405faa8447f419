package dev.loombench.governor.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlidingWindowMaxTest {
    private static final long SPAN = 8_000;

    private final SlidingWindowMax window = new SlidingWindowMax(SPAN);

    private record Value(long nanos, int value) {}

    @Test
    void when_the_maximum_expires_the_next_highest_value_replaces_it() {
        window.restart(0, 100);
        window.add(7_000, 90);
        window.add(9_500, 10);
        assertThat(window.max()).isEqualTo(90);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void values_expire_between_one_span_and_an_eighth_more(long seed) {
        var random = new Random(seed);
        var values = new ArrayDeque<Value>();
        values.add(new Value(0, 500));
        window.restart(0, 500);
        long now = 0;
        for (int i = 0; i < 5_000; i++) {
            now += random.nextInt(10) == 0 ? random.nextLong(3 * SPAN) : random.nextLong(400);
            int value = random.nextInt(1_000) - 500;
            window.add(now, value);
            values.add(new Value(now, value));
            assertThat(window.max())
                    .isBetween(maxSince(values, now - SPAN), maxSince(values, now - SPAN * 9 / 8));
        }
    }

    private static int maxSince(ArrayDeque<Value> values, long nanos) {
        return values.stream()
                .filter(v -> v.nanos() > nanos)
                .mapToInt(Value::value)
                .max()
                .orElseThrow();
    }
}
