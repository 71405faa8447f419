package dev.loombench.load.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.loombench.load.record.RecordedWindow.Goal;
import dev.loombench.load.result.ErrorKind;
import org.junit.jupiter.api.Test;

/// Which event counts to the totals, and which to the window; on times of the test's own.
class RecorderTest {
    private static final long START = 5_000_000_000L;
    private static final long MILLI = 1_000_000;

    private long waited;
    private final Recorder recorder = new Recorder(() -> waited);

    private static RecordedWindow window(Goal goal) {
        return new RecordedWindow(new IntervalCollector(1, _ -> {}), true, true, goal, 1);
    }

    /// A window that the worker has taken, and begins at `START`.
    private RecordedWindow requested(Goal goal) {
        var window = window(goal);
        recorder.requestWindow(window);
        assertThat(window.isTaken()).isFalse();
        recorder.takeRequestedWindow();
        assertThat(window.isTaken()).isTrue();
        assertThat(recorder.takeOpeningWindow(START)).isNull();
        window.beginAt(START);
        return window;
    }

    private RecordedWindow begun(Goal goal) {
        var window = requested(goal);
        assertThat(recorder.takeOpeningWindow(START)).isSameAs(window);
        assertThat(recorder.takeOpeningWindow(START)).isNull();
        recorder.updateWindow(START);
        return window;
    }

    private Exchange sent(long intended, long sent) {
        var exchange = new Exchange();
        recorder.start(exchange, 0, START + intended);
        exchange.send(START + sent);
        recorder.sent(exchange, START + sent);
        return exchange;
    }

    private static void end(Recorder recorder, RecordedWindow window, long at) {
        window.endAt(START + at);
        recorder.updateWindow(START + at);
    }

    @Test
    void totals_are_published_once_per_iteration() {
        recorder.opened(3);
        var first = sent(0, 0);
        recorder.succeeded(first, START + 4 * MILLI);
        recorder.failed(sent(0, 0), ErrorKind.RESET, START + MILLI);
        sent(0, 0);
        assertThat(recorder.totals().succeeded()).isZero();

        recorder.publish(7);
        var totals = recorder.totals();
        assertThat(totals.succeeded()).isOne();
        assertThat(totals.responseNanos()).isEqualTo(4 * MILLI);
        assertThat(totals.errors()).isOne();
        assertThat(totals.inFlight()).isOne();
        assertThat(totals.open()).isOne();
        assertThat(totals.overdueNanos()).isEqualTo(7);
    }

    /// By the intended send: the start belongs to the window, the end does not.
    @Test
    void a_request_belongs_to_the_window_of_its_intended_send() {
        var window = begun(Goal.NONE);
        assertThat(sent(-1, 0).counted()).isFalse();
        assertThat(sent(0, 5).counted()).isTrue();
        end(recorder, window, 100 * MILLI);
        assertThat(sent(100 * MILLI - 1, 100 * MILLI).counted()).isTrue();
        assertThat(sent(100 * MILLI, 100 * MILLI).counted()).isFalse();
        assertThat(window.started).isEqualTo(2);
    }

    /// Response 1 to a request of before the window arrives within it, response 2 to a request of
    /// the window after it.
    @Test
    void responses_within_the_window_are_counted_whenever_their_requests_were_sent() {
        var early = sent(-5 * MILLI, -5 * MILLI);
        var window = begun(Goal.NONE);
        recorder.succeeded(early, START + 2 * MILLI);
        recorder.succeeded(sent(MILLI, MILLI), START + 3 * MILLI);
        var late = sent(9 * MILLI, 9 * MILLI);
        assertThat(recorder.drainedWindow()).isNull();
        end(recorder, window, 10 * MILLI);
        assertThat(recorder.drainedWindow()).isNull(); // a response is pending
        recorder.succeeded(late, START + 12 * MILLI);
        assertThat(recorder.drainedWindow()).isSameAs(window);
        assertThat(window.succeeded).isEqualTo(2);
        assertThat(window.succeededInWindow).isEqualTo(2);
    }

