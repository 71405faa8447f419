package dev.loombench.load.tls.engine;

import dev.loombench.load.result.ErrorKind;
import java.util.Map;

/// Alerts of a server, by their names in the standards.
///
/// Source: RFC 8446, section 6; RFC 5246, section 7.2; RFC 6066, section 9; RFC 7301, section 3.2.
public final class TlsAlert {
    private static final Map<Integer, String> NAMES =
            Map.ofEntries(
                    Map.entry(0, "close_notify"),
                    Map.entry(10, "unexpected_message"),
                    Map.entry(20, "bad_record_mac"),
                    Map.entry(21, "decryption_failed"),
                    Map.entry(22, "record_overflow"),
                    Map.entry(30, "decompression_failure"),
                    Map.entry(40, "handshake_failure"),
                    Map.entry(41, "no_certificate"),
                    Map.entry(42, "bad_certificate"),
                    Map.entry(43, "unsupported_certificate"),
                    Map.entry(44, "certificate_revoked"),
                    Map.entry(45, "certificate_expired"),
                    Map.entry(46, "certificate_unknown"),
                    Map.entry(47, "illegal_parameter"),
                    Map.entry(48, "unknown_ca"),
                    Map.entry(49, "access_denied"),
                    Map.entry(50, "decode_error"),
                    Map.entry(51, "decrypt_error"),
                    Map.entry(60, "export_restriction"),
                    Map.entry(70, "protocol_version"),
                    Map.entry(71, "insufficient_security"),
                    Map.entry(80, "internal_error"),
                    Map.entry(86, "inappropriate_fallback"),
                    Map.entry(90, "user_canceled"),
                    Map.entry(100, "no_renegotiation"),
                    Map.entry(109, "missing_extension"),
                    Map.entry(110, "unsupported_extension"),
                    Map.entry(111, "certificate_unobtainable"),
                    Map.entry(112, "unrecognized_name"),
                    Map.entry(113, "bad_certificate_status_response"),
                    Map.entry(114, "bad_certificate_hash_value"),
                    Map.entry(115, "unknown_psk_identity"),
                    Map.entry(116, "certificate_required"),
                    Map.entry(120, "no_application_protocol"));

    private TlsAlert() {}

    /// The name of an alert; `alert_9` for one that the standards do not know.
    public static String name(int number) {
        return NAMES.getOrDefault(number, "alert_" + number);
    }

    /// The failure that an alert means.
    ///
    /// @param certificateRequested whether the server requested a certificate of the client
    public static ErrorKind kind(String name, boolean certificateRequested) {
        return switch (name) {
            case "protocol_version", "inappropriate_fallback" -> ErrorKind.TLS_VERSION;
            case "certificate_required" -> ErrorKind.TLS_CLIENT_CERTIFICATE;
            case "no_application_protocol" -> ErrorKind.TLS_ALPN;
            case "handshake_failure",
                    "no_certificate",
                    "bad_certificate",
                    "unsupported_certificate",
                    "certificate_revoked",
                    "certificate_expired",
                    "certificate_unknown",
                    "unknown_ca",
                    "access_denied" ->
                    certificateRequested ? ErrorKind.TLS_CLIENT_CERTIFICATE : ErrorKind.TLS_ALERT;
            default -> ErrorKind.TLS_ALERT;
        };
    }
}
