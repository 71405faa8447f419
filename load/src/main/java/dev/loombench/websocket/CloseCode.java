package dev.loombench.websocket;

/// The status codes with which a connection is closed.
///
/// Source: RFC 6455, section 7.4, and the registry "WebSocket Close Code Number" of IANA.
public final class CloseCode {
    public static final int NORMAL = 1000;
    public static final int PROTOCOL_ERROR = 1002;
    public static final int UNSUPPORTED_DATA = 1003;

    /// For a close frame without a code; never sent.
    public static final int NONE = 1005;

    public static final int INVALID_DATA = 1007;
    public static final int TOO_BIG = 1009;
    public static final int INTERNAL_ERROR = 1011;
    public static final int BAD_GATEWAY = 1014;

    private static final int FIRST_OF_LIBRARIES = 3000;
    private static final int LAST_OF_APPLICATIONS = 4999;

    private CloseCode() {}

    /// Whether a close frame may have it.
    static boolean mayBeSent(int code) {
        boolean registered = code >= NORMAL && code <= UNSUPPORTED_DATA;
        boolean later = code >= INVALID_DATA && code <= BAD_GATEWAY;
        boolean free = code >= FIRST_OF_LIBRARIES && code <= LAST_OF_APPLICATIONS;
        return registered || later || free;
    }
}
