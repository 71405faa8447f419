package dev.loombench.load.tls.engine;

import java.nio.ByteBuffer;

/// The sizes and types of records.
///
/// Source: RFC 8446, section 5; RFC 5246, section 6.2.
public final class TlsRecord {
    /// The most plain bytes of a record.
    public static final int MAX_PLAIN = 16 * 1024;

    /// The most that encryption adds to a record: 2,048 in TLS 1.2, and the header.
    public static final int MAX_ADDED = 2048 + 5;

    /// More than encryption adds to a record with the usual cipher suites, and without padding.
    public static final int USUALLY_ADDED = 256;

    private static final int HEADER = 5;
    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int APPLICATION_DATA = 23;

    private TlsRecord() {}

    /// Whether a connection can begin with this byte.
    public static boolean begins(byte first) {
        return first >= CHANGE_CIPHER_SPEC && first <= APPLICATION_DATA;
    }

    /// Whether bytes that begin with a record are just that record.
    public static boolean isOne(ByteBuffer bytes) {
        int from = bytes.position();
        int length = bytes.remaining() - HEADER;
        return length >= 0
                && Byte.toUnsignedInt(bytes.get(from + 3)) == length >>> 8
                && Byte.toUnsignedInt(bytes.get(from + 4)) == (length & 0xFF);
    }
}
