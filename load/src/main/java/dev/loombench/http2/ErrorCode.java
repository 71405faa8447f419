package dev.loombench.http2;

/// The reasons for which a stream or a connection ends. Results have the names of the constants,
/// which are those of the RFC.
///
/// Source: RFC 9113, section 7.
public enum ErrorCode {
    NO_ERROR(0),
    PROTOCOL_ERROR(1),
    INTERNAL_ERROR(2),
    FLOW_CONTROL_ERROR(3),
    SETTINGS_TIMEOUT(4),
    STREAM_CLOSED(5),
    FRAME_SIZE_ERROR(6),
    REFUSED_STREAM(7),
    CANCEL(8),
    COMPRESSION_ERROR(9),
    CONNECT_ERROR(10),
    ENHANCE_YOUR_CALM(11),
    INADEQUATE_SECURITY(12),
    HTTP_1_1_REQUIRED(13);

    private static final ErrorCode[] ALL = values();

    private final int number;

    ErrorCode(int number) {
        this.number = number;
    }

    /// The code in a frame.
    public int number() {
        return number;
    }

    /// The reason of a code; unknown ones are as `INTERNAL_ERROR`.
    public static ErrorCode of(int number) {
        for (var code : ALL) {
            if (code.number == number) {
                return code;
            }
        }
        return INTERNAL_ERROR;
    }
}
