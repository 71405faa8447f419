package dev.loombench.load.tls;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.tls.TlsConnection.Phase;
import dev.loombench.load.transport.Handshake;
import dev.loombench.load.transport.IdQueue;
import dev.loombench.load.transport.Ticker;
import dev.loombench.load.transport.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
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
final class TlsTransport implements Transport, Transport.Events {
    /// Room for the largest record of any implementation.
    private static final int PLAIN_BYTES = 33 * 1024;

    /// More answers of TLS itself than a server that reads can make wait, as to updates of keys.
    private static final int MAX_ANSWERS = 64;

    private final Transport inner;
    private final TlsEngine engine;
    private final TlsConnection[] connections;
    private final SendBlocks blocks = new SendBlocks();
    private final ByteBuffer plain =
            ByteBuffer.allocateDirect(PLAIN_BYTES).order(ByteOrder.nativeOrder());

    /// Connections that failed while they sent, with an error still to be reported.
    private final IdQueue pending;

    /// The last blocks of connections that were closed, until the other transport has sent them.
    private final ArrayDeque<SendBlocks.Block> farewells = new ArrayDeque<>();

    private @Nullable Events events;

    TlsTransport(Transport inner, TlsEngine engine, int count) {
        this.inner = inner;
        this.engine = engine;
        connections = new TlsConnection[count];
        for (int i = 0; i < count; i++) {
            connections[i] = new TlsConnection(i);
        }
        pending = new IdQueue(count);
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public long resolutionNanos() {
        return inner.resolutionNanos();
    }

    @Override
    public Ticker ticker() {
        return inner.ticker();
    }

    // Operations.

    @Override
    public void connect(int id) {
        connections[id].reset(Phase.CONNECTING);
        inner.connect(id);
    }

    @Override
    public void send(int id, EncodedRequest request) {
        send(connections[id], request, false);
    }

    @Override
    public void sendTracked(int id, EncodedRequest bytes) {
        send(connections[id], bytes, true);
    }

    private void send(TlsConnection connection, EncodedRequest request, boolean tracked) {
        if (connection.rest != null) {
            throw new IllegalStateException("the previous request is not fully sent");
        }
        if (connection.phase != Phase.OPEN) {
            return; // its end or its failure is reported next
        }
        connection.rest = request;
        connection.restFrom = 0;
        encryptRest(connection);
        connection.tracked = tracked && connection.isSending();
    }

    @Override
    public boolean isSending(int id) {
        return connections[id].isSending();
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
                sayFarewell(connection, session);
            }
            session.close();
        }
        for (var block = connection.poll(); block != null; block = connection.poll()) {
            blocks.release(block);
        }
        connection.reset(Phase.CLOSED);
        inner.close(id);
    }

    /// Without the notice that nothing follows, some servers do not resume the session.
    private void sayFarewell(TlsConnection connection, TlsSession session) {
        session.end();
        int count = session.pending();
        if (count > 0) {
            var block = blocks.take(count);
            session.take(block.bytes);
            inner.send(connection.id, block.bytes);
            farewells.add(block);
        }
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
        events = handler;
        reportPending(handler);
        int sent = farewells.size();
        inner.await(pending.isEmpty() ? until : inner.ticker().nanoTime(), this);
        for (int i = 0; i < sent; i++) {
            blocks.release(farewells.remove());
        }
    }

    private void reportPending(Events handler) {
        for (int n = pending.size(); n > 0; n--) {
            int id = pending.poll();
            var fault = connections[id].fault;
            if (fault != null) {
                connections[id].fault = null;
                handler.broken(id, fault);
            }
        }
    }

    @Override
    public void wakeUp() {
        inner.wakeUp();
    }

    @Override
    public long waitedNanos() {
        return inner.waitedNanos();
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
        var block = connection.poll();
        if (block != null) {
            blocks.release(block);
        }
        sendBlocks(connection);
        encryptRest(connection);
        if (connection.tracked && !connection.isSending()) {
            connection.tracked = false;
            handler().sent(id);
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

    private Events handler() {
        var handler = events;
        if (handler == null) {
            throw new IllegalStateException("an event without a wait");
        }
        return handler;
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
        send(connection, session, false);
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
        send(connection, session, false);
        if (connection.answers() > MAX_ANSWERS) {
            fail(connection, ErrorKind.TLS_PROTOCOL, handler);
            return true;
        }
        switch (step) {
            case WAITS -> {
                encryptRest(connection);
                return false;
            }
            case READY -> {
                connection.hasData = true;
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
        handler.broken(connection.id, error);
    }

    // Sending.

    /// Encrypts as much of the request as can be sent at once.
    private void encryptRest(TlsConnection connection) {
        for (var rest = connection.rest;
                rest != null && connection.first == null && connection.phase == Phase.OPEN;
                rest = connection.rest) {
            int left = rest.length() - connection.restFrom;
            var session = connection.session();
            int taken = session.write(rest, connection.restFrom, blocks.piece(left));
            if (taken < 0) {
                connection.phase = Phase.FAILED;
                connection.fault = session.fault();
                connection.rest = null;
                pending.offer(connection.id);
            }
            send(connection, session, true);
            if (taken <= 0) {
                return;
            }
            connection.restFrom += taken;
            if (taken == left) {
                connection.rest = null;
            }
        }
    }

    /// Sends what a session has to send.
    private void send(TlsConnection connection, TlsSession session, boolean ofRequest) {
        int count = session.pending();
        if (count == 0) {
            return;
        }
        var block = blocks.take(count);
        session.take(block.bytes);
        block.ofRequest = ofRequest;
        connection.enqueue(block);
        if (connection.first == block) {
            sendBlocks(connection);
        }
    }

    private void sendBlocks(TlsConnection connection) {
        for (var block = connection.first; block != null; block = connection.first) {
            inner.sendTracked(connection.id, block.bytes);
            if (inner.isSending(connection.id)) {
                return;
            }
            connection.poll();
            blocks.release(block);
        }
    }
}
