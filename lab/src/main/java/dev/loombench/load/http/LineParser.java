package dev.loombench.load.http;

import dev.loombench.result.ErrorKind;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// An answer is a line, up to its line feed; any line is a good one.
public final class LineParser implements ProtocolParser {
    /// The bytes that a line may have, its line feed included.
    static final int LIMIT = 64 * 1024;

    private int bytes;

    @Override
    public void reset(boolean toHead, HeadCache heads) {
        bytes = 0;
    }

    @Override
    public ParseStatus feed(ByteBuffer in) {
        int from = in.position();
        boolean whole = LineEnds.skipPastLineFeed(in);
        bytes += in.position() - from;
        if (bytes > LIMIT) {
            return ParseStatus.TOO_LARGE;
        }
        if (!whole) {
            return ParseStatus.INCOMPLETE;
        }
        return in.hasRemaining() ? ParseStatus.MALFORMED : ParseStatus.COMPLETE;
    }

    @Override
    public ParseStatus end() {
        return ParseStatus.CLOSED_EARLY;
    }

    @Override
    public @Nullable ErrorKind fault() {
        return null;
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
