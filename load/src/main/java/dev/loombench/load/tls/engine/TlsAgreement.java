package dev.loombench.load.tls.engine;

/// What a handshake agreed.
///
/// @param version as in `TLSv1.3`
/// @param cipherSuite by its name in the standard
/// @param applicationProtocol by its name in ALPN; empty for none
/// @param resumed whether it resumed the session of an earlier connection
public record TlsAgreement(
        String version, String cipherSuite, String applicationProtocol, boolean resumed) {}
