package dev.loombench.events;

import java.nio.ByteBuffer;

/// Reads a stream of server-sent events: finds the ends of events.
///
/// Accepts the bytes in any pieces, stores no event and never allocates. Lines end in CR, LF or
/// CRLF. An empty line ends an event, which counts if it has data; what follows the last empty line
/// is no event. Unknown fields and comments are skipped.
///
/// Source: HTML Living Standard, section 9.2.6, "Interpreting an event stream".
public final class EventReader {
    private static final int[] BYTE_ORDER_MARK = {0xEF, 0xBB, 0xBF};
    private static final int LONGEST_NAME = 5;

    /// Before the first byte of a name, so that a name with a null byte in front is another.
    private static final long EMPTY_NAME = 1;

    /// The first two bytes of a file of gzip, as a name: no text in UTF-8 has the second after the
    /// first.
    ///
    /// Source: RFC 1952, section 2.3.1.
    private static final long GZIP = EMPTY_NAME << 16 | 0x1F8B;

    private static final long DATA = packed("data");
    private static final long ID = packed("id");
    private static final long RETRY = packed("retry");

    /// The highest reconnection time whose next digit still fits, ms.
    private static final long RETRY_LIMIT = (Long.MAX_VALUE - 9) / 10;

    private enum Part {
        NAME,
        VALUE_START,
        VALUE,
        COMMENT
    }

    private Part part = Part.NAME;

    /// Bytes of the byte order mark so far; its length once the stream has begun.
    private int markBytes;

    private boolean afterCarriageReturn;

    /// The last bytes of the field's name, and its length.
    private long name = EMPTY_NAME;

    private int nameLength;

    private boolean isCompressed;
    private boolean hasData;

    /// The length of the data of the present event, with a line feed after each line.
    private long dataLength;

    private long lastDataLength;

    private boolean idHasNull;
    private int idLength;
    private int lastIdLength;

    private long retry;
    private int retryDigits;
    private boolean retryValid = true;
    private long retryMillis = -1;

    private static long packed(String name) {
        long packed = EMPTY_NAME;
        for (int i = 0; i < name.length(); i++) {
            packed = (packed << 8) | name.charAt(i);
        }
        return packed;
    }

    /// Prepares for a new stream.
    public void reset() {
        markBytes = 0;
        afterCarriageReturn = false;
        isCompressed = false;
        hasData = false;
        dataLength = 0;
        lastDataLength = 0;
        lastIdLength = 0;
        retryMillis = -1;
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

    /// The length of the data of the last event, bytes, with a line feed between lines.
    long lastDataLength() {
        return lastDataLength;
    }

    /// The length of the last event id, bytes; 0 for none.
    int lastIdLength() {
        return lastIdLength;
    }

    /// The last reconnection time, ms; -1 for none.
    long retryMillis() {
        return retryMillis;
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
        switch (part) {
            case NAME -> {
                if (b == ':') {
                    part = nameLength == 0 ? Part.COMMENT : Part.VALUE_START;
                } else {
                    nameByte(b);
                }
            }
            case VALUE_START -> {
                part = Part.VALUE;
                if (b != ' ') {
                    valueByte(b);
                }
            }
            case VALUE -> valueByte(b);
            case COMMENT -> {}
        }
        return 0;
    }

    private void nameByte(int b) {
        name = (name << 8) | b;
        nameLength++;
        isCompressed |= nameLength == 2 && name == GZIP;
    }

    private boolean isField(long field) {
        return nameLength <= LONGEST_NAME && name == field;
    }

    private void valueByte(int b) {
        if (isField(DATA)) {
            dataLength++;
        } else if (isField(ID)) {
            idLength++;
            idHasNull |= b == 0;
        } else if (isField(RETRY)) {
            retryDigit(b);
        }
    }

    private void retryDigit(int b) {
        retryDigits++;
        if (b < '0' || b > '9' || retry > RETRY_LIMIT) {
            retryValid = false;
        } else {
            retry = 10 * retry + (b - '0');
        }
    }

    private int endLine() {
        boolean isEmpty = part == Part.NAME && nameLength == 0;
        int events = 0;
        if (isEmpty) {
            events = endEvent();
        } else if (isField(DATA)) {
            hasData = true;
            dataLength++;
        } else if (isField(ID) && !idHasNull) {
            lastIdLength = idLength;
        } else if (isField(RETRY) && retryValid && retryDigits > 0) {
            retryMillis = retry;
        }
        startLine();
        return events;
    }

    private int endEvent() {
        if (!hasData || isCompressed) {
            return 0;
        }
        lastDataLength = dataLength - 1;
        hasData = false;
        dataLength = 0;
        return 1;
    }

    private void startLine() {
        part = Part.NAME;
        name = EMPTY_NAME;
        nameLength = 0;
        idHasNull = false;
        idLength = 0;
        retry = 0;
        retryDigits = 0;
        retryValid = true;
    }
}
