package dev.loombench.http;

import java.nio.ByteBuffer;

/// Parser of responses that are whole messages, whose ends a filter below has found: an empty piece
/// ends a message.
public final class MessageParser implements ProtocolParser {
    @Override
    public void reset(boolean isHead, HeadCache headCache) {
        // nothing is known of the next message
    }

    @Override
    public ParseStatus feed(ByteBuffer in) {
        if (!in.hasRemaining()) {
            return ParseStatus.COMPLETE;
        }
        in.position(in.limit());
        return ParseStatus.INCOMPLETE;
    }

    @Override
    public ParseStatus end() {
        return ParseStatus.CLOSED_EARLY;
    }

    @Override
    public int status() {
        return 0;
    }

    @Override
    public boolean keepsAlive() {
        return true;
    }
}
