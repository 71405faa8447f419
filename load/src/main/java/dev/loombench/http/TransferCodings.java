package dev.loombench.http;

/// Parser of `Transfer-Encoding` values: whether `chunked` is the last coding, and so determines
/// where the response ends.
///
/// Several header lines form one list. Parameters of other codings are skipped; `chunked` has none,
/// and may be applied once.
///
/// Source: RFC 9112, sections 6.1, 6.3 and 7; RFC 9110, section 10.1.4.
final class TransferCodings {
    private static final String CHUNKED = "chunked";

    private boolean present;
    private boolean chunkedLast;
    private boolean chunkedBefore;
    private boolean malformed;

    /// Bytes of the coding so far, and whether they match `chunked`.
    private int column;

    private boolean matches;

    /// Whether the list element has its coding already, and whether its parameters have begun.
    private boolean ended;

    private boolean parameters;

    void reset() {
        present = false;
        chunkedLast = false;
        chunkedBefore = false;
        malformed = false;
    }

    /// Whether there is such a header line.
    boolean present() {
        return present;
    }

    /// Whether the response ends with its last chunk; otherwise it ends with the connection.
    boolean chunkedLast() {
        return chunkedLast;
    }

    /// Whether the list is malformed, or `chunked` is applied twice or has parameters.
    boolean malformed() {
        return malformed;
    }

    /// Begins the value of another header line.
    void startLine() {
        present = true;
        startElement();
    }

    /// Parses a byte of the value; the end of the line counts as a blank.
    void feed(byte b) {
        switch (b) {
            case ',' -> {
                endCoding();
                startElement();
            }
            case ' ', '\t', '\r', '\n' -> endCoding();
            case ';' -> {
                endCoding();
                malformed |= chunkedLast || !ended;
                parameters = true;
            }
            default -> coding(b);
        }
    }

    private void coding(byte b) {
        if (parameters) {
            return;
        }
        malformed |= ended; // a second word with no comma before it
        matches &= column < CHUNKED.length() && lowerCase(b) == CHUNKED.charAt(column);
        column++;
    }

    private void startElement() {
        column = 0;
        matches = true;
        ended = false;
        parameters = false;
    }

    private void endCoding() {
        if (column == 0) {
            return;
        }
        boolean chunked = matches && column == CHUNKED.length();
        malformed |= chunked && chunkedBefore;
        chunkedBefore |= chunked;
        chunkedLast = chunked;
        column = 0;
        ended = true;
    }

    private static int lowerCase(byte b) {
        return b >= 'A' && b <= 'Z' ? b | 0x20 : b;
    }
}
