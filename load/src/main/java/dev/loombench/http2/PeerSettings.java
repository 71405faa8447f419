package dev.loombench.http2;

/// The limits that the peer has announced, with the defaults of the protocol before that.
///
/// Source: RFC 9113, section 6.5.
final class PeerSettings {
    static final int DEFAULT_WINDOW = 65_535;
    static final int DEFAULT_TABLE = 4_096;
    static final int MIN_FRAME = 16_384;
    static final int MAX_FRAME = (1 << 24) - 1;

    private long maxConcurrentStreams = Long.MAX_VALUE;
    private int initialWindow = DEFAULT_WINDOW;
    private int maxFrame = MIN_FRAME;
    private long maxHeaderList = Long.MAX_VALUE;

    /// Whether the peer's table became smaller than the default: the next header block says that no
    /// table is used.
    private boolean tableReduced;

    /// `Long.MAX_VALUE` without a limit.
    long maxConcurrentStreams() {
        return maxConcurrentStreams;
    }

    int initialWindow() {
        return initialWindow;
    }

    int maxFrame() {
        return maxFrame;
    }

    /// The largest list of header fields that the peer accepts, bytes; `Long.MAX_VALUE` without a
    /// limit. It only advises.
    long maxHeaderList() {
        return maxHeaderList;
    }

    boolean tableReduced() {
        return tableReduced;
    }

    /// Applies one setting; unknown ones have no effect.
    ///
    /// @param value unsigned
    void apply(int identifier, long value) throws ConnectionFault {
        switch (identifier) {
            case SettingId.HEADER_TABLE_SIZE -> tableReduced |= value < DEFAULT_TABLE;
            case SettingId.ENABLE_PUSH -> {
                if (value != 0) {
                    throw ConnectionFault.protocol("a server that sets ENABLE_PUSH to " + value);
                }
            }
            case SettingId.MAX_CONCURRENT_STREAMS -> maxConcurrentStreams = value;
            case SettingId.INITIAL_WINDOW_SIZE -> {
                if (value > Integer.MAX_VALUE) {
                    throw ConnectionFault.flowControl("an initial window of " + value);
                }
                initialWindow = (int) value;
            }
            case SettingId.MAX_FRAME_SIZE -> {
                if (value < MIN_FRAME || value > MAX_FRAME) {
                    throw ConnectionFault.protocol("a largest frame of " + value);
                }
                maxFrame = (int) value;
            }
            case SettingId.MAX_HEADER_LIST_SIZE -> maxHeaderList = value;
            default -> {
                // Those of extensions.
            }
        }
    }
}
