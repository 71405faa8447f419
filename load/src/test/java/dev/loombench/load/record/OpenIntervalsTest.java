package dev.loombench.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.Window;
import dev.loombench.load.record.RecordedWindow.Goal;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult.Second;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// On a simulated clock.
class OpenIntervalsTest {
    private static final long START = 5_000_000_000L;
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;

    private final List<Second> handedOver = new ArrayList<>();
    private final IntervalCollector collector = new IntervalCollector(1, this::collected);
    private final RecordedWindow window = new RecordedWindow(collector, true, true, Goal.NONE, 1);
    private boolean backlog;

    private void collected(Second interval) {
        synchronized (handedOver) {
            handedOver.add(interval);
        }
    }

    @BeforeEach
    void begin() {
        collector.start();
        window.beginAt(START);
        assertThat(window.shouldBegin(START)).isTrue();
        window.begin(START, 0, 1);
    }

    @AfterEach
    void stop() {
        collector.stop();
    }

    @Test
    void a_response_belongs_to_the_second_of_its_intended_send() throws Exception {
        var slow = started(900 * MILLI);
        var fast = started(950 * MILLI);
        succeeded(fast, 960 * MILLI);
        tick(SECOND);
        var next = started(SECOND + 100 * MILLI);
        succeeded(next, SECOND + 110 * MILLI);
        succeeded(slow, SECOND + 500 * MILLI);
        tick(2 * SECOND);
        assertThat(counts(2 * SECOND)).containsExactly(2L, 1L);
    }

    /// A steady load whose responses take 10 or 900 ms in turn: by the time of arrival, the first
    /// second would have more fast ones than slow ones, and the last more slow ones.
    @Test
    void a_steady_load_has_equal_seconds() throws Exception {
        record Pending(Exchange exchange, long at) {}
        var pending = new ArrayList<Pending>();
        for (long now = 0; now < 4 * SECOND; now += 5 * MILLI) {
            tick(now);
            if (now < 3 * SECOND) {
                pending.add(new Pending(started(now), now + 10 * MILLI));
                pending.add(new Pending(started(now), now + 900 * MILLI));
            } else if (!window.ended()) {
                window.end(START + now, 0, 0);
            }
            long time = now;
            var due = pending.stream().filter(p -> p.at <= time).toList();
            due.forEach(p -> succeeded(p.exchange, p.at));
            pending.removeAll(due);
        }
        assertThat(finished(4 * SECOND))
                .hasSize(3)
                .allSatisfy(interval -> {
                    assertThat(interval.responseTime().getTotalCount()).isEqualTo(400);
                    assertThat(interval.responseTime().getPercentileAtOrBelowValue(20 * MILLI))
                            .isEqualTo(50);
                });
    }

    @Test
    void an_interval_is_handed_over_once_its_requests_have_ended() throws Exception {
        var slow = started(900 * MILLI);
        tick(SECOND);
        tick(2 * SECOND);
        assertThat(awaitHandedOver(0)).isEmpty();
        failed(slow, 2 * SECOND + 100 * MILLI);
        tick(2 * SECOND + 100 * MILLI);
        assertThat(awaitHandedOver(2)).hasSize(2);
    }

    /// An arrival of the schedule that waits for a connection has not started.
    @Test
    void an_interval_stays_open_while_arrivals_of_its_second_are_to_start() throws Exception {
        backlog = true;
        tick(SECOND + 100 * MILLI);
        succeeded(started(900 * MILLI), SECOND + 200 * MILLI);
        backlog = false;
        tick(SECOND + 300 * MILLI);
        assertThat(awaitHandedOver(1).getFirst().responseTime().getTotalCount()).isOne();
    }

    /// As when the worker did not run for 2.6 s: the interval is longer, and the next one ends with
    /// its own second.
    @Test
    void a_late_tick_skips_the_seconds_without_one() throws Exception {
        assertThat(tick(900 * MILLI)).isEqualTo(100 * MILLI);
        assertThat(tick(3_500 * MILLI)).isEqualTo(500 * MILLI);
        assertThat(tick(3_700 * MILLI)).isEqualTo(300 * MILLI);
        succeeded(started(3_800 * MILLI), 3_900 * MILLI);
        assertThat(tick(4 * SECOND)).isEqualTo(SECOND);
        assertThat(finished(4_600 * MILLI))
                .extracting(Second::window)
                .containsExactly(
                        window(0, 3_500 * MILLI),
                        window(3_500 * MILLI, 4 * SECOND),
                        window(4 * SECOND, 4_600 * MILLI));
    }

    private static Window window(long start, long end) {
        return new Window(START + start, START + end);
    }

    /// The responses then belong to the earliest interval that is open.
    @Test
    void the_earliest_of_too_many_intervals_is_handed_over_incomplete() throws Exception {
        var slow = started(0);
        int seconds = 3 * OpenIntervals.MAX;
        for (int second = 1; second < seconds; second++) {
            tick(second * SECOND);
            succeeded(started(second * SECOND), second * SECOND + MILLI);
        }
        assertThat(awaitHandedOver(1).getFirst().responseTime().getTotalCount()).isZero();
        succeeded(slow, seconds * SECOND);
        assertThat(counts(seconds * SECOND).stream().mapToLong(n -> n).sum()).isEqualTo(seconds);
    }

    private Exchange started(long intended) {
        var exchange = new Exchange();
        exchange.start(0, START + intended, true);
        window.started(exchange);
        exchange.send(START + intended);
        return exchange;
    }

    private void succeeded(Exchange exchange, long at) {
        window.succeeded(exchange, FirstPart.NONE, START + at);
    }

    private void failed(Exchange exchange, long at) {
        window.failed(exchange, FirstPart.NONE, ErrorKind.RESET, START + at);
    }

    /// @return ns until the next one
    private long tick(long at) {
        return window.tick(START + at, _ -> !backlog);
    }

    /// Those handed over so far, once there are as many.
    private List<Second> awaitHandedOver(int atLeast) throws InterruptedException {
        while (true) {
            synchronized (handedOver) {
                if (handedOver.size() >= atLeast) {
                    return List.copyOf(handedOver);
                }
            }
            Thread.sleep(1);
        }
    }

    /// Responses of each interval of the finished window.
    private List<Long> counts(long end) throws InterruptedException {
        return finished(end).stream().map(i -> i.responseTime().getTotalCount()).toList();
    }

    private List<Second> finished(long at) throws InterruptedException {
        window.finish(START + at, 0, 0);
        return collector.finish();
    }
}
