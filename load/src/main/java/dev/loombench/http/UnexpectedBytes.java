package dev.loombench.http;

import java.nio.ByteBuffer;

/// The parser where responses are reported whole: no byte is expected beside them.
public final class UnexpectedBytes implements ProtocolParser {
    @Override
    public void reset(boolean isHead, HeadCache headCache) {}

    @Override
    public ParseStatus feed(ByteBuffer in) {
        return ParseStatus.MALFORMED;
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
        return false;
    }
}
