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
                    1,
                    0.01);

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

    private static OverRule rule(String objective, double rate, double lightSeconds) {
        var objectives = Objectives.parse(List.of(objective));
        return new OverRule(objectives, rate, Duration.ofSeconds(10), 1, lightSeconds);
    }

    @Test
    void a_second_of_arrivals_in_the_backlog_ends_any_window() {
        var errors = rule("errors<1%", 100, 0.01);
        assertThat(errors.isOver(slow(0, 0), 100)).isFalse();
        assertThat(errors.isOver(slow(0, 0), 101)).isTrue();
        var slow = rule("mean<3s", 100, Double.POSITIVE_INFINITY);
        assertThat(slow.isOver(slow(0, 0), 600)).isFalse(); // 2 * 3 s of 100/s
        assertThat(slow.isOver(slow(0, 0), 601)).isTrue();
    }

    /// Of 100/s that take 3 s each, 300 are in flight.
    @Test
    void requests_that_take_seconds_are_no_backlog_where_only_errors_count() {
        var errors = rule("errors<1%", 100, 3);
        assertThat(errors.isOver(slow(0, 0), 330)).isFalse();
        assertThat(errors.isOver(slow(0, 0), 601)).as("2 * 3 s").isTrue();
    }

    /// 2 * 0.1 s of 1,000/s and 300 requests, below a second of arrivals; 10 s would be 10,000.
    @Test
    void a_limit_of_seconds_does_not_let_a_queue_grow_for_longer_than_the_window() {
        var fast = rule("p99<5s", 1_000, 0.1);
        assertThat(fast.isOver(slow(0, 0), 1_000)).isFalse();
        assertThat(fast.isOver(slow(0, 0), 1_001)).isTrue();
        var few = rule("p99<5s", 100, 0.1);
        assertThat(few.isOver(slow(0, 0), 320)).isFalse(); // 20 + 300
        assertThat(few.isOver(slow(0, 0), 321)).isTrue();
        var slow = rule("mean<5s", 10, 0.1);
        assertThat(slow.isOver(slow(0, 0), 100)).isFalse(); // 2 * 5 s
        assertThat(slow.isOver(slow(0, 0), 101)).isTrue();
    }

    /// A pause of 1.5 s within a minute, which `p99<2s` allows: 1,500 requests wait.
    @Test
    void a_pause_that_the_limit_allows_is_no_backlog_in_a_long_window() {
        var objectives = Objectives.parse(List.of("p99<2s"));
        var hold = new OverRule(objectives, 1_000, Duration.ofSeconds(60), 1, 0.1);
        assertThat(hold.isOver(slow(0, 0), 1_500)).isFalse();
        assertThat(hold.backlogIsOver(4_000)).isFalse();
        assertThat(hold.backlogIsOver(4_001)).isTrue();
    }

    /// Of 1,000/s, 10 s have 10,000 requests; 100 may be in flight, and 5 * 100 + 5 by chance.
    @Test
    void a_server_that_answers_fewer_than_arrive_does_not_keep_up() {
        var patient = rule("p99<2s", 1_000, 0.1);
        assertThat(patient.isBehind(10_000, 9_396)).isFalse();
        assertThat(patient.isBehind(10_000, 9_394)).isTrue();
        assertThat(rule("p99<2s", 1_000, Double.POSITIVE_INFINITY).isBehind(10_000, 0)).isFalse();
        assertThat(rule("p99<1s", 1_000, 0.1).isBehind(10_000, 0))
                .as("a backlog would exceed the limit")
                .isFalse();
    }
}
