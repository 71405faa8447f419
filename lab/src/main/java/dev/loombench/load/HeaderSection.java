package dev.loombench.load;

import java.nio.ByteBuffer;

/// Reads header lines up to the empty one, and minds the three that tell where an answer ends:
/// `Content-Length`, `Transfer-Encoding` and `Connection`.
///
/// A name is a token with its colon right behind it; a folded line is a fault. Names and words are
/// matched as their bytes come, whatever their case.
///
/// Source: RFC 9112, sections 5, 6 and 9.
final class HeaderSection {
    /// The names that matter, and the words that do in their values.
    private enum Word {
        CONTENT_LENGTH("content-length"),
        CONNECTION("connection"),
        TRANSFER_ENCODING("transfer-encoding"),
        CLOSE("close"),
        KEEP_ALIVE("keep-alive"),
        CHUNKED("chunked"),
        OTHER("");

        private final String text;

        Word(String text) {
            this.text = text;
        }

        /// Whether byte `at` of the word is this, in either case.
        boolean has(byte b, int at) {
            return at < text.length() && (b >= 'A' && b <= 'Z' ? b | 0x20 : b) == text.charAt(at);
        }

        Word ifLong(int length) {
            return length == text.length() ? this : OTHER;
        }
    }

    /// `con` is where `connection` and `content-length` part.
    private static final int PARTING = 3;

    private enum State {
        LINE_START,
        NAME,
        LENGTH,
        WORDS,
        ANY_VALUE,
        END_LF
    }

    private State state = State.LINE_START;

    /// The name or word that the bytes so far agree with; OTHER when there is none.
    private Word candidate = Word.OTHER;

    private int column;
    private Word name = Word.OTHER;

    private long number;
    private int digits;
    private boolean numberEnded;
    private boolean carriageReturn;

    private long contentLength;
    private boolean transferEncoding;
    private boolean chunkedLast;
    private boolean close;
    private boolean keepAlive;
    private boolean contradictory;

    HeaderSection() {
        reset();
    }

    void reset() {
        state = State.LINE_START;
        contentLength = -1;
        transferEncoding = false;
        chunkedLast = false;
        close = false;
        keepAlive = false;
        contradictory = false;
    }

    /// -1 when none was given.
    long contentLength() {
        return contentLength;
    }

    boolean chunked() {
        return chunkedLast;
    }

    /// The server will close the connection.
    boolean close() {
        return close;
    }

    /// The server says that it will not, which 1.0 has to.
    boolean keepAlive() {
        return keepAlive;
    }

    /// Two lengths that differ, or a length beside a transfer encoding: where the answer ends would
    /// depend on who reads it.
    boolean contradictory() {
        return contradictory || (transferEncoding && contentLength >= 0);
    }

    /// Takes bytes up to the end of the section or of the piece.
    Reply feed(ByteBuffer in) {
        var reply = Reply.INCOMPLETE;
        while (reply == Reply.INCOMPLETE && in.hasRemaining()) {
            reply =
                    switch (state) {
                        case LINE_START -> lineStart(in.get());
                        case NAME -> name(in);
                        case LENGTH -> length(in.get());
                        case WORDS -> word(in.get());
                        case ANY_VALUE -> anyValue(in);
                        case END_LF -> in.get() == '\n' ? Reply.COMPLETE : Reply.MALFORMED;
                    };
        }
        return reply;
    }

    private Reply lineStart(byte b) {
        if (b == '\n') {
            return Reply.COMPLETE;
        }
        if (b == '\r') {
            state = State.END_LF;
            return Reply.INCOMPLETE;
        }
        if (b == ':') {
            return Reply.MALFORMED;
        }
        state = State.NAME;
        column = 0;
        candidate =
                switch (b | 0x20) {
                    case 'c' -> Word.CONNECTION;
                    case 't' -> Word.TRANSFER_ENCODING;
                    default -> Word.OTHER;
                };
        return nameByte(b);
    }

    private Reply name(ByteBuffer in) {
        var reply = Reply.INCOMPLETE;
        while (in.hasRemaining() && state == State.NAME && reply == Reply.INCOMPLETE) {
            reply = nameByte(in.get());
        }
        return reply;
    }

    private Reply nameByte(byte b) {
        if (b == ':') {
            endName();
            return Reply.INCOMPLETE;
        }
        if (b <= ' ' || b == 127) {
            return Reply.MALFORMED;
        }
        if (column == PARTING && candidate == Word.CONNECTION && (b | 0x20) == 't') {
            candidate = Word.CONTENT_LENGTH;
        }
        match(b);
        return Reply.INCOMPLETE;
    }

    private void endName() {
        name = candidate.ifLong(column);
        carriageReturn = false;
        column = 0;
        if (name == Word.CONTENT_LENGTH) {
            state = State.LENGTH;
            number = 0;
            digits = 0;
            numberEnded = false;
        } else if (name == Word.OTHER) {
            state = State.ANY_VALUE;
        } else {
            state = State.WORDS;
            transferEncoding |= name == Word.TRANSFER_ENCODING;
        }
    }

    /// One byte more of a name or word.
    private void match(byte b) {
        if (!candidate.has(b, column)) {
            candidate = Word.OTHER;
        }
        column++;
    }

    private Reply anyValue(ByteBuffer in) {
        if (Lines.skipPastLineFeed(in)) {
            state = State.LINE_START;
        }
        return Reply.INCOMPLETE;
    }

    /// Digits with blanks around them, and nothing else: `1, 1` and `+1` are faults.
    private Reply length(byte b) {
        if (b == '\n') {
            return endLength();
        }
        if (carriageReturn) {
            return Reply.MALFORMED;
        }
        if (b == '\r') {
            carriageReturn = true;
        } else if (isBlank(b)) {
            numberEnded = digits > 0;
        } else if (b < '0' || b > '9' || numberEnded || number > (Long.MAX_VALUE - 9) / 10) {
            return Reply.MALFORMED;
        } else {
            number = number * 10 + (b - '0');
            digits++;
        }
        return Reply.INCOMPLETE;
    }

    private Reply endLength() {
        if (digits == 0) {
            return Reply.MALFORMED;
        }
        contradictory |= contentLength >= 0 && contentLength != number;
        contentLength = number;
        state = State.LINE_START;
        return Reply.INCOMPLETE;
    }

    /// A list of words, parted by commas and blanks.
    private Reply word(byte b) {
        if (carriageReturn && b != '\n') {
            return Reply.MALFORMED;
        }
        if (b == ',' || isBlank(b) || b == '\r' || b == '\n') {
            endWord();
            carriageReturn = b == '\r';
            if (b == '\n') {
                state = State.LINE_START;
            }
            return Reply.INCOMPLETE;
        }
        if (column == 0) {
            candidate = wordFor(b);
        }
        match(b);
        return Reply.INCOMPLETE;
    }

    private Word wordFor(byte b) {
        if (name == Word.TRANSFER_ENCODING) {
            return Word.CHUNKED;
        }
        return (b | 0x20) == 'k' ? Word.KEEP_ALIVE : Word.CLOSE;
    }

    private void endWord() {
        if (column == 0) {
            return;
        }
        var word = candidate.ifLong(column);
        column = 0;
        if (name == Word.TRANSFER_ENCODING) {
            contradictory |= chunkedLast;
            chunkedLast = word == Word.CHUNKED;
        } else {
            close |= word == Word.CLOSE;
            keepAlive |= word == Word.KEEP_ALIVE;
        }
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}
