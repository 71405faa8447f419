package dev.loombench.load.http2;

import static java.util.Objects.requireNonNull;

import dev.loombench.base.IdQueue;
import dev.loombench.http2.ClientConnection;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The slots of a connection: which of them are to be open, which are, and the requests that wait
/// for a stream.
final class LinkSlots {
    private enum State {
        CLOSED,
        /// To be open.
        CONNECTING,
        OPEN
    }

    private final Http2Transport transport;

    /// The connection.
    private final int link;

    private final State[] states;

    /// Whether a slot was to be open when the connection was lost.
    private final boolean[] marked;

    /// Slots whose requests wait for a stream.
    private final IdQueue waiting;

    private final @Nullable EncodedRequest[] requests;

    private final ResponseContent content;
    private final Liveness liveness;

    /// @param content of the responses of these slots
    /// @param liveness of the connection
    LinkSlots(
            Http2Transport transport,
            int link,
            int count,
            ResponseContent content,
            Liveness liveness) {
        this.transport = transport;
        this.link = link;
        this.content = content;
        this.liveness = liveness;
        states = new State[count];
        Arrays.fill(states, State.CLOSED);
        marked = new boolean[count];
        waiting = new IdQueue(count);
        requests = new EncodedRequest[count];
    }

    int count() {
        return states.length;
    }

    // Operations.

    void connect(int slot) {
        states[slot] = State.CONNECTING;
    }

    void close(int slot) {
        states[slot] = State.CLOSED;
        forget(slot);
    }

    /// Whether any slot is open or to be open.
    boolean isNeeded() {
        for (var state : states) {
            if (state != State.CLOSED) {
                return true;
            }
        }
        return false;
    }

    /// Whether another one is open or to be open.
    boolean hasOthersThan(int slot) {
        for (int other = 0; other < states.length; other++) {
            if (other != slot && states[other] != State.CLOSED) {
                return true;
            }
        }
        return false;
    }

    // Requests.

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    /// Lets a request wait for a stream.
    void offer(int slot, EncodedRequest request) {
        requests[slot] = request;
        waiting.offer(slot);
    }

    /// Takes over an open slot with a request that waits for a stream.
    void take(int slot, EncodedRequest request) {
        states[slot] = State.OPEN;
        offer(slot, request);
    }

    private void forget(int slot) {
        if (requests[slot] == null) {
            return;
        }
        requests[slot] = null;
        if (waiting.peek() == slot) {
            waiting.poll(); // the first that waits is the first whose time is over
            return;
        }
        for (int n = waiting.size(); n > 0; n--) {
            int other = waiting.poll();
            if (other != slot) {
                waiting.offer(other);
            }
        }
    }

    /// Opens the stream of a request, for which the connection has room.
    void open(ClientConnection connection, int slot, EncodedRequest request) {
        content.begin(slot, request);
        liveness.sent(slot);
        long excess = connection.firstHeaderListExcess(request.memory(), request.headLength());
        if (excess > 0) {
            transport.handler().headerListExceeded(excess, connection.headerListLimit());
        }
        connection.open(
                slot, request.memory(), request.headLength(), request.length(), request.isHead());
    }

    // During await.

    /// Opens the streams of requests that wait, as far as there is room.
    void startWaiting(ClientConnection connection) {
        while (!waiting.isEmpty() && connection.hasRoom()) {
            int slot = waiting.poll();
            var request = requireNonNull(requests[slot]);
            requests[slot] = null;
            open(connection, slot, request);
            transport.handler().started(transport.global(link, slot));
        }
    }

    /// Reports a slot as open that is to be, on an open connection.
    void reportOpened(int slot) {
        if (states[slot] == State.CONNECTING) {
            states[slot] = State.OPEN;
            transport.handler().opened(transport.global(link, slot));
        }
    }

    /// Hands slots without a stream over to the connection that has taken the place of this one:
    /// those that are to be open, and those whose requests wait, in the same order.
    void handOver() {
        for (int slot = 0; slot < states.length; slot++) {
            if (states[slot] == State.CONNECTING) {
                states[slot] = State.CLOSED;
                transport.connect(transport.global(link, slot));
            }
        }
        for (int n = waiting.size(); n > 0; n--) {
            int slot = waiting.poll();
            var request = requireNonNull(requests[slot]);
            requests[slot] = null;
            states[slot] = State.CLOSED;
            transport.move(transport.global(link, slot), request);
        }
    }

    /// Reports open slots without a request as ended.
    void endFree(ClientConnection connection) {
        for (int slot = 0; slot < states.length; slot++) {
            boolean isFree =
                    states[slot] == State.OPEN
                            && requests[slot] == null
                            && !connection.isActive(slot);
            if (isFree) {
                transport.handler().ended(transport.global(link, slot));
            }
        }
    }

    /// Reports what the end of the connection means for each slot.
    ///
    /// @param old the connection; null where it failed to open
    /// @param wanted whether the connection was to be closed, so that a slot that is to be open
    ///   waits for the next one
    /// @param ended whether the server closed its side
    void reportLost(
            @Nullable ClientConnection old, boolean wanted, ErrorKind error, boolean ended) {
        for (int slot = 0; slot < states.length; slot++) {
            marked[slot] = states[slot] == State.CONNECTING;
        }
        for (int slot = 0; slot < states.length; slot++) {
            reportLost(slot, old, wanted, error, ended);
        }
    }

    private void reportLost(
            int slot,
            @Nullable ClientConnection old,
            boolean wanted,
            ErrorKind error,
            boolean ended) {
        var events = transport.handler();
        int outer = transport.global(link, slot);
        switch (states[slot]) {
            case CLOSED -> {}
            case CONNECTING -> {
                if (marked[slot] && !wanted) {
                    states[slot] = State.CLOSED;
                    events.broken(outer, error);
                }
            }
            case OPEN -> {
                if (requests[slot] != null) {
                    if (!wanted) {
                        forget(slot);
                        events.refused(outer);
                    }
                } else if (old != null && old.isActive(slot)) {
                    events.broken(outer, error);
                } else if (ended) {
                    events.ended(outer);
                } else {
                    events.broken(outer, error);
                }
            }
        }
    }
}
