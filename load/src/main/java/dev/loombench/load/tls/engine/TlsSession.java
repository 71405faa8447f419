package dev.loombench.load.tls.engine;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import java.nio.ByteBuffer;

/// TLS on one connection: from received bytes to plain ones, and from plain ones to bytes to send.
///
/// After each step the caller sends what is `pending`, before it calls any session of the same
/// engine: they share the memory of it.
public interface TlsSession {

    /// The result of a step.
    enum Step {
        /// More bytes of the server are needed.
        WAITS,
        /// The handshake is done, or plain bytes were written.
        READY,
        /// The server has sent all that it will send.
        ENDED,
        /// The connection cannot go on; the reason is `fault`.
        FAILED
    }

    /// Adds received bytes, which stay valid until the caller's event ends; steps take them.
    void feed(ByteBuffer bytes);

    /// Continues the handshake.
    Step handshake();

    /// Decrypts one record after the handshake, or handles one that is not of the application.
    ///
    /// @param plain empty, with room for the largest record
    Step read(ByteBuffer plain);

    /// Encrypts a part of a request as one record.
    ///
    /// @param length at most `TlsRecord.MAX_PLAIN`
    /// @return the number of bytes taken; 0 while a handshake of the server comes first; -1 when it
    ///   failed, as by `fault`
    int write(EncodedRequest request, int from, int length);

    /// Room for the bytes to send: their number, or an estimate of it; 0 when there are none.
    int pending();

    /// Moves the bytes to send into memory, and sets its length. Where they are more than was
    /// estimated, the rest is `pending`.
    ///
    /// @param into with room for `pending`
    void take(EncodedRequest into);

    /// Tells the server that nothing follows; bytes to send are `pending` then.
    void end();

    /// Why a step failed.
    ErrorKind fault();

    /// The alert of the server for which a step failed, by its name in the standard, as in
    /// `certificate_required`; empty where it failed for another reason, or did not fail.
    String alert();

    /// What was malformed, or why a certificate is not valid where its kind does not say it, in the
    /// words of the library; else empty.
    String found();

    /// Whether the server requested a certificate of the client and there was none to send.
    boolean lacksCertificate();

    /// What the handshake agreed.
    TlsAgreement agreement();

    /// Frees its memory; no other call follows.
    void close();
}