    /// One request from -5 to 2 ms, one from 1 ms on in a window of 10 ms: 2 + 9 request-ms. A
    /// retried one, sent at 3, lost at 5 and sent again at 6 ms, adds 2 + 4.
    @Test
    void the_time_in_flight_is_that_within_the_window() {
        var early = sent(-5 * MILLI, -5 * MILLI);
        var window = begun(Goal.NONE);
        recorder.succeeded(early, START + 2 * MILLI);
        sent(MILLI, MILLI);
        var retried = sent(3 * MILLI, 3 * MILLI);
        recorder.connectionLost(retried, START + 5 * MILLI);
        retried.send(START + 6 * MILLI);
        recorder.retried(START + 6 * MILLI);
        end(recorder, window, 10 * MILLI);
        assertThat(window.inFlightNanos).isEqualTo(17 * MILLI);
    }

    @Test
    void connections_count_to_the_window_while_it_runs() {
        recorder.opened(1);
        recorder.closed();
        recorder.opened(1);
        recorder.opened(1);
        var window = begun(Goal.NONE);
        assertThat(window.maxOpen).isEqualTo(2);
        recorder.opened(70 * MILLI);
        recorder.timedOut();
        recorder.closed();
        recorder.earlyResponse();
        recorder.closedUnused(); // on purpose: not lost
        end(recorder, window, 10 * MILLI);
        recorder.opened(1);
        recorder.opened(1);
        recorder.opened(1);
        recorder.closed();
        recorder.earlyResponse();
        recorder.timedOut();
        assertThat(window.maxOpen).isEqualTo(3);
        assertThat(window.lost).isOne();
        assertThat(window.lostByTimeOut).isOne();
        assertThat(window.earlyResponses).isOne();
        assertThat(window.connectTime.getTotalCount()).isOne();
        recorder.publish(0);
        assertThat(recorder.totals().open()).isEqualTo(3);
    }

    /// Bytes count by time, also before the worker's iteration that begins the window.
    @Test
    void bytes_count_by_the_time_of_their_arrival() {
        var window = requested(Goal.NONE);
        recorder.received(1, START - 1);
        recorder.received(10, START);
        recorder.updateWindow(START + 2);
        recorder.received(100, START + 3);
        end(recorder, window, MILLI);
        recorder.received(1_000, START + 2 * MILLI);
        assertThat(window.bytesWithin).isEqualTo(110);
    }

    /// The worker learns of both ends after they have come, in the middle of an iteration.
    @Test
    void an_event_counts_by_its_time_between_two_iterations() {
        var first = sent(-MILLI, -MILLI);
        var second = sent(-MILLI, -MILLI);
        var third = sent(-MILLI, -MILLI);
        var window = window(Goal.NONE);
        recorder.requestWindow(window);
        recorder.takeRequestedWindow();
        recorder.succeeded(first, START + MILLI); // it does not begin before it is told
        window.beginAt(START + 2 * MILLI);
        recorder.succeeded(second, START + 3 * MILLI);
        window.endAt(START + 4 * MILLI);
        recorder.succeeded(third, START + 5 * MILLI);
        recorder.updateWindow(START + 6 * MILLI);
        assertThat(window.succeededInWindow).isOne();
        assertThat(window.startNanos).isEqualTo(START + 2 * MILLI);
        assertThat(window.endNanos).isEqualTo(START + 4 * MILLI);
        assertThat(window.inFlightNanos).isEqualTo(3 * MILLI); // one for 1 ms, one for 2 ms
        assertThat(sent(4 * MILLI, 6 * MILLI).counted()).isFalse();
    }

    /// The arrivals of the load before are not sent in place of those of the window, which begin
    /// with the next iteration.
    @Test
    void a_load_profile_that_has_yet_to_begin_is_awaited() {
        var first = sent(-MILLI, -MILLI);
        var window = requested(Goal.NONE);
        assertThat(recorder.awaitsProfile(START - 1)).isFalse();
        recorder.succeeded(first, START + MILLI);
        assertThat(recorder.awaitsProfile(START + 1)).isTrue();
        assertThat(recorder.takeOpeningWindow(START + 2 * MILLI)).isSameAs(window);
        assertThat(recorder.awaitsProfile(START + 1)).isFalse();
        assertThat(window.startNanos).isEqualTo(START);
    }

    /// Of requests that are not sent before.
    @Test
    void a_window_of_a_number_of_requests_begins_with_the_iteration_that_knows_of_it() {
        var early = sent(-MILLI, -MILLI);
        var window = requested(new Goal(2, true));
        recorder.succeeded(early, START + MILLI);
        assertThat(window.isRunning()).isFalse();
        recorder.takeOpeningWindow(START + 2 * MILLI);
        recorder.updateWindow(START + 2 * MILLI);
        assertThat(window.isRunning()).isTrue();
        assertThat(window.startNanos).isEqualTo(START + 2 * MILLI);
    }

