package dev.loombench.load.tls;

import static java.util.Objects.requireNonNull;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.tls.engine.TlsSession;
import dev.loombench.load.transport.Handshake;
import org.jspecify.annotations.Nullable;

/// A connection of a filter: its phase, and what it still has to send.
final class TlsConnection {
    final int id;

    /// Its part in the life of a connection.
    enum Phase {
        CLOSED,
        CONNECTING,
        HANDSHAKE,
        OPEN,
        /// The server has said that nothing follows.
        ENDED,
        /// Its failure is reported, or will be.
        FAILED
    }

    Phase phase = Phase.CLOSED;

    /// Counts its openings, so that a caller of events sees that the connection is another one.
    int generation;

    long handshakeStart;
    @Nullable TlsSession session;
    @Nullable Handshake handshake;

    /// Whether bytes have arrived, and whether there were plain ones among them.
    boolean begun;

    boolean hasData;

    /// The request of which a part is not encrypted, and the number of bytes that are.
    @Nullable EncodedRequest rest;

    int restFrom;

    /// Whether the end of the send is to be reported.
    boolean tracked;

    /// The request that was sent untracked, until its response begins.
    SendBlocks.@Nullable Block unanswered;

    /// The blocks on their way or waiting, in order, and how many are of a request.
    SendBlocks.@Nullable Block first;

    private SendBlocks.@Nullable Block last;
    private int ofRequest;
    private int blocks;

    /// A failure that is still to be reported.
    @Nullable ErrorKind fault;

    TlsConnection(int id) {
        this.id = id;
    }

    TlsSession session() {
        return requireNonNull(session);
    }

    boolean isSending() {
        return rest != null || ofRequest > 0;
    }

    /// The number of blocks that are not of a request: the answers of TLS itself.
    int answers() {
        return blocks - ofRequest;
    }

    void enqueue(SendBlocks.Block block) {
        blocks++;
        ofRequest += block.ofRequest ? 1 : 0;
        if (last == null) {
            first = block;
        } else {
            last.next = block;
        }
        last = block;
    }

    /// Removes the first block, if there is one.
    SendBlocks.@Nullable Block poll() {
        var block = first;
        if (block != null) {
            blocks--;
            ofRequest -= block.ofRequest ? 1 : 0;
            first = block.next;
            if (first == null) {
                last = null;
            }
        }
        return block;
    }

    /// Forgets everything of the connection but its blocks.
    void reset(Phase next) {
        phase = next;
        generation++;
        session = null;
        handshake = null;
        begun = false;
        hasData = false;
        rest = null;
        tracked = false;
        fault = null;
    }
}
