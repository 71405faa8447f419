package dev.loombench.http2;

import dev.loombench.http2.hpack.FieldSink;
import dev.loombench.http2.hpack.HpackBuffers;
import org.jspecify.annotations.Nullable;

/// Memory that all connections of one thread share.
public final class ConnectionBuffers {
    /// The longest header block, over all its frames: as the head of a response of HTTP/1.1.
    static final int BLOCK_LIMIT = 64 * 1024;

    final byte[] payload = new byte[PeerSettings.MIN_FRAME];
    final HpackBuffers hpack = new HpackBuffers(BLOCK_LIMIT);
    final ResponseFields fields;

    public ConnectionBuffers() {
        fields = new ResponseFields(null);
    }

    /// Buffers for connections whose fields are read.
    ///
    /// @param also receives the fields of all responses
    public ConnectionBuffers(@Nullable FieldSink also) {
        fields = new ResponseFields(also);
    }
}