    /// Of a load that sends nothing before it, as that of a log without a warm-up: the worker
    /// learns of it after 60 of its 100 ms.
    @Test
    void a_window_of_which_the_worker_learns_late_has_its_length_and_all_its_arrivals() {
        var window =
                new RecordedWindow(new IntervalCollector(1, _ -> {}), false, true, Goal.NONE, 1);
        recorder.requestWindow(window);
        recorder.takeRequestedWindow();
        window.beginAt(START);
        assertThat(recorder.takeOpeningWindow(START + 60 * MILLI)).isSameAs(window);
        recorder.updateWindow(START + 60 * MILLI);
        window.endAt(START + 100 * MILLI);
        recorder.updateWindow(START + 100 * MILLI);
        assertThat(sent(159 * MILLI, 159 * MILLI).counted()).isTrue();
        assertThat(sent(160 * MILLI, 160 * MILLI).counted()).isFalse();
        assertThat(window.endNanos - window.startNanos).isEqualTo(100 * MILLI);
    }

    /// It was to end 3 ms after its beginning, and had counted a response after 4 ms.
    @Test
    void a_window_does_not_end_before_what_it_has_counted() {
        var first = sent(-MILLI, -MILLI);
        var window = begun(Goal.NONE);
        recorder.succeeded(first, START + 4 * MILLI);
        window.endAt(START + 3 * MILLI);
        recorder.updateWindow(START + 9 * MILLI);
        assertThat(window.succeededInWindow).isOne();
        assertThat(window.endNanos).isEqualTo(START + 4 * MILLI + 1);
    }

    /// With the last of its two requests, of which one failed; an earlier one is none of them.
    @Test
    void a_window_of_a_number_of_requests_ends_with_the_last_of_them() {
        var early = sent(-5 * MILLI, -5 * MILLI);
        var window = begun(new Goal(2, true));
        assertThat(recorder.allRequestsStarted()).isFalse();
        var first = sent(MILLI, MILLI);
        var second = sent(2 * MILLI, 2 * MILLI);
        assertThat(recorder.allRequestsStarted()).isTrue();
        assertThat(sent(3 * MILLI, 3 * MILLI).counted()).isFalse();
        recorder.succeeded(early, START + 4 * MILLI);
        recorder.succeeded(second, START + 5 * MILLI);
        assertThat(window.ended()).isFalse();
        recorder.failed(first, ErrorKind.MALFORMED, START + 6 * MILLI);
        assertThat(window.ended()).isTrue();
        assertThat(window.complete()).isTrue();
        assertThat(window.endNanos).isEqualTo(START + 6 * MILLI);
        assertThat(window.succeededInWindow).isOne();
        assertThat(recorder.allRequestsStarted()).isTrue(); // and none until the next window
        requested(Goal.NONE);
        assertThat(recorder.allRequestsStarted()).isFalse();
    }

    /// Of three requests, a load of four workers has none for the last, which learns of the window
    /// after its beginning.
    @Test
    void a_window_without_a_request_ends_with_its_beginning_and_has_a_length() {
        var window = requested(new Goal(0, true));
        recorder.takeOpeningWindow(START + 2 * MILLI);
        recorder.updateWindow(START + 2 * MILLI);
        assertThat(window.ended()).isTrue();
        assertThat(window.endNanos).isEqualTo(START + 2 * MILLI + 1);
        assertThat(window.inFlightNanos).isZero();
    }

    /// A request that was never sent is late with the time it waited.
    @Test
    void late_arrivals_are_those_beyond_the_limit() {
        recorder.lateAfterNanos(MILLI);
        var window = begun(Goal.NONE);
        sent(0, MILLI);
        sent(0, MILLI + 1);
        var unsent = new Exchange();
        unsent.foundNoneFree(true);
        recorder.start(unsent, 0, START + MILLI);
        recorder.failed(unsent, ErrorKind.TIMEOUT, START + 9 * MILLI);
        assertThat(window.lateArrivals).isEqualTo(2);
        assertThat(window.allInUse).isOne();
        assertThat(window.sendLag.getTotalCount()).isEqualTo(3);
        recorder.publish(0);
        assertThat(recorder.totals().inFlight()).isEqualTo(2);
    }

