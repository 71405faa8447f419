package dev.loombench.http2;

/// The identifiers of settings.
///
/// Source: RFC 9113, section 6.5.2.
final class SettingId {
    static final int HEADER_TABLE_SIZE = 1;
    static final int ENABLE_PUSH = 2;
    static final int MAX_CONCURRENT_STREAMS = 3;
    static final int INITIAL_WINDOW_SIZE = 4;
    static final int MAX_FRAME_SIZE = 5;
    static final int MAX_HEADER_LIST_SIZE = 6;

    private SettingId() {}
}
