package dev.loombench.load.http2;

import dev.loombench.http2.ClientConnection;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.transport.Transport;
import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/// The output of a connection over the other transport: one send at a time, from memory that is
/// used again.
final class LinkOutput {
    private static final int FIRST_BYTES = 512;

    /// Longer than the header block of any request.
    private static final int MAX_BYTES = 64 * 1024;

    private final Http2Transport transport;
    private final Transport under;
    private final int id;
    private @Nullable EncodedRequest bytes;

    /// Whether an event follows once what is being sent has left.
    private boolean sentIsReported;

    LinkOutput(Http2Transport transport, Transport under, int id) {
        this.transport = transport;
        this.under = under;
        this.id = id;
    }

    /// Handles that the connection is being opened.
    void opening() {
        sentIsReported = false;
    }

    /// Handles that the last frames have left.
    void sent() {
        sentIsReported = false;
        transport.serveSoon(id);
    }

    /// Sends what the connection has to send, unless something is being sent.
    ///
    /// @param connection null before it is open
    void flush(@Nullable ClientConnection connection) {
        if (connection == null) {
            return;
        }
        while (connection.hasOutput() && !isSending()) {
            var out = room(connection.outputBytes());
            int count = connection.write(out.memory());
            if (count == 0) {
                return;
            }
            out.setLength(count);
            under.sendTracked(id, out);
            sentIsReported = under.isSending(id);
        }
    }

    /// Whether the connection still sends. What TLS sends by itself is not reported, so that the
    /// connection is served again until that has left.
    boolean isSending() {
        boolean sending = under.isSending(id);
        if (sending && !sentIsReported) {
            transport.serveSoon(id);
        }
        return sending;
    }

    /// Memory for this many bytes, as far as one send may have them.
    private EncodedRequest room(long count) {
        int wanted = Math.clamp(count, FIRST_BYTES, MAX_BYTES);
        var present = bytes;
        if (present == null || present.memory().byteSize() < wanted) {
            int size = Integer.highestOneBit(wanted - 1) << 1;
            present = EncodedRequest.over(Arena.ofAuto().allocate(size));
            bytes = present;
        }
        return present;
    }
}