    /// The first has its event after 2 ms, before it times out. The second and the third, which is
    /// never sent, wait for 30 and 40 ms, and that of the same exchange as the first for 10 ms:
    /// 20.5 ms in the mean. A request whose connection was reset has no such time.
    @Test
    void the_time_to_the_first_event_has_the_requests_that_waited_for_it() {
        recorder.firstPart(FirstPart.EVENT);
        var window = begun(Goal.NONE);
        var exchange = sent(0, 0);
        recorder.events(exchange, -1, 1, START + 2 * MILLI);
        recorder.failed(exchange, ErrorKind.TIMEOUT, START + 9 * MILLI);
        recorder.failed(sent(0, 0), ErrorKind.TIMEOUT, START + 30 * MILLI);
        var unsent = new Exchange();
        recorder.start(unsent, 0, START);
        recorder.failed(unsent, ErrorKind.DEADLINE_UNSENT, START + 40 * MILLI);
        recorder.start(exchange, 0, START);
        recorder.failed(exchange, ErrorKind.TIMEOUT, START + 10 * MILLI);
        recorder.failed(sent(0, 0), ErrorKind.RESET, START + 4 * MILLI);
        assertThat(window.events().first.getTotalCount()).isEqualTo(4);
        assertThat(window.events().first.getMean()).isCloseTo(20.5 * MILLI, withPercentage(0.2));
        assertThat(window.events().count).isOne();
        assertThat(window.protocol.firstMessage.getTotalCount()).isZero();
    }

    /// The first has an event, the second none, and the third failed.
    @Test
    void good_responses_without_an_event_are_counted() {
        recorder.firstPart(FirstPart.EVENT);
        var window = begun(Goal.NONE);
        var exchange = sent(0, 0);
        recorder.events(exchange, -1, 1, START + 2 * MILLI);
        recorder.succeeded(exchange, START + 3 * MILLI);
        assertThat(window.events().withoutEvent).isZero();
        recorder.succeeded(sent(0, 0), START + 4 * MILLI);
        recorder.failed(sent(0, 0), ErrorKind.RESET, START + 5 * MILLI);
        assertThat(window.events().withoutEvent).isOne();
    }

    /// 3 ms of a message, and 30 ms of a request without one.
    @Test
    void the_time_to_the_first_message_has_the_requests_that_waited_for_it() {
        recorder.firstPart(FirstPart.MESSAGE);
        var window = begun(Goal.NONE);
        var exchange = sent(0, 0);
        recorder.firstMessage(exchange, START + 3 * MILLI);
        recorder.failed(exchange, ErrorKind.TIMEOUT, START + 9 * MILLI);
        recorder.failed(sent(0, 0), ErrorKind.TIMEOUT, START + 30 * MILLI);
        assertThat(window.protocol.firstMessage.getTotalCount()).isEqualTo(2);
        assertThat(window.protocol.firstMessage.getMean())
                .isCloseTo(16.5 * MILLI, withPercentage(0.2));
        assertThat(window.events).isNull();
    }

    @Test
    void other_responses_have_no_first_part() {
        var window = begun(Goal.NONE);
        recorder.failed(sent(0, 0), ErrorKind.TIMEOUT, START + 30 * MILLI);
        assertThat(window.events).isNull();
        assertThat(window.protocol.firstMessage.getTotalCount()).isZero();
    }

    @Test
    void an_unexpected_status_counts_where_its_request_does() {
        var early = sent(-1, -1);
        var window = begun(Goal.NONE);
        recorder.unexpectedStatus(early, ErrorKind.STATUS_5XX, 503);
        recorder.unexpectedStatus(sent(1, 1), ErrorKind.STATUS_5XX, 503);
        assertThat(window.statuses[503]).isOne();
    }

    /// The transport's count goes on from window to window.
    @Test
    void the_time_waited_is_that_within_the_window() throws Exception {
        waited = 50;
        var window = begun(Goal.NONE);
        waited = 75;
        recorder.finish(START + 100);
        assertThat(window.waitedNanos).isEqualTo(25);
        assertThat(window.endNanos).isEqualTo(START + 100);
        window.finished().await();
        assertThat(recorder.tick(START + 200, _ -> true)).isEqualTo(Long.MAX_VALUE);
    }
}
