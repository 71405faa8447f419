package dev.loombench.load.http2;

import dev.loombench.http2.ClientConnection;
import dev.loombench.http2.ErrorCode;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.Transport;
import java.nio.ByteBuffer;

/// What the streams of a connection report to the load: the parts of their responses, and their
/// ends.
final class StreamReports {
    private static final int HTTP_OK = 200;

    private final Http2Transport transport;

    /// The connection.
    private final int link;

    private final ResponseContent content;
    private final ReopeningPause pause;

    /// @param content of the responses
    /// @param pause before the connection is opened again, which depends on its responses
    StreamReports(
            Http2Transport transport, int link, ResponseContent content, ReopeningPause pause) {
        this.transport = transport;
        this.link = link;
        this.content = content;
        this.pause = pause;
    }

    private Transport.Events handler() {
        return transport.handler();
    }

    private int global(int slot) {
        return transport.global(link, slot);
    }

    void responding(int slot) {
        handler().responding(global(slot));
    }

    /// @param connection that of the stream
    void content(ClientConnection connection, int slot, ByteBuffer piece) {
        if (!content.isRead() || connection.status(slot) != HTTP_OK) {
            return; // that of another status is neither messages of gRPC nor events
        }
        if (content.hasMessages()) {
            if (content.endsFirstMessage(slot, piece)) {
                pause.responded(); // the stream may have no end
                boolean isReadable = !content.isCompressed(slot);
                handler().firstMessage(global(slot), isReadable);
            }
            return;
        }
        int count = content.endedEvents(slot, piece);
        if (count > 0) {
            pause.responded(); // the stream may have no end
            handler().events(global(slot), count);
        }
    }

    /// @param connection that of the stream
    /// @param keep whether it takes further streams
    void responded(
            ClientConnection connection,
            int slot,
            int status,
            int grpcStatus,
            boolean early,
            boolean keep) {
        pause.responded();
        // A server that fails within a message says so by its status.
        if (status == HTTP_OK && grpcStatus == 0 && !content.isUsable(slot)) {
            malformed(slot, "messages that are cut, compressed or not as many as the call has");
            return;
        }
        if (status == HTTP_OK
                && grpcStatus > 0
                && content.hasMessages()
                && handler().wantsFault(ErrorKind.GRPC_STATUS)) {
            transport.reportMessage(connection.grpcMessage());
        }
        handler().responded(global(slot), status, grpcStatus, early, keep);
    }

    void reset(int slot, ErrorCode code) {
        handler().streamReset(global(slot), code);
    }

    void refused(int slot) {
        handler().refused(global(slot));
    }

    void malformed(int slot, String found) {
        handler().fault(ErrorKind.MALFORMED, found);
        handler().broken(global(slot), ErrorKind.MALFORMED);
    }
}
