package dev.loombench.load.tls;

import static java.util.Objects.requireNonNull;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// A connection of OpenSSL.
final class OpenSslSession implements TlsSession {
    // sslerr.h
    private static final int SSL_R_CERTIFICATE_VERIFY_FAILED = 134;
    private static final int SSL_R_VERSION_TOO_HIGH = 166;
    private static final int SSL_R_UNSUPPORTED_PROTOCOL = 258;
    private static final int SSL_R_WRONG_SSL_VERSION = 266;
    private static final int SSL_R_VERSION_TOO_LOW = 396;

    /// Reasons from here on are received alerts. See `SSL_AD_REASON_OFFSET` in ssl.h.
    private static final int ALERTS = 1000;

    // X509_STORE_CTX_get_error(3ossl)
    private static final int X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT = 2;
    private static final int X509_V_ERR_CERT_HAS_EXPIRED = 10;
    private static final int X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT = 18;
    private static final int X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN = 19;
    private static final int X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY = 20;
    private static final int X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE = 21;
    private static final int X509_V_ERR_HOSTNAME_MISMATCH = 62;
    private static final int X509_V_ERR_IP_ADDRESS_MISMATCH = 64;

    private final OpenSslEngine owner;
    private final long ssl;
    private boolean sessionKept;
    private @Nullable TlsAgreement agreement;
    private @Nullable ErrorKind fault;
    private final boolean hasCertificate;

    OpenSslSession(OpenSslEngine owner, long ssl, boolean hasCertificate) {
        this.owner = owner;
        this.ssl = ssl;
        this.hasCertificate = hasCertificate;
    }

    @Override
    public void feed(ByteBuffer bytes) {
        owner.receive(bytes);
    }

    @Override
    public Step handshake() {
        int result = OpenSsl.doHandshake(ssl);
        if (result != 1) {
            return unfinished(result);
        }
        agreement =
                new TlsAgreement(
                        OpenSsl.versionOf(ssl),
                        OpenSsl.cipherSuiteOf(ssl),
                        owner.applicationProtocol(ssl),
                        OpenSsl.sessionReused(ssl));
        OpenSsl.clearErrors();
        return Step.READY;
    }

    /// An empty input means that no whole record is left: of a part, OpenSSL keeps the bytes.
    @Override
    public Step read(ByteBuffer plain) {
        if (!owner.hasInput()) {
            return Step.WAITS;
        }
        int result = OpenSsl.read(ssl, owner.addressOf(plain), plain.capacity());
        if (result <= 0) {
            return unfinished(result);
        }
        plain.position(result);
        if (!sessionKept) {
            sessionKept = true;
            owner.keepSession(ssl);
        }
        return Step.READY;
    }

    private Step unfinished(int result) {
        return switch (OpenSsl.error(ssl, result)) {
            case OpenSsl.ERROR_WANT_READ -> Step.WAITS;
            case OpenSsl.ERROR_ZERO_RETURN -> Step.ENDED;
            default -> {
                fault = takeFault();
                yield Step.FAILED;
            }
        };
    }

    private ErrorKind takeFault() {
        long error = OpenSsl.takeError();
        OpenSsl.clearErrors();
        int reason = OpenSsl.isOfSsl(error) ? OpenSsl.reason(error) : 0;
        if (reason > ALERTS) {
            return TlsAlert.kind(reason - ALERTS, certificateRequested());
        }
        return switch (reason) {
            case SSL_R_CERTIFICATE_VERIFY_FAILED -> ofCertificate(OpenSsl.verifyResult(ssl));
            case SSL_R_UNSUPPORTED_PROTOCOL,
                    SSL_R_WRONG_SSL_VERSION,
                    SSL_R_VERSION_TOO_LOW,
                    SSL_R_VERSION_TOO_HIGH ->
                    ErrorKind.TLS_VERSION;
            default -> ErrorKind.TLS_PROTOCOL;
        };
    }

    private static ErrorKind ofCertificate(long result) {
        return switch ((int) result) {
            case X509_V_ERR_CERT_HAS_EXPIRED -> ErrorKind.TLS_CERTIFICATE_EXPIRED;
            case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT -> ErrorKind.TLS_CERTIFICATE_SELF_SIGNED;
            case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
                    X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
                    X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
                    X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE ->
                    ErrorKind.TLS_CERTIFICATE_ISSUER;
            case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH ->
                    ErrorKind.TLS_CERTIFICATE_HOST;
            default -> ErrorKind.TLS_CERTIFICATE;
        };
    }

    /// A request of a certificate lists the algorithms of its signature, and nothing else that a
    /// client receives does.
    private boolean certificateRequested() {
        return OpenSsl.signatureAlgorithms(ssl) > 0;
    }

    @Override
    public int write(EncodedRequest request, int from, int length) {
        int written = OpenSsl.write(ssl, request.address() + from, length);
        if (written > 0) {
            return written;
        }
        return unfinished(written) == Step.WAITS ? 0 : -1;
    }

    @Override
    public int pending() {
        return owner.pending();
    }

    @Override
    public void take(EncodedRequest into) {
        owner.take(into);
    }

    @Override
    public void end() {
        OpenSsl.shutdown(ssl);
        OpenSsl.clearErrors();
    }

    @Override
    public ErrorKind fault() {
        return requireNonNull(fault);
    }

    @Override
    public boolean lacksCertificate() {
        return !hasCertificate && certificateRequested();
    }

    @Override
    public TlsAgreement agreement() {
        return requireNonNull(agreement);
    }

    /// Without a shutdown, OpenSSL marks the session of a connection as one that cannot be resumed.
    @Override
    public void close() {
        OpenSsl.setShutdown(ssl, OpenSsl.SENT_AND_RECEIVED_SHUTDOWN);
        OpenSsl.freeConnection(ssl);
    }
}
