package dev.loombench.http;

import java.nio.ByteBuffer;

/// Parser of a chunked body: finds its end, after the trailers.
///
/// The lines of chunks, and chunks themselves, end only in CRLF.
///
/// Source: RFC 9112, section 7.1.
final class ChunkedBody {
    private static final long SIZE_LIMIT = Long.MAX_VALUE >> 4;

    private enum State {
        SIZE,
        SIZE_BLANKS,
        EXTENSION,
        SIZE_LF,
        DATA,
        DATA_END,
        DATA_END_LF,
        TRAILERS
    }

    private final HeaderSection headers;
    private State state = State.SIZE;

    /// Digits of the chunk's size so far.
    private int digits;

    /// Bytes so far that count towards HEAD_LIMIT.
    private int lineBytes;

    /// The chunk's size so far, then its bytes still to come.
    private long remaining;

    /// @param headers the response's, which also parse its trailers
    ChunkedBody(HeaderSection headers) {
        this.headers = headers;
    }

    /// Prepares for the body of a response.
    ///
    /// @param headBytes the length of its head, which counts towards the first chunk line
    void start(int headBytes) {
        lineBytes = headBytes;
        startSize();
    }

    /// Bytes of the present chunk still to come; 0 outside of its data.
    long dataAhead() {
        return state == State.DATA ? remaining : 0;
    }

    ParseStatus feed(ByteBuffer in) {
        var result = ParseStatus.INCOMPLETE;
        while (result == ParseStatus.INCOMPLETE && in.hasRemaining()) {
            boolean limited = state != State.DATA;
            int from = in.position();
            result = step(in);
            if (limited) {
                lineBytes += in.position() - from;
                if (lineBytes > ResponseParser.HEAD_LIMIT) {
                    result = ParseStatus.TOO_LARGE;
                }
            }
        }
        return result;
    }

    private ParseStatus step(ByteBuffer in) {
        return switch (state) {
            case SIZE -> size(in);
            case SIZE_BLANKS -> sizeBlanks(in);
            case EXTENSION -> extension(in);
            case SIZE_LF -> sizeLineFeed(in);
            case DATA -> data(in);
            case DATA_END -> dataEnd(in);
            case DATA_END_LF -> dataLineFeed(in);
            case TRAILERS -> headers.feed(in);
        };
    }

    private void startSize() {
        state = State.SIZE;
        digits = 0;
        remaining = 0;
    }

    private ParseStatus size(ByteBuffer in) {
        byte b = in.get();
        int digit = Character.digit(b, 16);
        if (digit >= 0 && remaining <= SIZE_LIMIT) {
            remaining = (remaining << 4) | digit;
            digits++;
            return ParseStatus.INCOMPLETE;
        }
        if (digits == 0) {
            return ParseStatus.MALFORMED;
        }
        return switch (b) {
            case '\r' -> enter(State.SIZE_LF);
            case ';' -> enter(State.EXTENSION);
            case ' ', '\t' -> enter(State.SIZE_BLANKS);
            default -> ParseStatus.MALFORMED;
        };
    }

    /// Blanks are allowed before an extension, and nowhere else.
    private ParseStatus sizeBlanks(ByteBuffer in) {
        return switch (in.get()) {
            case ' ', '\t' -> ParseStatus.INCOMPLETE;
            case ';' -> enter(State.EXTENSION);
            default -> ParseStatus.MALFORMED;
        };
    }

    private ParseStatus extension(ByteBuffer in) {
        while (in.hasRemaining()) {
            switch (in.get()) {
                case '\r' -> {
                    return enter(State.SIZE_LF);
                }
                case '\n' -> {
                    return ParseStatus.MALFORMED;
                }
                default -> {}
            }
        }
        return ParseStatus.INCOMPLETE;
    }

    private ParseStatus sizeLineFeed(ByteBuffer in) {
        if (in.get() != '\n') {
            return ParseStatus.MALFORMED;
        }
        if (remaining > 0) {
            return enter(State.DATA);
        }
        headers.startTrailers();
        return enter(State.TRAILERS);
    }

    private ParseStatus data(ByteBuffer in) {
        int taken = (int) Math.min(remaining, in.remaining());
        in.position(in.position() + taken);
        remaining -= taken;
        if (remaining == 0) {
            state = State.DATA_END;
            lineBytes = 0;
        }
        return ParseStatus.INCOMPLETE;
    }

    private ParseStatus dataEnd(ByteBuffer in) {
        return in.get() == '\r' ? enter(State.DATA_END_LF) : ParseStatus.MALFORMED;
    }

    private ParseStatus dataLineFeed(ByteBuffer in) {
        if (in.get() != '\n') {
            return ParseStatus.MALFORMED;
        }
        startSize();
        return ParseStatus.INCOMPLETE;
    }

    private ParseStatus enter(State next) {
        state = next;
        return ParseStatus.INCOMPLETE;
    }
}
