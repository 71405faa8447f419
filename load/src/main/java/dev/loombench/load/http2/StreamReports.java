package dev.loombench.load.http2;

import dev.loombench.http2.ClientConnection;
import dev.loombench.http2.ErrorCode;
import dev.loombench.load.record.FirstPart;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.GrpcStatus;
import dev.loombench.load.transport.Transport;
import dev.loombench.text.TextSanitizer;
import java.nio.ByteBuffer;

/// What the streams of a connection report to the load: the parts of their responses, and their
/// ends.
abstract class StreamReports implements ClientConnection.Events {
    private static final int HTTP_OK = 200;

    private static final String NO_STATUS =
            GrpcStatus.text(-1) + ", as of a server that does not speak gRPC";

    /// Characters of a message of gRPC that are shown.
    private static final int MAX_MESSAGE = 200;

    final Http2Transport transport;

    /// Of the connection.
    final int id;

    final ResponseContent content;
    final Liveness liveness;

    /// Before the connection is opened again; depends on its responses.
    final ReopeningPause pause = new ReopeningPause();

    /// @param slots the most streams at a time
    /// @param part what of the content of responses is reported
    StreamReports(Http2Transport transport, int id, int slots, FirstPart part) {
        this.transport = transport;
        this.id = id;
        content = new ResponseContent(slots, part);
        liveness = new Liveness(slots);
    }

    /// The connection, which is open.
    abstract ClientConnection live();

    /// Whether it takes further streams.
    abstract boolean isReady();

    private Transport.Events handler() {
        return transport.handler();
    }

    private int global(int slot) {
        return transport.global(id, slot);
    }

    @Override
    public final void responding(int slot) {
        liveness.responding();
        handler().responding(global(slot));
    }

    @Override
    public final void content(int slot, ByteBuffer piece) {
        if (!content.isRead() || live().status(slot) != HTTP_OK) {
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
            return;
        }
        var found = content.faultOfEvents(slot);
        if (!found.isEmpty()) {
            malformed(slot, found); // its end may never come
        }
    }

    @Override
    public final void responded(int slot, int status, int grpcStatus, boolean early) {
        pause.responded();
        // A server that fails within a message says so by its status.
        var found = status == HTTP_OK && grpcStatus == 0 ? content.fault(slot) : "";
        if (!found.isEmpty()) {
            malformed(slot, found);
            return;
        }
        if (status == HTTP_OK
                && grpcStatus != 0
                && content.hasMessages()
                && handler().wantsFault(ErrorKind.GRPC_STATUS)) {
            reportStatus(grpcStatus, live().grpcMessage());
        }
        handler().responded(global(slot), status, grpcStatus, early, isReady());
    }

    /// Reports the status of a response of gRPC, as in `5 NOT_FOUND: no order 7` (the number of
    /// such errors in `grpc-status 8` would be taken for it), or that it has none, as that of a
    /// proxy or of another protocol, or one that gRPC does not define.
    private void reportStatus(int grpcStatus, String message) {
        if (grpcStatus == ClientConnection.INVALID_GRPC_STATUS) {
            handler().fault(ErrorKind.GRPC_STATUS, "a grpc-status that is no number of 31 bits");
        } else if (grpcStatus < 0) {
            handler().fault(ErrorKind.GRPC_STATUS, NO_STATUS);
        } else if (!message.isEmpty()) {
            var shown = TextSanitizer.of(TextSanitizer.shortened(message, MAX_MESSAGE));
            handler().fault(ErrorKind.GRPC_STATUS, GrpcStatus.text(grpcStatus) + ": " + shown);
        } else if (GrpcStatus.isKnown(grpcStatus)) {
            handler().fault(ErrorKind.GRPC_STATUS, GrpcStatus.text(grpcStatus));
        } else {
            handler().fault(ErrorKind.GRPC_STATUS, grpcStatus + ", which gRPC does not define");
        }
    }

    @Override
    public final void reset(int slot, ErrorCode code) {
        handler().streamReset(global(slot), code);
    }

    @Override
    public final void refused(int slot) {
        handler().refused(global(slot));
    }

    @Override
    public final void malformed(int slot, String found) {
        handler().fault(ErrorKind.MALFORMED, found);
        handler().broken(global(slot), ErrorKind.MALFORMED);
    }
}
