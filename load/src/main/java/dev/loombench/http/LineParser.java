package dev.loombench.http;

import java.nio.ByteBuffer;

/// Parser of the line protocol: a response is one line, up to its line feed, and any line is good.
public final class LineParser implements ProtocolParser {
    /// Maximum length of a line, including its line feed.
    static final int LIMIT = 64 * 1024;

    private int bytes;

    @Override
    public void reset(boolean isHead, HeadCache headCache) {
        bytes = 0;
    }

    @Override
    public ParseStatus feed(ByteBuffer in) {
        int from = in.position();
        boolean complete = LineEnds.skipPastLineFeed(in);
        bytes += in.position() - from;
        if (bytes > LIMIT) {
            return ParseStatus.TOO_LARGE;
        }
        if (!complete) {
            return ParseStatus.INCOMPLETE;
        }
        return in.hasRemaining() ? ParseStatus.MALFORMED : ParseStatus.COMPLETE;
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

    @Override
    public String fault() {
        return bytes > LIMIT ? "a line of more than 64 KiB" : "bytes after the line";
    }
}
