package dev.loombench.load.worker;

import dev.loombench.http.Http2Settings;
import dev.loombench.http.ParseStatus;
import dev.loombench.http2.ErrorCode;
import dev.loombench.load.pace.TimerWheel;
import dev.loombench.load.record.FirstPart;
import dev.loombench.load.record.Recorder;
import dev.loombench.load.request.EncodedRequests;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.Transport;
import dev.loombench.requests.RecordedArrivals;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// A worker with connections: what each event of the transport, and each timer, means for a
/// connection and its request. The load models decide when requests are sent.
abstract sealed class ConnectionWorker extends LoadWorker implements TimerWheel.Expiry
        permits OpenWorker, ClosedWorker, HoldWorker {
    private static final int HTTP_OK = 200;

    private final Transport transport;
    private final Recorder recorder;
    private final EncodedRequests requests;
    final Connections connections;
    final RequestSender sender;

    /// Whether connections are kept for further requests; otherwise each request opens one.
    final boolean keepAlive;

    ConnectionWorker(WorkerConfig config) {
        super(config.transport());
        transport = config.transport();
        recorder = recorder();
        requests = config.requests();
        recorder.firstPart(FirstPart.of(requests));
        connections =
                new Connections(config, recorder, this instanceof HoldWorker, this::connectExpired);
        sender = new RequestSender(config, recorder, connections);
        keepAlive = config.keepAlive();
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
        return connections.hasRequests();
    }

    // Timers.

    @Override
    final void advanceTimers(long now) {
        connections.advance(now, this);
    }

    @Override
    final long nanosUntilTimer(long now) {
        return connections.nanosUntilNext(now);
    }

    @Override
    public final void expired(int id, long now) {
        var connection = connections.get(id);
        switch (connection.state) {
            case CLOSED, FREE -> timerExpired(connection, connections.deadline(connection), now);
            case BUSY -> fail(connection, sender.expiredError(connection), now);
            case QUEUED, CONNECTING -> {
                var error =
                        connection.hasRequest
                                ? sender.expiredError(connection)
                                : transport.openingTimeout(id);
                fail(connection, error, now);
            }
        }
    }

    private void connectExpired(int id, long now) {
        var connection = connections.get(id);
        if (connection.state == Connection.State.CONNECTING) {
            fail(connection, transport.openingTimeout(id), now);
        }
    }

    // Events of the transport.

    @Override
    public final void opened(int id) {
        long now = now();
        recorder.updateWindow(now);
        var connection = connections.get(id);
        connections.opened(connection);
        if (connection.hasRequest) {
            sender.connected(connection, !keepAlive, now);
        }
        if (!connections.areMultiplexed()) {
            recordOpened(now - connection.connectStart, transport.handshake(id));
        }
        ready(connection, now);
        connections.connectNext();
    }

    @Override
    public final void received(int id, ByteBuffer bytes) {
        long now = now();
        var connection = connections.get(id);
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
        recorder.updateWindow(now);
        var connection = connections.get(id);
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
        recorder.updateWindow(now);
        var connection = connections.get(id);
        var error = failure.kind();
        boolean isIdleClose =
                connection.state == Connection.State.FREE
                        && (!error.isOfTls() || connections.hasResponse(connection));
        if (isIdleClose) {
            if (error.isOfFrames()) {
                recorder.protocol().closedByFrame(error);
            }
            handleIdleClose(connection, now);
        } else {
            fail(connection, failure, now);
        }
    }

    // Events of connections that several of these share.

    @Override
    public final void streamReset(int id, ErrorCode code) {
        if (!connections.get(id).goesOn) {
            recorder.streamReset(connections.get(id).exchange, code);
        }
        boolean needsHttp1 = code == ErrorCode.HTTP_1_1_REQUIRED;
        broken(id, needsHttp1 ? ErrorKind.HTTP1_ONLY : ErrorKind.STREAM_RESET);
    }

    @Override
    public final void started(int id) {
        sender.turnCame(connections.get(id), now());
    }

    @Override
    public final void responding(int id) {
        connections.get(id).hasReceived = true;
    }

    @Override
    public final void firstMessage(int id, boolean isReadable) {
        long now = now();
        if (isReadable) {
            recorder.firstMessage(connections.get(id).exchange, now);
        }
        if (requests.holdsCalls() && isReadable) {
            completeHeld(connections.get(id), now);
        } else if (requests.holdsCalls()) {
            broken(id, ErrorKind.MALFORMED); // its end may never come
        }
    }

    @Override
    public final void events(int id, int count) {
        long now = now();
        countEvents(connections.get(id), count, now);
        if (this instanceof HoldWorker) {
            completeHeld(connections.get(id), now);
        }
    }

    /// Completes the response of a held stream with its first event or message.
    private void completeHeld(Connection connection, long now) {
        if (connection.state == Connection.State.BUSY) {
            boolean early = transport.isSending(connection.id);
            connection.goesOn = true;
            complete(connection, HTTP_OK, requests.error(HTTP_OK, 0), early, !early, now);
        }
    }

    @Override
    public final void responded(int id, int status, int grpcStatus, boolean early, boolean keep) {
        if (connections.get(id).goesOn) {
            handleIdleClose(connections.get(id), now()); // the stream has ended
            return;
        }
        var error = requests.error(status, grpcStatus);
        int code = error == ErrorKind.GRPC_STATUS ? grpcStatus : status;
        complete(connections.get(id), code, error, early, keep && keepAlive, now());
    }

    /// Sends a request again that the server did not process, whatever its method; but only once,
    /// as a server may refuse without end, and not after a part of its response, which shows that
    /// it was processed. One that was never sent goes back to wait.
    ///
    /// Source: RFC 9113, section 8.7.
    @Override
    public final void refused(int id) {
        long now = now();
        var connection = connections.get(id);
        if (connection.goesOn) {
            handleIdleClose(connection, now); // its response had begun
        } else if (connection.awaitsTurn) {
            connections.disconnect(connection);
            connections.connect(connection);
        } else if (connection.isRetry || connection.hasReceived) {
            fail(connection, ErrorKind.STREAM_REFUSED, now);
        } else {
            recorder.protocol().refused();
            sender.retry(connection, now);
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
        if (error == null && sender.isLate(connection.exchange, now)) {
            recorder.failed(connection.exchange, ErrorKind.DEADLINE_LATE, now);
        } else if (error == null) {
            recorder.succeeded(connection.exchange, now);
        } else {
            recorder.unexpectedStatus(connection.exchange, error, status);
            recorder.failed(connection.exchange, error, now);
        }
        connection.responded();
        connection.hasRequest = false;
        connections.disarm(connection);
        connection.state = Connection.State.FREE;
        if (early) {
            recorder.earlyResponse();
        }
        if (!keep) {
            connections.disconnect(connection);
        }
        responded(connection, now);
    }

    private void fail(Connection connection, ErrorKind error, long now) {
        fail(connection, RequestFailure.of(error), now);
    }

    private void fail(Connection connection, RequestFailure failure, long now) {
        var error = failure.kind();
        if (sender.shouldRetry(connection, error)) {
            sender.retry(connection, now);
            return;
        }
        sender.connectionFailed(connection, !keepAlive, now);
        boolean hadRequest = connection.hasRequest;
        boolean timedOut = error == ErrorKind.TIMEOUT && connection.state == Connection.State.BUSY;
        if (timedOut && !transport.staysOpenWithout(connection.id)) {
            recorder.timedOut();
        }
        fault(error, connection.found(error, transport.isSending(connection.id)));
        connections.disconnect(connection);
        connection.failed();
        if (hadRequest) {
            connection.hasRequest = false;
            recordFailure(connection.exchange, failure, now);
        }
        connections.disarm(connection);
        failed(connection, failure, hadRequest, now);
        connections.connectNext();
    }

    private void handleIdleClose(Connection connection, long now) {
        if (connection.goesOn) {
            recorder.protocol().heldStreamEnded();
        }
        connection.closedWhileIdle(connections.hasResponse(connection));
        connections.disconnect(connection);
        closedWhileIdle(connection, now);
    }

    // For the models.

    /// Starts a request with an intended send on a connection, and draws which.
    final void startRequest(Connection connection, long intended, long now) {
        startRequest(connection, intended, RecordedArrivals.ANY, now);
    }

    /// Starts a request with an intended send on a connection: sends it at once when the connection
    /// is free, otherwise once it is open.
    ///
    /// @param request as in `RequestSender.startExchange`
    final void startRequest(Connection connection, long intended, int request, long now) {
        if (!sender.start(connection, intended, request, now)) {
            responded(connection, now);
        }
    }

    /// Sends the request of a free connection, unless it can no longer be within the deadline.
    final void send(Connection connection, long now) {
        if (!sender.send(connection, now)) {
            responded(connection, now);
        }
    }
}
