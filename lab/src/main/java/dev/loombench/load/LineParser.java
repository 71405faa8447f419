package dev.loombench.load;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// An answer is a line, up to its line feed; any line is a good one.
final class LineParser implements AnswerParser {
    /// The bytes that a line may have, its line feed included.
    static final int LIMIT = 64 * 1024;

    private int bytes;

    @Override
    public void reset(Messages.Kind asked) {
        bytes = 0;
    }

    @Override
    public Reply feed(ByteBuffer in) {
        int from = in.position();
        boolean whole = Lines.skipPastLineFeed(in);
        bytes += in.position() - from;
        if (bytes > LIMIT) {
            return Reply.TOO_LARGE;
        }
        if (!whole) {
            return Reply.INCOMPLETE;
        }
        return in.hasRemaining() ? Reply.MALFORMED : Reply.COMPLETE;
    }

    @Override
    public Reply end() {
        return Reply.CLOSED_EARLY;
    }

    @Override
    public @Nullable Fault fault() {
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
