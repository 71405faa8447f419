package dev.loombench.load.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.result.LoadResult.Generator;
import dev.loombench.load.result.LoadResult.Stalls;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PacingTextTest {
    @Test
    void the_cost_of_a_timer_is_said_where_it_decides() {
        assertThat(text(OptionalLong.of(23_900)))
                .isEqualTo("pacing 1ms (a timer takes 23.9 µs of CPU)");
        assertThat(text(OptionalLong.empty())).isEqualTo("pacing 1ms");
    }

    private static String text(OptionalLong timerCostNanos) {
        return PacingText.of(
                new Generator(
                        "io_uring",
                        "",
                        "1ms",
                        timerCostNanos,
                        1,
                        0,
                        0,
                        OptionalLong.of(0),
                        OptionalDouble.empty(),
                        new Histogram(3),
                        Stalls.NONE));
    }
}
