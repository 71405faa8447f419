package dev.loombench.load.http;

/// The values of `Transfer-Encoding`: whether `chunked` is the last coding, and so tells where the
/// response ends.
///
/// Several header lines are one list. Parameters of other codings are skipped; `chunked` has none,
/// and is applied once.
///
/// Source: RFC 9112, sections 6.1, 6.3 and 7; RFC 9110, section 10.1.4.
final class TransferCodings {
    private static final String CHUNKED = "chunked";

    private boolean present;
    private boolean chunkedLast;
    private boolean chunkedBefore;
    private boolean faulty;

    /// Bytes of the coding so far, and whether they agree with `chunked`.
    private int column;

    private boolean agrees;

    /// Whether the element has its coding already, and whether its parameters have begun.
    private boolean ended;

    private boolean parameters;

    void reset() {
        present = false;
        chunkedLast = false;
        chunkedBefore = false;
        faulty = false;
    }

    /// Whether there is such a header line.
    boolean present() {
        return present;
    }

    /// Whether the response ends with its last chunk; else it ends with the connection.
    boolean chunkedLast() {
        return chunkedLast;
    }

    /// Whether the list is none, or `chunked` is applied twice or has parameters.
    boolean faulty() {
        return faulty;
    }

    /// Begins the value of another header line.
    void startLine() {
        present = true;
        startElement();
    }

    /// Takes a byte of the value; the end of the line counts as a blank.
    void feed(byte b) {
        switch (b) {
            case ',' -> {
                endCoding();
                startElement();
            }
            case ' ', '\t', '\r', '\n' -> endCoding();
            case ';' -> {
                endCoding();
                faulty |= chunkedLast || !ended;
                parameters = true;
            }
            default -> coding(b);
        }
    }

    private void coding(byte b) {
        if (parameters) {
            return;
        }
        faulty |= ended; // a second word with no comma before it
        agrees &= column < CHUNKED.length() && lowerCase(b) == CHUNKED.charAt(column);
        column++;
    }

    private void startElement() {
        column = 0;
        agrees = true;
        ended = false;
        parameters = false;
    }

    private void endCoding() {
        if (column == 0) {
            return;
        }
        boolean chunked = agrees && column == CHUNKED.length();
        faulty |= chunked && chunkedBefore;
        chunkedBefore |= chunked;
        chunkedLast = chunked;
        column = 0;
        ended = true;
    }

    private static int lowerCase(byte b) {
        return b >= 'A' && b <= 'Z' ? b | 0x20 : b;
    }
}
