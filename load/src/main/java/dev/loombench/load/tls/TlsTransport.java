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
/// Sends are tracked, as their memory is used again. That of a small request in one record is not,
/// where this costs less: its memory is free once the response begins, as the server cannot answer
/// what it cannot decrypt.
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

    /// The most bytes of a request that is sent untracked.
    private final int untrackedBytes;

    private final ByteBuffer plain =
            ByteBuffer.allocateDirect(PLAIN_BYTES).order(ByteOrder.nativeOrder());

    /// Connections that failed while they sent, with an error still to be reported.
    private final IdQueue pending;

    /// Blocks that the other transport needs no longer than until the end of its next wait with
    /// which their sends have begun.
    private final ArrayDeque<SendBlocks.Block> leaving = new ArrayDeque<>();

    private @Nullable Events events;

    TlsTransport(Transport inner, TlsEngine engine, int count) {
        this.inner = inner;
        this.engine = engine;
        untrackedBytes = Math.min(inner.alwaysFits(), SendBlocks.SMALL_BYTES);
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
        connection.tracked = tracked;
        encryptRest(connection);
        connection.tracked = tracked && connection.isSending();
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
                sayFarewell(connection, session);
            }
            session.close();
        }
        for (var block = connection.poll(); block != null; block = connection.poll()) {
            leaving.add(block);
        }
        endUntracked(connection);
        connection.reset(Phase.CLOSED);
        inner.close(id);
    }

    /// Without the notice that nothing follows, some servers do not resume the session.
    private void sayFarewell(TlsConnection connection, TlsSession session) {
        session.end();
        var block = takePending(session);
        if (block != null) {
            inner.send(connection.id, block.bytes);
            leaving.add(block);
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
        int sent = leaving.size();
        inner.await(pending.isEmpty() ? until : inner.ticker().nanoTime(), this);
        for (int i = 0; i < sent && inner.hasBegun(); i++) {
            blocks.release(leaving.remove());
        }
    }

    private void reportPending(Events handler) {
        for (int n = pending.size(); n > 0; n--) {
            int id = pending.poll();
            var fault = connections[id].fault;
            if (fault != null) {
                connections[id].fault = null;
                reportAlert(connections[id], handler);
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
                endUntracked(connection);
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
        reportAlert(connection, handler);
        handler.broken(connection.id, error);
    }

    private static void reportAlert(TlsConnection connection, Events handler) {
        var session = connection.session;
        if (session != null && !session.alert().isEmpty()) {
            handler.alert(session.alert());
        }
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
            boolean whole = taken > 0 && taken == left && connection.restFrom == 0;
            if (!whole || !sendUntracked(connection, session)) {
                send(connection, session, true);
            }
            if (taken <= 0) {
                return;
            }
            connection.restFrom += taken;
            if (taken == left) {
                connection.rest = null;
            }
        }
    }

    /// Sends a whole request without a report of its end, where it is small and nothing is before
    /// it.
    ///
    /// @return whether it did
    private boolean sendUntracked(TlsConnection connection, TlsSession session) {
        boolean allowed =
                !connection.tracked
                        && connection.unanswered == null
                        && connection.first == null
                        && session.pending() <= untrackedBytes
                        && !inner.isSending(connection.id);
        var block = allowed ? takePending(session) : null;
        if (block == null) {
            return false;
        }
        if (session.pending() > 0) {
            block.ofRequest = true;
            connection.enqueue(block);
            return false; // it was larger than estimated, and the rest follows
        }
        connection.unanswered = block;
        inner.send(connection.id, block.bytes);
        return true;
    }

    /// Takes back the memory of an untracked request, as its response begins or none will come:
    /// after the next wait, as the server may have sent without a request, before this one left.
    private void endUntracked(TlsConnection connection) {
        var block = connection.unanswered;
        if (block != null) {
            connection.unanswered = null;
            leaving.add(block);
        }
    }

    /// Sends what a session has to send.
    private void send(TlsConnection connection, TlsSession session, boolean ofRequest) {
        for (var block = takePending(session); block != null; block = takePending(session)) {
            block.ofRequest = ofRequest;
            connection.enqueue(block);
        }
        sendBlocks(connection);
    }

    /// Moves what a session has to send into a block; null where there is nothing.
    private SendBlocks.@Nullable Block takePending(TlsSession session) {
        int count = session.pending();
        if (count == 0) {
            return null;
        }
        var block = blocks.take(count);
        session.take(block.bytes);
        return block;
    }

    /// Sends the next blocks, unless one is on its way, or an untracked request cannot be sent and
    /// the failure of the connection is reported next.
    private void sendBlocks(TlsConnection connection) {
        int id = connection.id;
        for (var block = connection.first;
                block != null && !inner.isSending(id);
                block = connection.first) {
            inner.sendTracked(id, block.bytes);
            if (inner.isSending(id)) {
                return;
            }
            connection.poll();
            blocks.release(block);
        }
    }
}
