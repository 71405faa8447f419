package dev.loombench.load.tls;

import dev.loombench.base.IdQueue;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.tls.TlsConnection.Phase;
import dev.loombench.load.tls.engine.TlsEngine;
import dev.loombench.load.tls.engine.TlsRecord;
import dev.loombench.load.transport.Handshake;
import dev.loombench.load.transport.Transport;
import dev.loombench.load.transport.TransportLayer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Secures the connections of another transport with TLS.
///
/// A connection is reported as opened once its handshake is done, so that the time of the handshake
/// is part of the time to open it. Plain bytes of all connections go through one buffer, and
/// encrypted ones have memory only until they are sent. In the steady state it allocates nothing,
/// nor does OpenSSL on the heap.
///
/// The end of the server's bytes without the notice of TLS is a failure of its own: anyone on the
/// path can cause it.
///
/// Source: RFC 8446, section 6.1; RFC 5246, section 7.2.1.
final class TlsTransport extends TransportLayer {
    /// Room for the largest record of any implementation.
    private static final int PLAIN_BYTES = 33 * 1024;

    /// More answers of TLS itself than a server that reads can make wait, as to updates of keys.
    private static final int MAX_ANSWERS = 64;

    private final TlsEngine engine;
    private final TlsConnection[] connections;
    private final TlsOutput output;

    private final ByteBuffer plain =
            ByteBuffer.allocateDirect(PLAIN_BYTES).order(ByteOrder.nativeOrder());

    /// Connections that failed while they sent, with an error still to be reported.
    private final IdQueue pending;

    TlsTransport(Transport inner, TlsEngine engine, int count) {
        super(inner);
        this.engine = engine;
        connections = new TlsConnection[count];
        for (int i = 0; i < count; i++) {
            connections[i] = new TlsConnection(i);
        }
        pending = new IdQueue(count);
        output = new TlsOutput(inner, pending);
    }

    // Operations.

    @Override
    public void connect(int id) {
        connections[id].reset(Phase.CONNECTING);
        inner.connect(id);
    }

    @Override
    public void send(int id, EncodedRequest request) {
        output.send(connections[id], request, false);
    }

    @Override
    public void sendTracked(int id, EncodedRequest bytes) {
        output.send(connections[id], bytes, true);
    }

    /// An untracked request is being sent only where the other transport has found that it cannot
    /// be.
    @Override
    public boolean isSending(int id) {
        var connection = connections[id];
        return connection.isSending() || (connection.first == null && inner.isSending(id));
    }

    @Override
    public void close(int id) {
        var connection = connections[id];
        var session = connection.session;
        if (session != null) {
            boolean sayFarewell =
                    (connection.phase == Phase.OPEN || connection.phase == Phase.ENDED)
                            && connection.first == null
                            && !inner.isSending(id);
            if (sayFarewell) {
                output.sayFarewell(connection, session);
            }
            session.close();
        }
        output.drop(connection);
        connection.reset(Phase.CLOSED);
        inner.close(id);
    }

    @Override
    public String applicationProtocol(int id) {
        var handshake = connections[id].handshake;
        return handshake == null ? "" : handshake.applicationProtocol();
    }

    @Override
    public @Nullable Handshake handshake(int id) {
        return connections[id].handshake;
    }

    @Override
    public ErrorKind openingTimeout(int id) {
        return connections[id].phase == Phase.HANDSHAKE
                ? ErrorKind.TLS_TIMEOUT
                : inner.openingTimeout(id);
    }

    @Override
    public void await(long until, Events handler) throws IOException {
        reportPending(handler);
        int leaving = output.leaving();
        super.await(pending.isEmpty() ? until : inner.ticker().nanoTime(), handler);
        output.release(leaving);
    }

    private void reportPending(Events handler) {
        for (int n = pending.size(); n > 0; n--) {
            int id = pending.poll();
            var fault = connections[id].fault;
            if (fault != null) {
                connections[id].fault = null;
                reportReason(connections[id], fault, handler);
                handler.broken(id, fault);
            }
        }
    }

    @Override
    public void close() {
        for (var connection : connections) {
            var session = connection.session;
            if (session != null) {
                connection.reset(Phase.CLOSED);
                session.close();
            }
        }
        try {
            inner.close();
        } finally {
            engine.close();
        }
    }

    // Events of the other transport.

    @Override
    public void opened(int id) {
        var connection = connections[id];
        connection.phase = Phase.HANDSHAKE;
        connection.handshakeStart = inner.ticker().nanoTime();
        connection.session = engine.open();
        continueHandshake(connection, handler());
    }

