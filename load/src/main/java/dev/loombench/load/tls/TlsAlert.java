package dev.loombench.load.tls;

import dev.loombench.load.result.ErrorKind;
import java.util.Map;

/// Alerts of a server, by number.
///
/// Source: RFC 8446, section 6; RFC 5246, section 7.2; RFC 7301, section 3.2.
final class TlsAlert {
    private static final int HANDSHAKE_FAILURE = 40;
    private static final int NO_CERTIFICATE = 41;
    private static final int BAD_CERTIFICATE = 42;
    private static final int UNSUPPORTED_CERTIFICATE = 43;
    private static final int CERTIFICATE_REVOKED = 44;
    private static final int CERTIFICATE_EXPIRED = 45;
    private static final int CERTIFICATE_UNKNOWN = 46;
    private static final int UNKNOWN_CA = 48;
    private static final int ACCESS_DENIED = 49;
    private static final int PROTOCOL_VERSION = 70;
    private static final int INAPPROPRIATE_FALLBACK = 86;
    private static final int CERTIFICATE_REQUIRED = 116;
    private static final int NO_APPLICATION_PROTOCOL = 120;

    /// Of an alert that decides nothing here.
    private static final int OTHER = 0;

    private static final Map<String, Integer> NUMBERS =
            Map.ofEntries(
                    Map.entry("handshake_failure", HANDSHAKE_FAILURE),
                    Map.entry("no_certificate", NO_CERTIFICATE),
                    Map.entry("bad_certificate", BAD_CERTIFICATE),
                    Map.entry("unsupported_certificate", UNSUPPORTED_CERTIFICATE),
                    Map.entry("certificate_revoked", CERTIFICATE_REVOKED),
                    Map.entry("certificate_expired", CERTIFICATE_EXPIRED),
                    Map.entry("certificate_unknown", CERTIFICATE_UNKNOWN),
                    Map.entry("unknown_ca", UNKNOWN_CA),
                    Map.entry("access_denied", ACCESS_DENIED),
                    Map.entry("protocol_version", PROTOCOL_VERSION),
                    Map.entry("inappropriate_fallback", INAPPROPRIATE_FALLBACK),
                    Map.entry("certificate_required", CERTIFICATE_REQUIRED),
                    Map.entry("no_application_protocol", NO_APPLICATION_PROTOCOL));

    private TlsAlert() {}

    /// The number of an alert by its name in the standard.
    static int number(String name) {
        return NUMBERS.getOrDefault(name, OTHER);
    }

    /// The failure that an alert means.
    ///
    /// @param certificateRequested whether the server requested a certificate of the client
    static ErrorKind kind(int alert, boolean certificateRequested) {
        return switch (alert) {
            case PROTOCOL_VERSION, INAPPROPRIATE_FALLBACK -> ErrorKind.TLS_VERSION;
            case CERTIFICATE_REQUIRED -> ErrorKind.TLS_CLIENT_CERTIFICATE;
            case NO_APPLICATION_PROTOCOL -> ErrorKind.TLS_ALPN;
            case HANDSHAKE_FAILURE,
                    NO_CERTIFICATE,
                    BAD_CERTIFICATE,
                    UNSUPPORTED_CERTIFICATE,
                    CERTIFICATE_REVOKED,
                    CERTIFICATE_EXPIRED,
                    CERTIFICATE_UNKNOWN,
                    UNKNOWN_CA,
                    ACCESS_DENIED ->
                    certificateRequested ? ErrorKind.TLS_CLIENT_CERTIFICATE : ErrorKind.TLS_ALERT;
            default -> ErrorKind.TLS_ALERT;
        };
    }
}
