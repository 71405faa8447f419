package dev.loombench.load;

import dev.loombench.http.Http2Settings;
import dev.loombench.http.ParseStatus;
import dev.loombench.http.UnexpectedBytes;
import dev.loombench.http2.ErrorCode;
import dev.loombench.load.record.Exchange;
import dev.loombench.load.record.FirstPart;
import dev.loombench.load.record.Recorder;
import dev.loombench.load.request.EncodedRequests;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.Handshake;
import dev.loombench.load.transport.Transport;
import dev.loombench.requests.RecordedArrivals;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The connections of a worker: opening, requests, responses, timeouts and retries. The load models
/// decide when requests are sent.
abstract sealed class ConnectionWorker extends LoadWorker implements TimerWheel.Expiry
        permits OpenWorker, ClosedWorker, HoldWorker {
    private static final int HTTP_OK = 200;

    private final Transport transport;

    /// Whether the transport counts the connections, and each of these here is a slot on one of
    /// them.
    private final boolean multiplexed;

    private final Recorder recorder;

    private final EncodedRequests requests;
    private final boolean keepAlive;
    private final long timeoutNanos;
    private final long deadlineNanos;

    /// How long a request waits to be sent, and what becomes of one that was not sent within that
    /// time.
    private final long sendLimitNanos;

    private final RequestFailure unsentFailure;

    private final Connection[] connections;
    private final TimerWheel timers;
    private final ConnectQueue connectQueue;

    ConnectionWorker(WorkerConfig config) {
        super(config.transport());
        transport = config.transport();
        multiplexed = transport.isMultiplexed();
        recorder = recorder();
        requests = config.requests();
        recorder.firstPart(firstPart(requests));
        keepAlive = config.keepAlive();
        timeoutNanos = config.timeoutNanos();
        deadlineNanos = config.deadlineNanos();
        sendLimitNanos = Math.min(timeoutNanos, deadlineNanos);
        unsentFailure =
                RequestFailure.of(
                        sendLimitNanos < timeoutNanos
                                ? ErrorKind.DEADLINE_UNSENT
                                : ErrorKind.TIMEOUT);
        connections = new Connection[config.connections()];
        for (int i = 0; i < connections.length; i++) {
            var parser =
                    multiplexed
                            ? new UnexpectedBytes()
                            : requests.parser(this instanceof HoldWorker);
            connections[i] = new Connection(i, parser);
        }
        timers = new TimerWheel(connections.length, config.startNanos());
        connectQueue = new ConnectQueue(config, connections, this::connectExpired);
    }

    /// What of their responses has a time of its own.
    static FirstPart firstPart(EncodedRequests requests) {
        if (requests.isGrpc()) {
            return FirstPart.MESSAGE;
        }
        return requests.isOfEvents() ? FirstPart.EVENT : FirstPart.NONE;
    }

    // Differences between the models.

    /// Handles the expired timer of a connection without a pending response; it is closed or free.
    abstract void timerExpired(Connection connection, long deadline, long now);

    /// Handles an opened connection; a request may be waiting for it.
    abstract void ready(Connection connection, long now);

    /// Handles a response, good or bad; the connection is free, or closed if the response required
    /// that.
    abstract void responded(Connection connection, long now);

    /// Handles a connection that failed while open or being opened, and with it its request; it is
    /// closed.
    ///
    /// @param hadRequest whether there was a request
    abstract void failed(
            Connection connection, RequestFailure failure, boolean hadRequest, long now);

    /// Handles a free connection that the server closed.
    abstract void closedWhileIdle(Connection connection, long now);

    // Its state.

    @Override
    long overdueNanos(long now) {
        return 0;
    }

    @Override
    final boolean hasRequests() {
        for (var connection : connections) {
            if (connection.hasRequest) {
                return true;
            }
        }
        return false;
    }

    // Timers.

    @Override
    final void advanceTimers(long now) {
        timers.advance(now, this);
        connectQueue.advance(now);
    }

    @Override
    final long nanosUntilTimer(long now) {
        return Math.min(timers.nanosUntilNext(now), connectQueue.nanosUntilNext(now));
    }

    @Override
    public final void expired(int id, long now) {
        var connection = connections[id];
        switch (connection.state) {
            case CLOSED, FREE -> timerExpired(connection, timers.deadline(id), now);
            case BUSY -> fail(connection, expiredError(connection), now);
            case QUEUED, CONNECTING -> {
                var error =
                        connection.hasRequest
                                ? expiredError(connection)
                                : transport.openingTimeout(id);
                fail(connection, error, now);
            }
        }
    }

    /// What becomes of a request whose timer has expired: one that waits to be sent, or to be sent
    /// once more, may have a timer of the deadline.
    private ErrorKind expiredError(Connection connection) {
        long limit = deadline(connection) - connection.exchange.intended();
        return limit < timeoutNanos ? ErrorKind.DEADLINE_UNSENT : ErrorKind.TIMEOUT;
    }

    private void connectExpired(int id, long now) {
        var connection = connections[id];
        if (connection.state == Connection.State.CONNECTING) {
            fail(connection, transport.openingTimeout(id), now);
        }
    }

    // Events of the transport.

    @Override
    public final void opened(int id) {
        long now = now();
        var connection = connections[id];
        connectQueue.finished(connection);
        connection.opened();
        if (connection.hasRequest) {
            arm(connection, connection.exchange.intended() + timeoutNanos);
        }
        if (!multiplexed) {
            recordOpened(now - connection.connectStart, transport.handshake(id));
        }
        ready(connection, now);
        connectQueue.startNext();
    }

    private void recordOpened(long nanos, @Nullable Handshake handshake) {
        recorder.opened(nanos);
        if (handshake != null) {
            recorder.secured(handshake);
        }
    }

    @Override
    public final void received(int id, ByteBuffer bytes) {
        long now = now();
        var connection = connections[id];
        recorder.received(bytes.remaining(), now);
        if (connection.state == Connection.State.BUSY) {
            connection.hasReceived = true;
            var status = connection.parser.feed(bytes);
            countEvents(connection, connection.parser.events(), now);
            handle(connection, status, true, now);
        } else if (connection.parser.isStreaming()) {
            stream(connection, bytes, now);
        } else if (Http2Settings.isStartOf(bytes)) {
            fail(connection, ErrorKind.HTTP2_ONLY, now);
        } else {
            handleIdleClose(connection, now); // no request is pending
        }
    }

    private void countEvents(Connection connection, int events, long now) {
        if (events > 0) {
            long sinceLast = connection.hasEvent ? now - connection.lastEventNanos : -1;
            recorder.events(connection.exchange, sinceLast, events, now);
            connection.hasEvent = true;
            connection.lastEventNanos = now;
        }
    }

    /// Handles more bytes of a response that counts as complete.
    private void stream(Connection connection, ByteBuffer bytes, long now) {
        var status = connection.parser.feed(bytes);
        countEvents(connection, connection.parser.events(), now);
        if (status != ParseStatus.INCOMPLETE) {
            handleIdleClose(connection, now); // the stream has ended, or is none
        }
    }

    @Override
    public final void ended(int id) {
        long now = now();
        var connection = connections[id];
        if (connection.state == Connection.State.BUSY) {
            handle(connection, connection.parser.end(), false, now);
        } else {
            handleIdleClose(connection, now);
        }
    }

    @Override
    public final void broken(int id, ErrorKind error) {
        broken(id, RequestFailure.of(error));
    }

    @Override
    public final void handshakeRefused(int id, int status) {
        broken(id, RequestFailure.ofStatus(status));
    }

    private void broken(int id, RequestFailure failure) {
        long now = now();
        var connection = connections[id];
        var error = failure.kind();
        boolean isIdleClose =
                connection.state == Connection.State.FREE
                        && !(error.isOfTls() && connection.neverResponded());
        if (isIdleClose) {
            if (error.isOfFrames()) {
                recorder.closedByFrame(error);
            }
            handleIdleClose(connection, now);
        } else {
            fail(connection, failure, now);
        }
    }

    @Override
    public final void alert(String name) {
        recorder.alert(name, now());
    }

    /// Records that a request failed, also one that was to use a connection that failed.
    final void recordFailure(Exchange exchange, RequestFailure failure, long now) {
        if (failure.status() != 0) {
            recorder.unexpectedStatus(exchange, failure.kind(), failure.status());
        }
        recorder.failed(exchange, failure.kind(), now);
    }

    // Events of connections that several of these share.

    @Override
    public final void connectionOpened(long nanos, @Nullable Handshake handshake, long peerLimit) {
        recordOpened(nanos, handshake);
        recorder.streamLimit(peerLimit);
    }

    @Override
    public final void limited(long peerLimit) {
        recorder.streamLimit(peerLimit);
    }

    @Override
    public final void connectionClosed() {
        recorder.closed();
    }

    @Override
    public final void goingAway() {
        recorder.goingAway();
    }

    @Override
    public final void goAwayError(ErrorCode code) {
        recorder.goAwayError(code);
    }

    @Override
    public final void streamReset(int id, ErrorCode code) {
        if (!connections[id].goesOn) {
            recorder.streamReset(connections[id].exchange, code);
        }
        broken(
                id,
                code == ErrorCode.HTTP_1_1_REQUIRED
                        ? ErrorKind.HTTP1_ONLY
                        : ErrorKind.STREAM_RESET);
    }

    @Override
    public final void receivedByConnection(int count) {
        recorder.received(count, now());
    }

    @Override
    public final void started(int id) {
        var connection = connections[id];
        connection.awaitsTurn = false;
        arm(connection, connection.exchange.intended() + timeoutNanos);
        recordSent(connection, now());
    }

    @Override
    public final void responding(int id) {
        connections[id].hasReceived = true;
    }

    @Override
    public final void firstMessage(int id) {
        recorder.firstMessage(connections[id].exchange, now());
    }

    /// The response of a held connection is complete with its first event.
    @Override
    public final void events(int id, int count) {
        long now = now();
        var connection = connections[id];
        countEvents(connection, count, now);
        if (this instanceof HoldWorker && connection.state == Connection.State.BUSY) {
            boolean early = transport.isSending(id);
            connection.goesOn = true;
            complete(connection, HTTP_OK, requests.error(HTTP_OK), early, !early, now);
        }
    }

    @Override
    public final void responded(int id, int status, int grpcStatus, boolean early, boolean keep) {
        if (connections[id].goesOn) {
            handleIdleClose(connections[id], now()); // the stream has ended
            return;
        }
        var error = requests.error(status, grpcStatus);
        int code = error == ErrorKind.GRPC_STATUS ? grpcStatus : status;
        complete(connections[id], code, error, early, keep && keepAlive, now());
    }

    /// Sends a request again that the server did not process, whatever its method; but only once,
    /// as a server may refuse without end, and not after a part of its response, which shows that it
    /// was processed. One that was never sent goes back to wait.
    ///
    /// Source: RFC 9113, section 8.7.
    @Override
    public final void refused(int id) {
        long now = now();
        var connection = connections[id];
        if (connection.goesOn) {
            handleIdleClose(connection, now); // its response had begun
        } else if (connection.awaitsTurn) {
            disconnect(connection);
            connect(connection);
        } else if (connection.isRetry || connection.hasReceived) {
            fail(connection, ErrorKind.STREAM_REFUSED, now);
        } else {
            recorder.refused();
            retry(connection, now);
        }
    }

    private void handle(Connection connection, ParseStatus status, boolean open, long now) {
        switch (status) {
            case INCOMPLETE -> {}
            case COMPLETE -> {
                int code = connection.parser.status();
                boolean keep = open && keepAlive && connection.parser.keepsAlive();
                boolean early = transport.isSending(connection.id);
                complete(connection, code, requests.error(code), early, keep && !early, now);
            }
            case HTTP2_SETTINGS -> fail(connection, ErrorKind.HTTP2_ONLY, now);
            case MALFORMED -> fail(connection, ErrorKind.MALFORMED, now);
            case TLS_RECORD -> fail(connection, ErrorKind.TLS_EXPECTED, now);
            case TOO_LARGE -> fail(connection, ErrorKind.TOO_LARGE, now);
            case CLOSED_EARLY -> fail(connection, ErrorKind.CLOSED_EARLY, now);
        }
    }

    /// @param status of HTTP, or with `GRPC_STATUS` that of gRPC
    /// @param error of a response that is not a good one
    /// @param early whether the request was not sent completely
    private void complete(
            Connection connection,
            int status,
            @Nullable ErrorKind error,
            boolean early,
            boolean keep,
            long now) {
        if (error == null && connection.exchange.responseTime(now) > deadlineNanos) {
            recorder.failed(connection.exchange, ErrorKind.DEADLINE_LATE, now);
        } else if (error == null) {
            recorder.succeeded(connection.exchange, now);
        } else {
            recorder.unexpectedStatus(connection.exchange, error, status);
            recorder.failed(connection.exchange, error, now);
        }
        connection.responded();
        connection.hasRequest = false;
        timers.cancel(connection.id);
        connection.state = Connection.State.FREE;
        if (early) {
            recorder.earlyResponse();
        }
        if (!keep) {
            disconnect(connection);
        }
        responded(connection, now);
    }

    private void fail(Connection connection, ErrorKind error, long now) {
        fail(connection, RequestFailure.of(error), now);
    }

    private void fail(Connection connection, RequestFailure failure, long now) {
        var error = failure.kind();
        if (shouldRetry(connection, error)) {
            retry(connection, now);
            return;
        }
        boolean hadRequest = connection.hasRequest;
        // A stream that shares its connection closes none.
        boolean closesConnection =
                connection.state == Connection.State.BUSY
                        && (!multiplexed || !keepAlive || this instanceof HoldWorker);
        if (error == ErrorKind.TIMEOUT && closesConnection) {
            recorder.timedOut();
        }
        disconnect(connection);
        connection.failed();
        if (hadRequest) {
            connection.hasRequest = false;
            recordFailure(connection.exchange, failure, now);
        }
        timers.cancel(connection.id);
        failed(connection, failure, hadRequest, now);
        connectQueue.startNext();
    }

    /// Whether to send a request once more on a new connection. A server may close a kept
    /// connection between two requests while the second is on its way; a retry is safe if the
    /// method is idempotent. A request of a counted number is sent once: the server may have
    /// received it, and gets no more than that number.
    ///
    /// Source: RFC 9110, section 9.2.2; RFC 9112, section 9.3.1.
    private boolean shouldRetry(Connection connection, ErrorKind error) {
        boolean closed =
                error == ErrorKind.CLOSED_EARLY
                        || error == ErrorKind.RESET
                        || error == ErrorKind.TLS_TRUNCATED;
        return closed
                && !recorder.isOfCountedNumber(connection.exchange)
                && connection.serverMayHaveClosed()
                && requests.kind(connection.exchange.kind()).idempotent;
    }

    /// The response time, the deadline and the timeout still count from the intended send.
    private void retry(Connection connection, long now) {
        disconnect(connection);
        connection.isRetry = true;
        recorder.connectionLost(connection.exchange, now);
        arm(connection, connection.exchange.intended() + sendLimitNanos);
        connect(connection);
    }

    private void handleIdleClose(Connection connection, long now) {
        disconnect(connection);
        connection.closedWhileIdle();
        closedWhileIdle(connection, now);
    }

    /// Closes a connection in any state and updates the counts.
    private void disconnect(Connection connection) {
        switch (connection.state) {
            case CLOSED, QUEUED -> {}
            case CONNECTING -> connectQueue.finished(connection);
            case FREE, BUSY -> {
                if (!multiplexed) {
                    recorder.closed();
                }
            }
        }
        connection.state = Connection.State.CLOSED;
        connection.awaitsTurn = false;
        transport.close(connection.id);
    }

    // For the models.

    final int connections() {
        return connections.length;
    }

    final Connection connection(int id) {
        return connections[id];
    }

    /// Whether connections are kept for further requests; otherwise each request opens one.
    final boolean keepAlive() {
        return keepAlive;
    }

    final long timeoutNanos() {
        return timeoutNanos;
    }

    /// How long a request waits to be sent, from the intended send: up to the deadline, or to the
    /// timeout without one.
    final long sendLimitNanos() {
        return sendLimitNanos;
    }

    /// What becomes of a request that was not sent within that time.
    final RequestFailure unsentFailure() {
        return unsentFailure;
    }

    final void arm(Connection connection, long deadline) {
        timers.arm(connection.id, deadline);
    }

    final void disarm(Connection connection) {
        timers.cancel(connection.id);
    }

    /// When the armed timer of a connection expires.
    final long deadline(Connection connection) {
        return timers.deadline(connection.id);
    }

    final boolean isArmed(Connection connection) {
        return timers.isArmed(connection.id);
    }

    /// Closes a connection without a request, possibly to be reopened later.
    final void closeUnused(Connection connection) {
        timers.cancel(connection.id);
        if (connection.state == Connection.State.FREE) {
            if (!multiplexed) {
                recorder.closedUnused();
            }
            connection.state = Connection.State.CLOSED;
            transport.close(connection.id);
        }
    }

    /// Closes a connection in any state. Its request belongs to no window and is not counted.
    final void abandon(Connection connection) {
        if (connection.state == Connection.State.BUSY && connection.exchange.isInFlight()) {
            recorder.abandoned();
        }
        connection.hasRequest = false;
        timers.cancel(connection.id);
        if (connection.state != Connection.State.CLOSED) {
            disconnect(connection);
            connectQueue.startNext();
        }
    }

    final boolean timersExpiredBefore(long when) {
        return timers.expiredBefore(when);
    }

    /// Opens a closed connection, in queue order.
    final void connect(Connection connection) {
        connectQueue.enqueue(connection);
    }

    /// The arrivals to replay; empty for others.
    final Optional<RecordedArrivals> recordedArrivals() {
        return requests.arrivals();
    }

    /// Starts an exchange with an intended send, now or past.
    ///
    /// @param request its index in the mix; `RecordedArrivals.ANY` for one that is drawn
    final void startExchange(Exchange exchange, long intended, int request) {
        int kind = request == RecordedArrivals.ANY ? requests.nextKind() : request;
        recorder.start(exchange, kind, intended);
    }

    /// Starts a request with an intended send on a connection, and draws which.
    final void startRequest(Connection connection, long intended, long now) {
        startRequest(connection, intended, RecordedArrivals.ANY, now);
    }

    /// Starts a request with an intended send on a connection: sends it at once when the connection
    /// is free, otherwise once it is open.
    ///
    /// @param request as in `startExchange`
    final void startRequest(Connection connection, long intended, int request, long now) {
        startExchange(connection.exchange, intended, request);
        connection.hasRequest = true;
        connection.isRetry = false;
        connection.isPrepared = false;
        if (connection.state == Connection.State.FREE) {
            arm(connection, intended + timeoutNanos);
            send(connection, now);
        } else {
            arm(connection, intended + sendLimitNanos);
            connect(connection);
        }
    }

    /// Sends the request of a free connection, unless it can no longer be within the deadline.
    final void send(Connection connection, long now) {
        var exchange = connection.exchange;
        if (exchange.responseTime(now) >= deadlineNanos) {
            miss(connection, now);
            return;
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
            recorder.waits();
            arm(connection, exchange.intended() + sendLimitNanos);
        }
        var bytes =
                connection.isPrepared
                        ? requests.current(kind, connection.id)
                        : requests.prepare(kind, connection.id);
        connection.isPrepared = true;
        transport.send(connection.id, bytes);
    }

    private void recordSent(Connection connection, long now) {
        connection.exchange.send(now);
        if (connection.isRetry) {
            recorder.retried(now);
        } else {
            recorder.sent(connection.exchange, now);
        }
    }

    /// The connection stays free.
    private void miss(Connection connection, long now) {
        connection.hasRequest = false;
        timers.cancel(connection.id);
        recorder.failed(connection.exchange, ErrorKind.DEADLINE_UNSENT, now);
        responded(connection, now);
    }
}
