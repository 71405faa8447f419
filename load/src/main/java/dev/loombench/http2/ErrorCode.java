package dev.loombench.http2;

/// The reasons for which a stream or a connection ends.
///
/// Source: RFC 9113, section 7.
public enum ErrorCode {
    NO_ERROR,
    PROTOCOL_ERROR,
    INTERNAL_ERROR,
    FLOW_CONTROL_ERROR,
    SETTINGS_TIMEOUT,
    STREAM_CLOSED,
    FRAME_SIZE_ERROR,
    REFUSED_STREAM,
    CANCEL,
    COMPRESSION_ERROR,
    CONNECT_ERROR,
    ENHANCE_YOUR_CALM,
    INADEQUATE_SECURITY,
    HTTP_1_1_REQUIRED;

    private static final ErrorCode[] ALL = values();

    /// The code in a frame.
    public int number() {
        return ordinal();
    }

    /// The reason of a code; unknown ones are as `INTERNAL_ERROR`.
    public static ErrorCode of(int number) {
        return number >= 0 && number < ALL.length ? ALL[number] : INTERNAL_ERROR;
    }
}
