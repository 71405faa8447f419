package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.Window;
import dev.loombench.load.record.CompressedInterval;
import dev.loombench.load.result.LoadResult.Second;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ArrivedSecondsTest {
    private static final long SECOND = 1_000_000_000;
    private static final long START = 5 * SECOND;

    @Test
    void the_seconds_of_all_agents_are_added() {
        var seconds = arrived();
        var merged = seconds.merged(_ -> true);
        assertThat(counts(merged)).containsExactly(15L, 7L);
        assertThat(merged.getFirst().window()).isEqualTo(new Window(START, START + SECOND));
        assertThat(counts(seconds.merged(_ -> true))).as("again").containsExactly(15L, 7L);
    }

    /// The second agent was lost within its second second.
    @Test
    void the_seconds_of_a_lost_agent_are_left_out_like_its_counts() {
        assertThat(counts(arrived().merged(agent -> agent != 1))).containsExactly(10L, 7L);
        assertThat(arrived().merged(_ -> false)).isEmpty();
    }

    /// Two agents with 10 and 5 responses in the first second, and 7 of the first in the next.
    private static ArrivedSeconds arrived() {
        var seconds = new ArrivedSeconds(2, START);
        seconds.add(0, second(0, 10));
        seconds.add(1, second(0, 5));
        seconds.add(0, second(1, 7));
        return seconds;
    }

    private static CompressedInterval second(int number, long responses) {
        var histogram = new Histogram(64, 3_600_000_000_000L, 3);
        histogram.recordValueWithCount(1_000_000, responses);
        long start = START + number * SECOND;
        return CompressedInterval.of(
                new Second(new Window(start, start + SECOND), histogram, histogram));
    }

    private static List<Long> counts(List<Second> seconds) {
        return seconds.stream().map(s -> s.responseTime().getTotalCount()).toList();
    }
}
