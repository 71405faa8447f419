package dev.loombench.http;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;

/// Parses header lines up to the empty one and evaluates the three that determine where a response
/// ends: `Content-Length`, `Transfer-Encoding` and `Connection`. In trailers it evaluates none: a
/// trailer field is not framing.
///
/// A name is a token followed at once by its colon; a folded line continues the value before it.
/// Names and words are matched byte by byte, case-insensitively.
///
/// Source: RFC 9112, sections 5, 6, 7.1.2 and 9.
final class HeaderSection {
    /// The relevant names, and the relevant words in their values.
    private enum Word {
        CONTENT_LENGTH("content-length"),
        CONNECTION("connection"),
        TRANSFER_ENCODING("transfer-encoding"),
        CLOSE("close"),
        KEEP_ALIVE("keep-alive"),
        OTHER("");

        private final String text;

        Word(String text) {
            this.text = text;
        }

        /// Whether byte `at` of the word is this one, case-insensitively.
        boolean has(byte b, int at) {
            return at < text.length() && (b >= 'A' && b <= 'Z' ? b | 0x20 : b) == text.charAt(at);
        }

        Word ifLong(int length) {
            return length == text.length() ? this : OTHER;
        }
    }

    /// Bit i is set where byte i, or 64 + i, is allowed in a name.
    private static final long TOKEN_LOW = tokenBits(0);

    private static final long TOKEN_HIGH = tokenBits(64);

    /// `connection` and `content-length` differ after `con`.
    private static final int DIVERGING_COLUMN = 3;

    private enum State {
        LINE_START,
        NAME,
        LENGTH,
        CODINGS,
        WORDS,
        ANY_VALUE,
        END_LF
    }

    private State state = State.LINE_START;

    /// The name or word that the bytes so far match; OTHER when there is none.
    private Word candidate = Word.OTHER;

    private int column;

    /// The name of the previous line, or of the present one.
    private Word name = Word.OTHER;

    private boolean trailers;
    private boolean hasLine;

    private long number;
    private int digits;
    private boolean numberEnded;
    private boolean carriageReturn;

    private long contentLength;
    private final TransferCodings codings = new TransferCodings();
    private boolean close;
    private boolean keepAlive;
    private boolean contradictory;

    HeaderSection() {
        reset();
    }

    /// Prepares for the head of a response.
    void reset() {
        start(false);
        contentLength = -1;
        codings.reset();
        close = false;
        keepAlive = false;
        contradictory = false;
    }

    /// Prepares for the trailers of the same response.
    void startTrailers() {
        start(true);
    }

    private void start(boolean withTrailers) {
        state = State.LINE_START;
        name = Word.OTHER;
        hasLine = false;
        trailers = withTrailers;
    }

    /// -1 when absent.
    long contentLength() {
        return contentLength;
    }

    boolean transferEncoding() {
        return codings.present();
    }

    /// Whether the response ends with its last chunk.
    boolean chunked() {
        return codings.chunkedLast();
    }

    /// Whether the server will close the connection.
    boolean close() {
        return close;
    }

    /// Whether the server explicitly keeps the connection, as HTTP/1.0 requires.
    boolean keepAlive() {
        return keepAlive;
    }

    /// Whether there are two different lengths, a length and a transfer encoding, or a malformed
    /// encoding: parsers would disagree about the end of the response.
    boolean contradictory() {
        return contradictory || codings.malformed() || (codings.present() && contentLength >= 0);
    }

    /// What is wrong with a section that is malformed or contradictory.
    String fault() {
        if (name == Word.CONTENT_LENGTH) {
            return "a Content-Length that is not one number";
        }
        if (codings.malformed()) {
            return "a malformed Transfer-Encoding";
        }
        if (codings.present() && contentLength >= 0) {
            return "both Content-Length and Transfer-Encoding";
        }
        if (contradictory) {
            return "two different values of Content-Length";
        }
        return state == State.NAME
                ? "a header line without a colon after its name"
                : "a malformed header section";
    }

    /// Parses up to the end of the section or of the input.
    ParseStatus feed(ByteBuffer in) {
        var result = ParseStatus.INCOMPLETE;
        while (result == ParseStatus.INCOMPLETE && in.hasRemaining()) {
            result =
                    switch (state) {
                        case LINE_START -> lineStart(in.get());
                        case NAME -> name(in);
                        case LENGTH -> length(in.get());
                        case CODINGS -> coding(in.get());
                        case WORDS -> word(in.get());
                        case ANY_VALUE -> anyValue(in);
                        case END_LF ->
                                in.get() == '\n' ? ParseStatus.COMPLETE : ParseStatus.MALFORMED;
                    };
        }
        return result;
    }

    private ParseStatus lineStart(byte b) {
        if (isBlank(b)) {
            return continueLine();
        }
        if (name == Word.CONTENT_LENGTH && !endLength()) {
            return ParseStatus.MALFORMED;
        }
        name = Word.OTHER;
        if (b == '\n') {
            return ParseStatus.COMPLETE;
        }
        if (b == '\r') {
            state = State.END_LF;
            return ParseStatus.INCOMPLETE;
        }
        if (b == ':') {
            return ParseStatus.MALFORMED;
        }
        state = State.NAME;
        column = 0;
        hasLine = true;
        candidate = trailers ? Word.OTHER : candidateFor(b);
        return nameByte(b);
    }

