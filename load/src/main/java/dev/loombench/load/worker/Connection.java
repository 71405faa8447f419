package dev.loombench.load.worker;

import dev.loombench.http.ProtocolParser;
import dev.loombench.load.record.Exchange;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult.Events;

/// A connection of a load, open or not, with its present exchange. Created once and reused.
final class Connection {
    /// The pause after the first failure; each further consecutive failure doubles it.
    static final long FIRST_BACKOFF_NANOS = 10_000_000;

    static final long MAX_BACKOFF_NANOS = 1_000_000_000;

    enum State {
        CLOSED,
        /// Waits to be opened.
        QUEUED,
        CONNECTING,
        FREE,
        /// The request is sent, the response is not complete.
        BUSY
    }

    final int id;
    final Exchange exchange = new Exchange();
    final ProtocolParser parser;

    State state = State.CLOSED;

    /// When the last attempt to open it began.
    long connectStart;

    /// Whether it has a request, sent or not, that has not ended.
    boolean hasRequest;

    /// Whether that request is sent a second time, because the server closed the connection of the
    /// first.
    boolean isRetry;

    /// Whether the bytes of that request were encoded, so that they are the same when it is sent
    /// again.
    boolean isPrepared;

    /// Whether that request waits in the transport for its turn.
    boolean awaitsTurn;

    /// Whether it has waited for its turn, now or before it was sent again.
    boolean hasWaited;

    /// Whether bytes have arrived since the request was sent.
    boolean hasReceived;

    /// Whether the present stream has had an event, and when the last one came.
    boolean hasEvent;

    long lastEventNanos;

    /// Whether the present response on a stream of HTTP/2 counts as complete, and goes on.
    boolean goesOn;

    private boolean wasOpened;
    private boolean responded;
    private int consecutiveFailures;

    Connection(int id, ProtocolParser parser) {
        this.id = id;
        this.parser = parser;
    }

    void opened() {
        state = State.FREE;
        wasOpened = true;
        responded = false;
        goesOn = false;
    }

    /// Whether more of a response follows although it is complete.
    boolean isStreaming() {
        return goesOn || parser.isStreaming();
    }

    /// Whether it was never open, and nothing shows that it could not be: no attempt has failed or
    /// takes longer than others should.
    ///
    /// @param longestNanos that an attempt should take
    boolean awaitsFirstOpening(long now, long longestNanos) {
        return !wasOpened
                && consecutiveFailures == 0
                && (state != State.CONNECTING || now - connectStart <= longestNanos);
    }

    /// What was wrong with the bytes that came for the present request, or what a time-out cut off;
    /// empty where nothing more is known than the kind of its failure.
    ///
    /// @param sending whether a part of the request is still to be sent
    String found(ErrorKind error, boolean sending) {
        if (state != State.BUSY) {
            return "";
        }
        if (!hasReceived) {
            return error == ErrorKind.TIMEOUT && sending ? Events.UNSENT : "";
        }
        if (error == ErrorKind.TIMEOUT) {
            return "the response began and did not end";
        }
        return error == ErrorKind.MALFORMED || error == ErrorKind.TOO_LARGE ? parser.fault() : "";
    }

    void responded() {
        responded = true;
        consecutiveFailures = 0;
    }

    void failed() {
        consecutiveFailures++;
    }

    /// Whether the present request was sent, and nothing has arrived since.
    boolean awaitsFirstByte() {
        return state == State.BUSY && !hasReceived;
    }

    /// Whether a response has come since it was opened.
    boolean hasResponse() {
        return responded;
    }

    /// Records that the connection was closed without a request: a failure only if it never had a
    /// response, or the client would reconnect without pause to a server that closes at once.
    ///
    /// @param hadResponse as in `Connections.hasResponse`
    void closedWhileIdle(boolean hadResponse) {
        if (!hadResponse) {
            consecutiveFailures++;
        }
    }

    /// How long to wait before the next attempt, ns: 0 after a response, then 10 ms, 20 ms ... 1 s.
    long backoffNanos() {
        if (consecutiveFailures == 0) {
            return 0;
        }
        return Math.min(
                MAX_BACKOFF_NANOS, FIRST_BACKOFF_NANOS << Math.min(consecutiveFailures - 1, 7));
    }
}
