package dev.loombench.load.http2;

import dev.loombench.events.EventReader;
import dev.loombench.load.record.FirstPart;
import dev.loombench.load.request.EncodedRequest;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// What is read of the content of the responses of a connection: messages of gRPC, server-sent
/// events, or nothing; stores none, and never allocates.
final class ResponseContent {
    /// [slots] of their responses; empty where they are not of gRPC.
    private final MessageFraming[] framing;

    /// [slots] whether the call is unary; empty where they are not of gRPC.
    private final boolean[] unary;

    /// [slots] of their responses; empty where they are no server-sent events.
    private final EventReader[] readers;

    ResponseContent(int slots, FirstPart part) {
        framing = new MessageFraming[part == FirstPart.MESSAGE ? slots : 0];
        Arrays.setAll(framing, _ -> new MessageFraming());
        unary = new boolean[framing.length];
        readers = new EventReader[part == FirstPart.EVENT ? slots : 0];
        Arrays.setAll(readers, _ -> new EventReader());
    }

    boolean hasMessages() {
        return framing.length > 0;
    }

    boolean hasEvents() {
        return readers.length > 0;
    }

    /// Whether any of it is read.
    boolean isRead() {
        return hasMessages() || hasEvents();
    }

    /// Prepares for the response to the next request of a slot.
    void begin(int slot, EncodedRequest request) {
        if (hasMessages()) {
            framing[slot].reset();
            unary[slot] = request.isUnary();
        }
        if (hasEvents()) {
            readers[slot].reset();
        }
    }

    /// Reads messages.
    ///
    /// @param piece not moved
    /// @return whether the first message of the response ends in it
    boolean endsFirstMessage(int slot, ByteBuffer piece) {
        boolean isFirst = framing[slot].messages() == 0;
        framing[slot].read(piece);
        return isFirst && framing[slot].messages() > 0;
    }

    /// Whether a message so far is compressed, which was not offered.
    boolean isCompressed(int slot) {
        return framing[slot].isCompressed();
    }

    /// Reads events.
    ///
    /// @param piece not moved
    /// @return the number of events that end in it
    int endedEvents(int slot, ByteBuffer piece) {
        int from = piece.position();
        int count = readers[slot].read(piece);
        piece.position(from);
        return count;
    }

    /// Why no events can be found in a stream, in words; empty while they can.
    String faultOfEvents(int slot) {
        return readers[slot].fault();
    }

    /// Why a client cannot use the whole response, in words; empty where it can.
    String fault(int slot) {
        if (!hasMessages()) {
            return "";
        }
        if (isCompressed(slot)) {
            return "a compressed message, where the load offers no compression";
        }
        if (!framing[slot].isBetweenMessages()) {
            return "a message that ends early";
        }
        if (!unary[slot] || framing[slot].messages() == 1) {
            return "";
        }
        return framing[slot].messages() == 0
                ? "no message, where a unary call has one"
                : "several messages, where a unary call has one";
    }
}
