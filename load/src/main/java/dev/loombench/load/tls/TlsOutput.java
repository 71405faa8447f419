package dev.loombench.load.tls;

import dev.loombench.base.IdQueue;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.tls.TlsConnection.Phase;
import dev.loombench.load.tls.engine.TlsSession;
import dev.loombench.load.transport.Transport;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// The encrypted output of all connections, over the other transport.
///
/// Sends are tracked, as their memory is used again. That of a small request in one record is not,
/// where this costs less: its memory is free once the response begins, as the server cannot answer
/// what it cannot decrypt.
final class TlsOutput {
    private final Transport inner;
    private final SendBlocks blocks = new SendBlocks();

    /// The most bytes of a request that is sent untracked.
    private final int untrackedBytes;

    private final IdQueue failed;

    /// Blocks that the other transport needs no longer than until the end of its next wait with
    /// which their sends have begun.
    private final ArrayDeque<SendBlocks.Block> leaving = new ArrayDeque<>();

    /// @param failed receives the connections that fail while they send
    TlsOutput(Transport inner, IdQueue failed) {
        this.inner = inner;
        this.failed = failed;
        untrackedBytes = Math.min(inner.alwaysFits(), SendBlocks.SMALL_BYTES);
    }

    /// Begins to send a request; the previous one must be fully sent.
    ///
    /// @param tracked whether the end of the send is to be reported
    void send(TlsConnection connection, EncodedRequest request, boolean tracked) {
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

    /// Without the notice that nothing follows, some servers do not resume the session.
    void sayFarewell(TlsConnection connection, TlsSession session) {
        session.end();
        var block = takePending(session);
        if (block != null) {
            inner.send(connection.id, block.bytes);
            leaving.add(block);
        }
    }

    /// Takes back the memory of what a connection still sends, as it is closed.
    void drop(TlsConnection connection) {
        for (var block = connection.poll(); block != null; block = connection.poll()) {
            leaving.add(block);
        }
        endUntracked(connection);
    }

    /// The number of blocks that may be free after the next wait.
    int leaving() {
        return leaving.size();
    }

    /// Takes back blocks after a wait, as far as their sends have begun.
    ///
    /// @param count as `leaving` before the wait
    void release(int count) {
        for (int i = 0; i < count && inner.hasBegun(); i++) {
            blocks.release(leaving.remove());
        }
    }

    /// Handles that the first block of a connection has left.
    void sent(TlsConnection connection) {
        var block = connection.poll();
        if (block != null) {
            blocks.release(block);
        }
        sendBlocks(connection);
        encryptRest(connection);
    }

    /// Encrypts as much of the request as can be sent at once.
    void encryptRest(TlsConnection connection) {
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
                failed.offer(connection.id);
            }
            boolean whole = taken > 0 && taken == left && connection.restFrom == 0;
            if (!whole || !sendUntracked(connection, session)) {
                sendPending(connection, session, true);
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
    void endUntracked(TlsConnection connection) {
        var block = connection.unanswered;
        if (block != null) {
            connection.unanswered = null;
            leaving.add(block);
        }
    }

    /// Sends what a session has to send.
    void sendPending(TlsConnection connection, TlsSession session, boolean ofRequest) {
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
