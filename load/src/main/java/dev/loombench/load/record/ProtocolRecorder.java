package dev.loombench.load.record;

import dev.loombench.http2.ErrorCode;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.HeaderListExcess;
import dev.loombench.load.result.Streams;
import dev.loombench.load.transport.Handshake;
import org.jspecify.annotations.Nullable;

/// The record of what TLS, HTTP/2 and WebSocket report of a worker's connections: since the start,
/// and within the window that is open.
public final class ProtocolRecorder {
    private @Nullable RecordedWindow window;

    /// The last handshake since the start, also before a window.
    private @Nullable Handshake lastHandshake;

    /// The lowest that a server has announced since the start, as in [Streams#lowerLimit].
    private long lowestStreamLimit = Long.MAX_VALUE;

    /// The first since the start.
    private @Nullable HeaderListExcess headerList;

    /// Messages of WebSocket without a request since the start or the end of the last window: a
    /// server may greet connections that are opened before a window.
    private long unrequestedMessages;

    ProtocolRecorder() {}

    /// Records a window from now on.
    void begin(RecordedWindow next) {
        window = next;
    }

    /// Ends the record of the window, and adds to it what is known since the start.
    void finish() {
        var current = window;
        window = null;
        if (current != null) {
            current.protocol.lastHandshake = lastHandshake;
            current.protocol.streamLimit = lowestStreamLimit;
            current.protocol.headerList = headerList;
            if (unrequestedMessages > 0) {
                current.events().unrequested = unrequestedMessages;
                unrequestedMessages = 0;
            }
        }
    }

    private @Nullable RecordedWindow runningWindow() {
        var current = window;
        return current != null && current.isRunning() ? current : null;
    }

    /// Records what was wrong with the bytes of the server, for which something fails next: within
    /// the window, or while its requests end.
    public void fault(ErrorKind kind, String found, long now) {
        var current = window;
        if (current != null && (current.isOpen(now) || current.ended())) {
            current.events().faults.putIfAbsent(kind, found);
        }
    }

    /// Whether the first one of a kind is not yet known.
    public boolean wantsFault(ErrorKind kind) {
        var current = window;
        return current != null
                && (current.events == null || !current.events.faults.containsKey(kind));
    }

    // TLS.

    /// Records the handshake that secured an opened connection.
    public void secured(Handshake handshake) {
        lastHandshake = handshake;
        var running = runningWindow();
        if (running != null) {
            running.protocol.resumedHandshakes += handshake.resumed() ? 1 : 0;
            IntervalHistograms.record(running.protocol.handshakeTime, handshake.nanos());
        }
    }

    /// Records that the server ended a connection by an alert of TLS.
    public void alert(String name, long now) {
        var current = window;
        if (current != null && current.isOpen(now)) {
            current.protocol.alerts.merge(name, 1L, Long::sum);
        }
    }

    // WebSocket.

    /// Records that the server closed a connection without a request by a close frame, or by a
    /// frame that is none.
    public void closedByFrame(ErrorKind error) {
        var running = runningWindow();
        if (running != null) {
            running.events().closed(error);
        }
    }

    /// Records that a message came that no request waited for.
    public void unrequestedMessage() {
        unrequestedMessages++;
    }

    // HTTP/2.

    /// Records the most requests at a time that the server allows on a connection.
    public void streamLimit(long limit) {
        lowestStreamLimit = Streams.lowerLimit(lowestStreamLimit, limit);
    }

    /// Records that a request has more header fields than the server accepts.
    public void headerListExceeded(HeaderListExcess excess) {
        headerList = headerList == null ? excess : headerList;
    }

    /// Records that the server takes no further requests on a connection.
    public void goingAway() {
        var running = runningWindow();
        if (running != null) {
            running.protocol.goAways++;
        }
    }

    /// Records that it ended such a connection with an error.
    public void goAwayError(ErrorCode code) {
        var running = runningWindow();
        if (running != null) {
            running.protocol.errorCodes.goAway(code);
        }
    }

    /// Records that the server did not process a request, which is sent again.
    public void refused() {
        var running = runningWindow();
        if (running != null) {
            running.protocol.refused++;
        }
    }

    /// Records that a held stream has ended after its first part, by the server or with its
    /// connection.
    public void heldStreamEnded() {
        var running = runningWindow();
        if (running != null) {
            running.protocol.heldStreamsEnded++;
        }
    }

    /// Records that a request waits on an open connection, because the server allows no more.
    public void waits() {
        var running = runningWindow();
        if (running != null) {
            running.protocol.waited++;
        }
    }
}
