package dev.loombench.http2;

/// What the peer did wrong, so that the connection ends with all its streams.
public final class ConnectionFault extends Exception {
    private static final long serialVersionUID = 1;

    /// What the fault is for those whose requests it ends.
    public enum Kind {
        /// The bytes are not frames of HTTP/2 in a permitted order.
        MALFORMED,
        /// A list of header fields, or a header block, above the limit.
        TOO_LARGE,
        /// The peer answers in HTTP/1.1.
        HTTP1
    }

    private final Kind kind;
    private final ErrorCode code;

    ConnectionFault(Kind kind, ErrorCode code, String found) {
        super(found, null, false, false); // a server may cause many: no stack trace
        this.kind = kind;
        this.code = code;
    }

    static ConnectionFault malformed(ErrorCode code, String found) {
        return new ConnectionFault(Kind.MALFORMED, code, found);
    }

    static ConnectionFault protocol(String found) {
        return malformed(ErrorCode.PROTOCOL_ERROR, found);
    }

    static ConnectionFault frameSize(String found) {
        return malformed(ErrorCode.FRAME_SIZE_ERROR, found);
    }

    static ConnectionFault flowControl(String found) {
        return malformed(ErrorCode.FLOW_CONTROL_ERROR, found);
    }

    static ConnectionFault tooLarge(String found) {
        return new ConnectionFault(Kind.TOO_LARGE, ErrorCode.ENHANCE_YOUR_CALM, found);
    }

    public Kind kind() {
        return kind;
    }

    /// The code that GOAWAY sends to the peer.
    public ErrorCode code() {
        return code;
    }

    /// What was found.
    public String found() {
        return String.valueOf(getMessage());
    }
}
