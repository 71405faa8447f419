package dev.loombench.analysis.capacity.objective;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OverRuleTest {
    private static final OverRule RULE =
            new OverRule(
                    Objectives.parse(List.of("p99<50ms", "errors<1%")),
                    1_000,
                    Duration.ofSeconds(10),
                    1);

    private static WindowCounts slow(int count, long errors) {
        var times = new Histogram(3);
        times.recordValueWithCount(Duration.ofMillis(80).toNanos(), count);
        return new WindowCounts(times, count + errors, errors);
    }

    @Test
    void more_slow_responses_than_the_whole_window_allows_end_it() {
        // 10,000 arrivals + 3 * 100: 1 % are 103
        assertThat(RULE.isOver(slow(103, 0), 0)).isFalse();
        assertThat(RULE.isOver(slow(104, 0), 0)).isTrue();
    }

    @Test
    void requests_count_as_slow_once_they_must_be_older_than_the_limit() {
        // The last 50 ms have 50 arrivals, at most 50 + 5 * 7.07 + 5 = 90.4.
        assertThat(RULE.isOver(slow(0, 0), 190)).isFalse();
        assertThat(RULE.isOver(slow(0, 0), 194)).isTrue();
        assertThat(RULE.isOver(slow(60, 0), 150)).isTrue();
    }

    @Test
    void errors_end_it_too() {
        assertThat(RULE.isOver(slow(0, 103), 0)).isFalse();
        assertThat(RULE.isOver(slow(0, 104), 0)).isTrue();
    }

    @Test
    void a_second_of_arrivals_in_the_backlog_ends_any_window() {
        var errors =
                new OverRule(
                        Objectives.parse(List.of("errors<1%")), 100, Duration.ofSeconds(10), 1);
        assertThat(errors.isOver(slow(0, 0), 100)).isFalse();
        assertThat(errors.isOver(slow(0, 0), 101)).isTrue();
        var slow =
                new OverRule(Objectives.parse(List.of("mean<3s")), 100, Duration.ofSeconds(10), 1);
        assertThat(slow.isOver(slow(0, 0), 600)).isFalse(); // 2 * 3 s of 100/s
        assertThat(slow.isOver(slow(0, 0), 601)).isTrue();
    }
}
