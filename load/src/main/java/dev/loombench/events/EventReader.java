package dev.loombench.events;

import java.nio.ByteBuffer;

/// Reads a stream of server-sent events: finds the ends of events.
///
/// Accepts the bytes in any pieces, stores no event and never allocates. Lines end in CR, LF or
/// CRLF. An empty line ends an event, which counts if it has data; what follows the last empty line
/// is no event. Comments and all fields other than the data are skipped.
///
/// Source: HTML Living Standard, section 9.2.6, "Interpreting an event stream".
public final class EventReader {
    private static final int[] BYTE_ORDER_MARK = {0xEF, 0xBB, 0xBF};

    /// The first two bytes of a file of gzip: no text in UTF-8 has the second after the first.
    ///
    /// Source: RFC 1952, section 2.3.1.
    private static final int GZIP_FIRST = 0x1F;

    private static final int GZIP_SECOND = 0x8B;

    /// The name of the field that an event must have.
    private static final String DATA = "data";

    /// Bytes of the byte order mark so far; its length once the stream has begun.
    private int markBytes;

    private boolean afterCarriageReturn;

    /// Bytes of the name of the line's field so far; those of a name longer than [#DATA] only one
    /// more.
    private int nameLength;

    /// Whether the name so far is the beginning of [#DATA].
    private boolean beginsData = true;

    /// Whether the name of the line's field has ended.
    private boolean inValue;

    private boolean hasData;

    /// Whether the name so far is the first byte of gzip.
    private boolean beginsGzip;

    private boolean isCompressed;

    /// Prepares for a new stream.
    public void reset() {
        markBytes = 0;
        afterCarriageReturn = false;
        isCompressed = false;
        hasData = false;
        startLine();
    }

    /// Reads all bytes.
    ///
    /// @return the number of events that they end
    public int read(ByteBuffer in) {
        int events = 0;
        while (in.hasRemaining()) {
            events += accept(in.get() & 0xFF);
        }
        return events;
    }

    /// Why no events can be found from here on, in words; empty while they can.
    public String fault() {
        return isCompressed ? "a compressed stream of events, which the load does not accept" : "";
    }

    private int accept(int b) {
        if (markBytes < BYTE_ORDER_MARK.length) {
            if (b == BYTE_ORDER_MARK[markBytes]) {
                markBytes++;
                return 0;
            }
            for (int i = 0; i < markBytes; i++) { // it was none
                nameByte(BYTE_ORDER_MARK[i]);
            }
            markBytes = BYTE_ORDER_MARK.length;
        }
        if (b == '\n' && afterCarriageReturn) {
            afterCarriageReturn = false;
            return 0;
        }
        afterCarriageReturn = b == '\r';
        if (b == '\n' || b == '\r') {
            return endLine();
        }
        if (b == ':') {
            inValue = true;
        } else if (!inValue) {
            nameByte(b);
        }
        return 0;
    }

    private void nameByte(int b) {
        isCompressed |= beginsGzip && b == GZIP_SECOND;
        beginsGzip = nameLength == 0 && b == GZIP_FIRST;
        if (nameLength <= DATA.length()) {
            beginsData &= nameLength < DATA.length() && b == DATA.charAt(nameLength);
            nameLength++;
        }
    }

    private int endLine() {
        int events = 0;
        if (nameLength == 0 && !inValue) {
            events = hasData && !isCompressed ? 1 : 0;
            hasData = false;
        } else if (beginsData && nameLength == DATA.length()) {
            hasData = true;
        }
        startLine();
        return events;
    }

    private void startLine() {
        nameLength = 0;
        beginsData = true;
        beginsGzip = false;
        inValue = false;
    }
}
