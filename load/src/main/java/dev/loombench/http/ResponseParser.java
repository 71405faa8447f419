package dev.loombench.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.OptionalInt;

/// Parser of HTTP/1.x responses: finds the end and the status.
///
/// Responses of 1xx are skipped, apart from 101: after it the connection has another protocol, and
/// no response of HTTP follows. The status line and header lines may end in CRLF or LF.
///
/// Source: RFC 9112, sections 4 to 8; RFC 9110, section 15.2.2.
public final class ResponseParser implements ProtocolParser {
    /// Maximum length of a head with its first chunk line, and likewise of each further chunk line,
    /// including the trailers.
    static final int HEAD_LIMIT = 64 * 1024;

    private static final byte[] VERSION = {'H', 'T', 'T', 'P', '/', '1', '.'};
    private static final int REASON_COLUMN = VERSION.length + 5;
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int NONE = -1;

    /// The first byte of a record of TLS with an alert, which no status line begins with: what a
    /// server that expects TLS sends.
    private static final byte TLS_ALERT = 21;

    /// A part of a response.
    public enum Part {
        STATUS_LINE,
        HEADERS,
        /// The lines of chunks, and the trailers.
        CHUNK_LINES,
        CONTENT
    }

    private enum State {
        STATUS_LINE(true),
        REASON(true),
        HEADERS(true),
        FIXED_BODY(false),
        BODY_UNTIL_CLOSE(false),
        CHUNKED_BODY_START(false),
        CHUNKED_BODY(false);

        private final boolean limited;

        State(boolean limited) {
            this.limited = limited;
        }
    }

    private boolean isHead;
    private HeadCache headCache;
    private final HeaderSection headers = new HeaderSection();
    private final ChunkedBody chunks = new ChunkedBody(headers);

    private State state = State.STATUS_LINE;
    private ParseStatus result = ParseStatus.INCOMPLETE;

    /// Bytes of the status line so far.
    private int column;

    /// Whether they begin like a frame of HTTP/2.
    private boolean isFrame;

    private int status;
    private boolean http10;
    private boolean keepsAlive;

    /// Whether more bytes followed the response at once.
    private boolean isFollowed;

    /// Bytes so far that count towards HEAD_LIMIT.
    private int headBytes;

    /// Bytes of the body still to come.
    private long remaining;

    /// Where in the present input the present head began; NONE if in an earlier one.
    private int headStart = NONE;

    /// @param isHead whether the request's method is HEAD, whose responses have no body
    ResponseParser(boolean isHead) {
        this(isHead, new HeadCache());
    }

    /// @param headCache shared with other parsers of the same thread
    public ResponseParser(boolean isHead, HeadCache headCache) {
        this.isHead = isHead;
        this.headCache = headCache;
    }

    /// The status in a line; empty where it is no status line.
    ///
    /// @param line without its end
    public static OptionalInt statusIn(String line) {
        var parser = new ResponseParser(false);
        var result = parser.feed(ByteBuffer.wrap((line + '\n').getBytes(ISO_8859_1)));
        return result == ParseStatus.INCOMPLETE
                ? OptionalInt.of(parser.status)
                : OptionalInt.empty();
    }

    @Override
    public void reset(boolean nextIsHead, HeadCache nextHeadCache) {
        isHead = nextIsHead;
        headCache = nextHeadCache;
        reset();
    }

    /// Prepares for the next response to a request of the same kind.
    void reset() {
        result = ParseStatus.INCOMPLETE;
        isFollowed = false;
        headBytes = 0;
        startHead();
    }

    /// 200..999, or 101, once the response is complete.
    @Override
    public int status() {
        return status;
    }

    @Override
    public boolean keepsAlive() {
        return keepsAlive;
    }

    /// The part to which the next byte belongs; of a malformed response, the part that is.
    Part part() {
        return switch (state) {
            case STATUS_LINE, REASON -> Part.STATUS_LINE;
            case HEADERS -> Part.HEADERS;
            case CHUNKED_BODY_START -> Part.CHUNK_LINES;
            case CHUNKED_BODY -> chunks.dataAhead() > 0 ? Part.CONTENT : Part.CHUNK_LINES;
            case FIXED_BODY, BODY_UNTIL_CLOSE -> Part.CONTENT;
        };
    }

    @Override
    public String fault() {
        if (result == ParseStatus.TOO_LARGE) {
            return "a head, or a line of a chunk, of more than 64 KiB";
        }
        if (isFollowed || result == ParseStatus.COMPLETE) {
            return hasNoContent()
                    ? "bytes after a response to HEAD or of status 204 or 304, which has no content"
                    : "bytes after the end of the response";
        }
        return switch (part()) {
            case STATUS_LINE -> "no status line of HTTP/1.1";
            case HEADERS -> headers.fault();
            case CHUNK_LINES, CONTENT -> "a malformed chunk";
        };
    }

    /// Whether the next byte is the first of a head.
    boolean beginsHead() {
        return state == State.STATUS_LINE && column == 0;
    }

    /// Bytes of the content before the next byte of another part; `Long.MAX_VALUE` up to the end of
    /// the connection.
    long contentAhead() {
        return switch (state) {
            case FIXED_BODY -> remaining;
            case CHUNKED_BODY -> chunks.dataAhead();
            case BODY_UNTIL_CLOSE -> Long.MAX_VALUE;
            case STATUS_LINE, REASON, HEADERS, CHUNKED_BODY_START -> 0;
        };
    }