    @Override
    public void received(int id, ByteBuffer bytes) {
        var connection = connections[id];
        if (connection.phase != Phase.HANDSHAKE && connection.phase != Phase.OPEN) {
            return; // what follows an end or a failure says nothing
        }
        var handler = handler();
        if (!connection.begun) {
            connection.begun = true;
            if (!TlsRecord.begins(bytes.get(bytes.position()))) {
                fail(connection, ErrorKind.NOT_TLS, handler);
                return;
            }
        }
        int generation = connection.generation;
        connection.session().feed(bytes);
        if (connection.phase == Phase.HANDSHAKE) {
            continueHandshake(connection, handler);
        }
        while (connection.generation == generation && connection.phase == Phase.OPEN) {
            if (!decryptNext(connection, handler)) {
                return;
            }
        }
        if (connection.generation != generation || connection.phase != Phase.HANDSHAKE) {
            engine.discardInput();
        }
    }

    @Override
    public void sent(int id) {
        var connection = connections[id];
        output.sent(connection);
        reportSent(connection, handler());
    }

    /// Reports the end of a tracked send that had to wait: for room, or for a handshake.
    private static void reportSent(TlsConnection connection, Events handler) {
        if (connection.tracked && !connection.isSending()) {
            connection.tracked = false;
            handler.sent(connection.id);
        }
    }

    @Override
    public void ended(int id) {
        var connection = connections[id];
        switch (connection.phase) {
            case HANDSHAKE -> fail(connection, closedBy(connection), handler());
            case OPEN ->
                    fail(
                            connection,
                            isRefused(connection)
                                    ? ErrorKind.TLS_CLIENT_CERTIFICATE
                                    : ErrorKind.TLS_TRUNCATED,
                            handler());
            case CLOSED, CONNECTING, ENDED, FAILED -> {}
        }
    }

    @Override
    public void broken(int id, ErrorKind error) {
        var connection = connections[id];
        switch (connection.phase) {
            case CONNECTING, ENDED -> fail(connection, error, handler());
            case HANDSHAKE -> fail(connection, closedBy(connection), handler());
            case OPEN ->
                    fail(
                            connection,
                            isRefused(connection) ? ErrorKind.TLS_CLIENT_CERTIFICATE : error,
                            handler());
            case CLOSED, FAILED -> {}
        }
    }

    /// Why the server ended a connection during its handshake.
    private static ErrorKind closedBy(TlsConnection connection) {
        return connection.session().lacksCertificate()
                ? ErrorKind.TLS_CLIENT_CERTIFICATE
                : ErrorKind.TLS_HANDSHAKE;
    }

    /// Whether the server ended the connection because it has no certificate of the client. In TLS
    /// 1.3 it does so after the handshake of the client, and its alert may be lost.
    private static boolean isRefused(TlsConnection connection) {
        return !connection.hasData && connection.session().lacksCertificate();
    }

    private void continueHandshake(TlsConnection connection, Events handler) {
        var session = connection.session();
        var step = session.handshake();
        output.sendPending(connection, session, false);
        switch (step) {
            case WAITS -> {}
            case READY -> {
                var agreement = session.agreement();
                connection.handshake =
                        new Handshake(
                                inner.ticker().nanoTime() - connection.handshakeStart,
                                agreement.version(),
                                agreement.cipherSuite(),
                                agreement.applicationProtocol(),
                                agreement.resumed());
                connection.phase = Phase.OPEN;
                handler.opened(connection.id);
            }
            case ENDED -> fail(connection, closedBy(connection), handler);
            case FAILED -> fail(connection, session.fault(), handler);
        }
    }

    /// @return whether there may be another record
    private boolean decryptNext(TlsConnection connection, Events handler) {
        var session = connection.session();
        var step = session.read(plain.clear());
        output.sendPending(connection, session, false);
        if (connection.answers() > MAX_ANSWERS) {
            fail(connection, ErrorKind.TLS_PROTOCOL, handler);
            return true;
        }
        switch (step) {
            case WAITS -> {
                output.encryptRest(connection);
                reportSent(connection, handler);
                return false;
            }
            case READY -> {
                connection.hasData = true;
                output.endUntracked(connection);
                handler.received(connection.id, plain.flip());
            }
            case ENDED -> {
                connection.phase = Phase.ENDED;
                handler.ended(connection.id);
            }
            case FAILED -> fail(connection, session.fault(), handler);
        }
        return true;
    }

    private void fail(TlsConnection connection, ErrorKind error, Events handler) {
        connection.phase = Phase.FAILED;
        reportReason(connection, error, handler);
        handler.broken(connection.id, error);
    }

    private static void reportReason(TlsConnection connection, ErrorKind error, Events handler) {
        var session = connection.session;
        if (session == null) {
            return;
        }
        if (!session.alert().isEmpty()) {
            handler.alert(session.alert());
        }
        if (!session.found().isEmpty()) {
            handler.fault(error, session.found());
        }
    }
}
