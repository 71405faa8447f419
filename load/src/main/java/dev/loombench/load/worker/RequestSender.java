package dev.loombench.load.worker;

import dev.loombench.load.record.Exchange;
import dev.loombench.load.record.Recorder;
import dev.loombench.load.request.EncodedRequests;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.Transport;
import dev.loombench.requests.RecordedArrivals;
import java.util.Optional;

/// The requests of a worker: which is next, when each must be sent and have its response, and which
/// are sent once more.
final class RequestSender {
    private final Transport transport;
    private final Recorder recorder;
    private final EncodedRequests requests;
    private final Connections connections;
    private final long timeoutNanos;
    private final long deadlineNanos;
    private final long sendLimitNanos;
    private final RequestFailure unsentFailure;

    RequestSender(WorkerConfig config, Recorder recorder, Connections connections) {
        transport = config.transport();
        this.recorder = recorder;
        requests = config.requests();
        this.connections = connections;
        timeoutNanos = config.timeoutNanos();
        deadlineNanos = config.deadlineNanos();
        sendLimitNanos = Math.min(timeoutNanos, deadlineNanos);
        unsentFailure =
                RequestFailure.of(
                        sendLimitNanos < timeoutNanos
                                ? ErrorKind.DEADLINE_UNSENT
                                : ErrorKind.TIMEOUT);
    }

    // Their times.

    long timeoutNanos() {
        return timeoutNanos;
    }

    /// How long a request waits to be sent, from the intended send: up to the deadline, or to the
    /// timeout without one.
    long sendLimitNanos() {
        return sendLimitNanos;
    }

    /// What becomes of a request that was not sent within that time.
    RequestFailure unsentFailure() {
        return unsentFailure;
    }

    /// Whether a response at this time is after the deadline.
    boolean isLate(Exchange exchange, long now) {
        return exchange.responseTime(now) > deadlineNanos;
    }

    /// Handles that the connection is open for which a request has waited.
    ///
    /// @param own whether it was opened for this request alone
    void connected(Connection connection, boolean own, long now) {
        armTimeout(connection);
        if (own) {
            connection.exchange.opened(now - connection.connectStart);
        }
    }

    /// Handles that a connection fails, possibly before it was open for the request that waits.
    ///
    /// @param own as in `connected`
    void connectionFailed(Connection connection, boolean own, long now) {
        if (own && connection.hasRequest && connection.state == Connection.State.CONNECTING) {
            connection.exchange.opened(now - connection.connectStart);
        }
    }

    /// Limits the time to the end of the response of a request that can be sent now.
    private void armTimeout(Connection connection) {
        connections.arm(connection, connection.exchange.intended() + timeoutNanos);
    }

    /// Limits the time of a request that waits to be sent.
    private void armSendLimit(Connection connection) {
        connections.arm(connection, connection.exchange.intended() + sendLimitNanos);
    }

    /// What becomes of a request whose timer has expired: one that waits to be sent, or to be sent
    /// once more, may have a timer of the deadline.
    ErrorKind expiredError(Connection connection) {
        long limit = connections.deadline(connection) - connection.exchange.intended();
        return limit < timeoutNanos ? ErrorKind.DEADLINE_UNSENT : ErrorKind.TIMEOUT;
    }

    // Sending.

    /// The arrivals to replay; empty for others.
    Optional<RecordedArrivals> recordedArrivals() {
        return requests.arrivals();
    }

    /// Starts an exchange with an intended send, now or past.
    ///
    /// @param request its index in the mix; `RecordedArrivals.ANY` for one that is drawn
    void startExchange(Exchange exchange, long intended, int request) {
        int kind = request == RecordedArrivals.ANY ? requests.nextKind() : request;
        recorder.start(exchange, kind, intended);
    }

    /// Starts a request with an intended send on a connection: sends it at once when the connection
    /// is free, otherwise the worker does once it is open.
    ///
    /// @param request as in `startExchange`
    /// @return as `send`
    boolean start(Connection connection, long intended, int request, long now) {
        startExchange(connection.exchange, intended, request);
        connection.hasRequest = true;
        connection.isRetry = false;
        connection.isPrepared = false;
        connection.hasWaited = false;
        if (connection.state == Connection.State.FREE) {
            armTimeout(connection);
            return send(connection, now);
        }
        armSendLimit(connection);
        connections.connect(connection);
        return true;
    }

    /// Sends the request of a free connection, unless it can no longer be within the deadline.
    ///
    /// @return false where it cannot: it has failed, and the connection is free
    boolean send(Connection connection, long now) {
        var exchange = connection.exchange;
        if (exchange.responseTime(now) >= deadlineNanos) {
            miss(connection, now);
            return false;
        }
        var kind = requests.kind(exchange.kind());
        connection.parser.reset(kind.isHead, kind.headCache);
        connection.state = Connection.State.BUSY;
        connection.hasReceived = false;
        connection.hasEvent = false;
        connection.goesOn = false;
        if (transport.sendsAtOnce(connection.id)) {
            recordSent(connection, now);
        } else {
            connection.awaitsTurn = true;
            if (!connection.hasWaited) { // as it has where it is sent again
                connection.hasWaited = true;
                recorder.protocol().waits();
            }
            armSendLimit(connection);
        }
        var bytes =
                connection.isPrepared
                        ? requests.current(kind, connection.id)
                        : requests.prepare(kind, connection.id);
        connection.isPrepared = true;
        transport.send(connection.id, bytes);
        return true;
    }

    private void miss(Connection connection, long now) {
        connection.hasRequest = false;
        connections.disarm(connection);
        recorder.failed(connection.exchange, ErrorKind.DEADLINE_UNSENT, now);
    }

    /// Records that a request which waited for its turn is being sent.
    void turnCame(Connection connection, long now) {
        connection.awaitsTurn = false;
        armTimeout(connection);
        recordSent(connection, now);
    }

    private void recordSent(Connection connection, long now) {
        connection.exchange.send(now);
        if (connection.isRetry) {
            recorder.retried(now);
        } else {
            recorder.sent(connection.exchange, now);
        }
    }

    // Sending once more.

    /// Whether to send a request once more on a new connection. A server may close a kept
    /// connection between two requests while the second is on its way; a retry is safe if the
    /// method is idempotent. A request of a counted number is sent once: the server may have
    /// received it, and gets no more than that number.
    ///
    /// Source: RFC 9110, section 9.2.2; RFC 9112, section 9.3.1.
    boolean shouldRetry(Connection connection, ErrorKind error) {
        boolean closed =
                error == ErrorKind.CLOSED_EARLY
                        || error == ErrorKind.RESET
                        || error == ErrorKind.TLS_TRUNCATED;
        return closed
                && !connection.isRetry
                && !recorder.isOfCountedNumber(connection.exchange)
                && connection.awaitsFirstByte()
                && connections.hasResponse(connection)
                && requests.kind(connection.exchange.kind()).idempotent;
    }

    /// The response time, the deadline and the timeout still count from the intended send.
    void retry(Connection connection, long now) {
        connections.disconnect(connection);
        connection.isRetry = true;
        recorder.connectionLost(connection.exchange, now);
        armSendLimit(connection);
        connections.connect(connection);
    }
}