    @Override
    public ParseStatus feed(ByteBuffer in) {
        headStart = NONE;
        while (result == ParseStatus.INCOMPLETE && in.hasRemaining()) {
            boolean limited = state.limited;
            int from = in.position();
            step(in);
            if (limited) {
                headBytes += in.position() - from;
                if (headBytes > HEAD_LIMIT) {
                    result = ParseStatus.TOO_LARGE;
                }
            }
        }
        if (result == ParseStatus.COMPLETE && in.hasRemaining()) {
            trailingBytes(in);
        }
        return result;
    }

    /// Handles bytes after the response: those of another protocol are not its concern.
    private void trailingBytes(ByteBuffer in) {
        if (status == SWITCHING_PROTOCOLS) {
            in.position(in.limit());
        } else {
            result = ParseStatus.MALFORMED;
            isFollowed = true;
        }
    }

    /// Ends a response that has no other end.
    @Override
    public ParseStatus end() {
        return state == State.BODY_UNTIL_CLOSE ? ParseStatus.COMPLETE : ParseStatus.CLOSED_EARLY;
    }

    private void step(ByteBuffer in) {
        switch (state) {
            case STATUS_LINE -> head(in);
            case REASON -> reason(in);
            case HEADERS -> headers(in);
            case FIXED_BODY -> body(in);
            case BODY_UNTIL_CLOSE -> in.position(in.limit());
            case CHUNKED_BODY_START -> {
                chunks.start(headBytes);
                state = State.CHUNKED_BODY;
            }
            case CHUNKED_BODY -> result = chunks.feed(in);
        }
    }

    private void startHead() {
        state = State.STATUS_LINE;
        column = 0;
        status = 0;
        headers.reset();
    }

    private void head(ByteBuffer in) {
        if (column == 0) {
            headStart = in.position();
            if (headCache.skipIfCached(in)) {
                status = headCache.status();
                keepsAlive = headCache.keepsAlive();
                startBody(headCache.contentLength(), headCache.chunked());
                return;
            }
        }
        statusLine(in);
    }

    private void statusLine(ByteBuffer in) {
        while (in.hasRemaining()
                && state == State.STATUS_LINE
                && result == ParseStatus.INCOMPLETE) {
            byte b = in.get();
            int at = column++;
            isFrame = at == 0 ? Http2Settings.fits(b, 0) : isFrame;
            if (isFrame) {
                frameByte(b, at);
            } else if (!statusByte(b, at)) {
                boolean isAlert = at == 0 && b == TLS_ALERT;
                result = isAlert ? ParseStatus.TLS_RECORD : ParseStatus.MALFORMED;
            }
        }
    }

    /// Parses what begins like a frame of HTTP/2.
    private void frameByte(byte b, int at) {
        if (!Http2Settings.fits(b, at)) {
            result = ParseStatus.MALFORMED;
        } else if (at == Http2Settings.LENGTH - 1) {
            result = ParseStatus.HTTP2_SETTINGS;
        }
    }

    /// Parses `HTTP/1.x SP ddd`, then SP and a reason, or the end of the line.
    private boolean statusByte(byte b, int at) {
        if (at < VERSION.length) {
            return b == VERSION[at];
        }
        if (at == VERSION.length) {
            http10 = b == '0';
            return isDigit(b);
        }
        if (at == VERSION.length + 1) {
            return b == ' ';
        }
        if (at < REASON_COLUMN) {
            status = status * 10 + (b - '0');
            return isDigit(b);
        }
        if ((b != ' ' && b != '\r' && b != '\n') || status < 100) {
            return false;
        }
        state = b == '\n' ? State.HEADERS : State.REASON;
        return true;
    }

    private void reason(ByteBuffer in) {
        if (LineEnds.skipPastLineFeed(in)) {
            state = State.HEADERS;
        }
    }

    private void headers(ByteBuffer in) {
        var head = headers.feed(in);
        if (head == ParseStatus.COMPLETE) {
            endHead(in);
        } else {
            result = head;
        }
    }

    private void endHead(ByteBuffer in) {
        if (headers.contradictory()) {
            result = ParseStatus.MALFORMED;
        } else if (status == SWITCHING_PROTOCOLS) {
            keepsAlive = false;
            result = ParseStatus.COMPLETE;
        } else if (status < 200) {
            startHead();
        } else {
            keepsAlive = !headers.close() && (!http10 || keepsAlive10());
            if (headStart != NONE) {
                headCache.store(in, in.position() - headStart, status, keepsAlive, headers);
            }
            startBody(headers.contentLength(), headers.chunked());
        }
    }

    /// An HTTP/1.0 response must request keep-alive; with a transfer encoding its framing is
    /// unreliable.
    private boolean keepsAlive10() {
        return headers.keepAlive() && !headers.transferEncoding();
    }

    /// Whether the response has no content, whatever its fields say.
    ///
    /// Source: RFC 9112, section 6.3.
    private boolean hasNoContent() {
        return isHead || status == 204 || status == 304;
    }

    private void startBody(long contentLength, boolean chunked) {
        if (hasNoContent() || contentLength == 0) {
            result = ParseStatus.COMPLETE;
        } else if (chunked) {
            state = State.CHUNKED_BODY_START;
        } else if (contentLength > 0) {
            state = State.FIXED_BODY;
            remaining = contentLength;
        } else {
            state = State.BODY_UNTIL_CLOSE;
            keepsAlive = false;
        }
    }

    private void body(ByteBuffer in) {
        int taken = (int) Math.min(remaining, in.remaining());
        in.position(in.position() + taken);
        remaining -= taken;
        if (remaining == 0) {
            result = ParseStatus.COMPLETE;
        }
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
