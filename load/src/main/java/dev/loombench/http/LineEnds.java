package dev.loombench.http;

import java.nio.ByteBuffer;

/// The search for line ends, eight bytes at a time.
final class LineEnds {
    private static final long LINE_FEEDS = 0x0a0a0a0a0a0a0a0aL;
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private LineEnds() {}

    /// Moves past the next line feed; without one, to the end.
    ///
    /// @return whether there was one
    static boolean skipPastLineFeed(ByteBuffer in) {
        int at = in.position();
        int limit = in.limit();
        while (limit - at >= Long.BYTES && !holdsLineFeed(in.getLong(at))) {
            at += Long.BYTES;
        }
        while (at < limit) {
            if (in.get(at++) == '\n') {
                in.position(at);
                return true;
            }
        }
        in.position(limit);
        return false;
    }

    /// The classic test for a zero byte, `(x - 01..) & ~x & 80..`, on bytes that are zero where a
    /// line feed was; exact as a yes or no.
    private static boolean holdsLineFeed(long bytes) {
        long x = bytes ^ LINE_FEEDS;
        return ((x - ONES) & ~x & HIGHS) != 0;
    }
}
