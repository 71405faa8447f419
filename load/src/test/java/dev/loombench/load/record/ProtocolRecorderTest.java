package dev.loombench.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.http2.ErrorCode;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.Handshake;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Which reports of a connection's protocols count to the window, on times of the test's own.
class ProtocolRecorderTest {
    private static final long START = 5_000_000_000L;
    private static final long MILLI = 1_000_000;

    private final Recorder recorder = new Recorder(() -> 0);
    private final ProtocolRecorder protocol = recorder.protocol();
    private final RecordedWindow window =
            new RecordedWindow(
                    new IntervalCollector(1, _ -> {}), true, true, RecordedWindow.Goal.NONE, 1);

    private void begin() {
        recorder.requestWindow(window);
        recorder.takeRequestedWindow();
        window.beginAt(START);
        recorder.updateWindow(START);
    }

    private void end(long at) {
        window.endAt(START + at);
        recorder.updateWindow(START + at);
    }

    private static Handshake handshake(boolean resumed) {
        return new Handshake(3 * MILLI, "TLSv1.3", "TLS_AES_128_GCM_SHA256", "h2", resumed);
    }

    /// One report of each kind.
    private void report(long at) {
        protocol.secured(handshake(true));
        protocol.alert("handshake_failure", START + at);
        protocol.fault(ErrorKind.MALFORMED, "found at " + at, START + at);
        protocol.closedByFrame(ErrorKind.CLOSE_OTHER);
        protocol.goingAway();
        protocol.goAwayError(ErrorCode.ENHANCE_YOUR_CALM);
        protocol.refused();
        protocol.waits();
        protocol.heldStreamEnded();
    }

    @Test
    void reports_count_to_the_window_while_it_runs() {
        report(-MILLI);
        begin();
        report(5 * MILLI);
        end(10 * MILLI);
        report(11 * MILLI);
        assertThat(window.protocol.resumedHandshakes).isOne();
        assertThat(window.protocol.handshakeTime.getTotalCount()).isOne();
        assertThat(window.protocol.alerts).isEqualTo(Map.of("handshake_failure", 1L));
        assertThat(EventRecord.sum(List.of(window.events())).orElseThrow().closed())
                .isEqualTo(Map.of(ErrorKind.CLOSE_OTHER.label(), 1L));
        assertThat(EventRecord.sum(List.of(window.events())).orElseThrow().faults())
                .isEqualTo(Map.of(ErrorKind.MALFORMED.label(), "found at " + 5 * MILLI));
        assertThat(window.protocol.goAways).isOne();
        assertThat(window.protocol.errorCodes.codes().goAway())
                .isEqualTo(Map.of("ENHANCE_YOUR_CALM", 1L));
        assertThat(window.protocol.refused).isOne();
        assertThat(window.protocol.waited).isOne();
        assertThat(window.protocol.heldStreamsEnded).isOne();
    }

    /// A greeting comes as a connection is opened, which may be before the window.
    @Test
    void messages_without_a_request_are_those_since_the_start() {
        protocol.unrequestedMessage();
        begin();
        protocol.unrequestedMessage();
        recorder.finish(START + MILLI);
        assertThat(EventRecord.sum(List.of(window.events())).orElseThrow().unrequested())
                .isEqualTo(2);
    }

    @Test
    void a_server_that_allows_no_stream_for_a_while_has_the_limit_of_its_other_times() {
        begin();
        protocol.streamLimit(0);
        protocol.streamLimit(250);
        protocol.streamLimit(100);
        protocol.streamLimit(0);
        recorder.finish(START + MILLI);
        assertThat(window.protocol.streamLimit).isEqualTo(100);
    }

    @Test
    void a_server_that_allows_no_stream_at_all_has_a_limit_of_none() {
        begin();
        protocol.streamLimit(0);
        recorder.finish(START + MILLI);
        assertThat(window.protocol.streamLimit).isZero();
    }

    /// Connections may be opened before the window and kept: it has their handshake and the lowest
    /// of their limits, but not their count.
    @Test
    void the_last_handshake_and_the_lowest_limit_are_those_since_the_start() {
        var last = handshake(false);
        protocol.secured(handshake(true));
        protocol.secured(last);
        protocol.streamLimit(100);
        protocol.streamLimit(250);
        begin();
        recorder.finish(START + MILLI);
        assertThat(window.protocol.lastHandshake).isSameAs(last);
        assertThat(window.protocol.streamLimit).isEqualTo(100);
        assertThat(window.protocol.handshakeTime.getTotalCount()).isZero();
        assertThat(window.protocol.resumedHandshakes).isZero();
    }
}
