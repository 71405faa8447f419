package dev.loombench.load.transport;

/// A handshake that secured a connection.
///
/// @param nanos from the open connection to the end of the handshake
/// @param version of TLS, as in `TLSv1.3`
/// @param cipherSuite by its name in the standard
/// @param applicationProtocol by its name in ALPN; empty where none was agreed
/// @param resumed whether it resumed the session of an earlier connection
public record Handshake(
        long nanos,
        String version,
        String cipherSuite,
        String applicationProtocol,
        boolean resumed) {}
