package dev.loombench.load.tls;

/// The sizes and types of records.
///
/// Source: RFC 8446, section 5; RFC 5246, section 6.2.
final class TlsRecord {
    /// The most plain bytes of a record.
    static final int MAX_PLAIN = 16 * 1024;

    /// The most that encryption adds to a record: 2,048 in TLS 1.2, and the header.
    static final int MAX_ADDED = 2048 + 5;

    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int APPLICATION_DATA = 23;

    private TlsRecord() {}

    /// Whether a connection can begin with this byte.
    static boolean begins(byte first) {
        return first >= CHANGE_CIPHER_SPEC && first <= APPLICATION_DATA;
    }
}
