package dev.loombench.load;

import dev.loombench.load.http.ProtocolParser;
import dev.loombench.load.record.Exchange;

/// One of the connections a load asks for, open or not, with the exchange it carries. Made once and
/// used throughout.
final class Connection {
    /// The first pause after a failure; each further one in a row doubles it.
    static final long FIRST_PAUSE_NANOS = 10_000_000;

    static final long LONGEST_PAUSE_NANOS = 1_000_000_000;

    enum State {
        CLOSED,
        /// Its turn to be opened will come.
        QUEUED,
        CONNECTING,
        FREE,
        /// Its request is sent, the answer is not complete.
        BUSY
    }

    final int id;
    final Exchange exchange = new Exchange();
    final ProtocolParser parser;

    State state = State.CLOSED;

    /// When it was last ordered to be opened.
    long connectStart;

    /// Whether a request has been begun for this connection and not concluded, sent or not.
    boolean carries;

    /// Whether that request has been sent on an earlier connection, which the server closed.
    boolean resends;

    /// Whether bytes have come back since its request was sent.
    boolean receives;

    private boolean answered;
    private int failuresInARow;

    Connection(int id, ProtocolParser parser) {
        this.id = id;
        this.parser = parser;
    }

    void opened() {
        state = State.FREE;
        answered = false;
    }

    void answered() {
        answered = true;
        failuresInARow = 0;
    }

    void failed() {
        failuresInARow++;
    }

    /// Whether the server may have closed it, as it may at any time between two requests, before
    /// the present request arrived: it has carried a response before, and nothing has come since.
    boolean mayHaveMissedClose() {
        return state == State.BUSY && answered && !receives;
    }

    /// Closed while nothing was asked of it: a failure only where it never answered anything, else
    /// a server that closes at once would be stormed.
    void lostIdle() {
        if (!answered) {
            failuresInARow++;
        }
    }

    /// How long to leave the server alone, ns: 0 after an answer, then 10 ms, 20 ms ... 1 s.
    long pauseNanos() {
        if (failuresInARow == 0) {
            return 0;
        }
        return Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(failuresInARow - 1, 7));
    }
}