    private static Word candidateFor(byte first) {
        return switch (first | 0x20) {
            case 'c' -> Word.CONNECTION;
            case 't' -> Word.TRANSFER_ENCODING;
            default -> Word.OTHER;
        };
    }

    /// A folded line: the line break before it counts as a blank.
    private ParseStatus continueLine() {
        carriageReturn = false;
        numberEnded = digits > 0;
        state = valueState();
        return hasLine ? ParseStatus.INCOMPLETE : ParseStatus.MALFORMED;
    }

    private ParseStatus name(ByteBuffer in) {
        var result = ParseStatus.INCOMPLETE;
        while (in.hasRemaining() && state == State.NAME && result == ParseStatus.INCOMPLETE) {
            result = nameByte(in.get());
        }
        return result;
    }

    private ParseStatus nameByte(byte b) {
        if (b == ':') {
            endName();
            return ParseStatus.INCOMPLETE;
        }
        if (!isTokenByte(b)) {
            return ParseStatus.MALFORMED;
        }
        if (column == DIVERGING_COLUMN && candidate == Word.CONNECTION && (b | 0x20) == 't') {
            candidate = Word.CONTENT_LENGTH;
        }
        match(b);
        return ParseStatus.INCOMPLETE;
    }

    private void endName() {
        name = candidate.ifLong(column);
        carriageReturn = false;
        column = 0;
        number = 0;
        digits = 0;
        numberEnded = false;
        state = valueState();
        if (name == Word.TRANSFER_ENCODING) {
            codings.startLine();
        }
    }

    private State valueState() {
        return switch (name) {
            case CONTENT_LENGTH -> State.LENGTH;
            case TRANSFER_ENCODING -> State.CODINGS;
            case CONNECTION -> State.WORDS;
            case CLOSE, KEEP_ALIVE, OTHER -> State.ANY_VALUE;
        };
    }

    /// Matches one more byte of a name or word.
    private void match(byte b) {
        if (!candidate.has(b, column)) {
            candidate = Word.OTHER;
        }
        column++;
    }

    private ParseStatus anyValue(ByteBuffer in) {
        if (LineEnds.skipPastLineFeed(in)) {
            state = State.LINE_START;
        }
        return ParseStatus.INCOMPLETE;
    }

    /// Digits with blanks around them, and nothing else: `1, 1` and `+1` are malformed.
    private ParseStatus length(byte b) {
        if (endsLine(b)) {
            return ParseStatus.INCOMPLETE;
        }
        if (carriageReturn) {
            return ParseStatus.MALFORMED;
        }
        if (b == '\r') {
            carriageReturn = true;
        } else if (isBlank(b)) {
            numberEnded = digits > 0;
        } else if (b < '0' || b > '9' || numberEnded || number > (Long.MAX_VALUE - 9) / 10) {
            return ParseStatus.MALFORMED;
        } else {
            number = number * 10 + (b - '0');
            digits++;
        }
        return ParseStatus.INCOMPLETE;
    }

    private boolean endLength() {
        contradictory |= contentLength >= 0 && contentLength != number;
        contentLength = number;
        return digits > 0;
    }

    private ParseStatus coding(byte b) {
        if (carriageReturn && b != '\n') {
            return ParseStatus.MALFORMED;
        }
        codings.feed(b);
        carriageReturn = b == '\r';
        endsLine(b);
        return ParseStatus.INCOMPLETE;
    }

    private boolean endsLine(byte b) {
        if (b == '\n') {
            state = State.LINE_START;
        }
        return b == '\n';
    }

    /// A list of words, separated by commas and blanks.
    private ParseStatus word(byte b) {
        if (carriageReturn && b != '\n') {
            return ParseStatus.MALFORMED;
        }
        if (b == ',' || isBlank(b) || b == '\r' || b == '\n') {
            endWord();
            carriageReturn = b == '\r';
            endsLine(b);
            return ParseStatus.INCOMPLETE;
        }
        if (column == 0) {
            candidate = (b | 0x20) == 'k' ? Word.KEEP_ALIVE : Word.CLOSE;
        }
        match(b);
        return ParseStatus.INCOMPLETE;
    }

    private void endWord() {
        var word = candidate.ifLong(column);
        close |= column > 0 && word == Word.CLOSE;
        keepAlive |= column > 0 && word == Word.KEEP_ALIVE;
        column = 0;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /// A letter, a digit, or one of ``!#$%&'*+-.^_`|~``.
    private static boolean isTokenByte(byte b) {
        long half = b < 64 ? TOKEN_LOW : TOKEN_HIGH;
        return b > 0 && (half >>> (b & 63) & 1) != 0;
    }

    private static long tokenBits(int from) {
        var marks = "!#$%&'*+-.^_`|~";
        return IntStream.range(0, 64)
                .filter(i -> marks.indexOf(from + i) >= 0 || isLetterOrDigit(from + i))
                .mapToLong(i -> 1L << i)
                .sum();
    }

    private static boolean isLetterOrDigit(int c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    }
}
