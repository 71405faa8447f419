package dev.loombench.http;

import java.nio.ByteBuffer;

/// Parser of the line protocol: a response is one line, up to its line feed, and any line is good
/// that does not begin as an alert of TLS, which may end in the byte of a line feed.
public final class LineParser implements ProtocolParser {
    /// Maximum length of a line, including its line feed.
    static final int LIMIT = 64 * 1024;

    private static final byte TLS_ALERT = 21;
    private static final byte TLS_VERSION = 3;

    private int bytes;

    @Override
    public void reset(boolean isHead, HeadCache headCache) {
        bytes = 0;
    }

    @Override
    public ParseStatus feed(ByteBuffer in) {
        int from = in.position();
        if (bytes == 0
                && in.remaining() > 1
                && in.get(from) == TLS_ALERT
                && in.get(from + 1) == TLS_VERSION) {
            return ParseStatus.TLS_RECORD;
        }
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
