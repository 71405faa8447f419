package dev.loombench.load.tls.openssl;

import static java.util.Objects.requireNonNull;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.tls.engine.TlsAgreement;
import dev.loombench.load.tls.engine.TlsAlert;
import dev.loombench.load.tls.engine.TlsRecord;
import dev.loombench.load.tls.engine.TlsSession;
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

    /// Alerts have one byte; reasons of all libraries have flags above it. Source: OpenSSL's err.h.
    private static final int LAST_ALERT = ALERTS + 255;

    // X509_STORE_CTX_get_error(3ossl)
    private static final int X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT = 2;
    private static final int X509_V_ERR_CERT_HAS_EXPIRED = 10;
    private static final int X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT = 18;
    private static final int X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN = 19;
    private static final int X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY = 20;
    private static final int X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE = 21;
    private static final int X509_V_ERR_HOSTNAME_MISMATCH = 62;
    private static final int X509_V_ERR_IP_ADDRESS_MISMATCH = 64;

    /// The output of a step, where it is not known without a call.
    private static final int OUTPUT_UNKNOWN = -1;

    private final OpenSslEngine owner;
    private final long ssl;

    /// The session that is kept for resumption; 0 for none.
    private long kept;

    /// Whether the last read gave plain bytes. Where nothing was left after it, OpenSSL has no part
    /// of another record.
    private boolean hadData;

    /// Whether any read gave plain bytes.
    private boolean everHadData;

    private Input input = Input.UNKNOWN;

    /// What is `pending`, or unknown.
    private int output = OUTPUT_UNKNOWN;

    private @Nullable TlsAgreement agreement;
    private @Nullable ErrorKind fault;
    private String alert = "";
    private String found = "";
    private final boolean hasCertificate;

    /// What is known of the input without a call.
    private enum Input {
        EMPTY,
        /// The next record, and nothing after it.
        ONE_RECORD,
        /// At least one byte, or after the handshake perhaps none.
        SOME,
        UNKNOWN
    }

    OpenSslSession(OpenSslEngine owner, long ssl, boolean hasCertificate) {
        this.owner = owner;
        this.ssl = ssl;
        this.hasCertificate = hasCertificate;
    }

    @Override
    public void feed(ByteBuffer bytes) {
        input = hadData && TlsRecord.isOne(bytes) ? Input.ONE_RECORD : Input.SOME;
        owner.receive(bytes);
    }

    @Override
    public Step handshake() {
        input = Input.UNKNOWN;
        output = OUTPUT_UNKNOWN;
        int result = OpenSslConnections.doHandshake(ssl);
        if (result != 1) {
            return unfinished(result);
        }
        agreement =
                new TlsAgreement(
                        OpenSslConnections.versionOf(ssl),
                        OpenSslConnections.cipherSuiteOf(ssl),
                        owner.applicationProtocol(ssl),
                        ResumableSessions.isReused(ssl));
        OpenSslErrors.clear();
        // what was read ahead of the last keys is not counted as pending from OpenSSL 3.2 on
        input = Input.SOME;
        return Step.READY;
    }

    /// Where neither the input nor OpenSSL has bytes, no record is left. Of a part of one, OpenSSL
    /// keeps the bytes, and waits for the rest.
    @Override
    public Step read(ByteBuffer plain) {
        if (!hasInput()) {
            return Step.WAITS;
        }
        int result = OpenSslConnections.read(ssl, owner.addressOf(plain), plain.capacity());
        hadData = result > 0;
        concludeRead();
        if (result <= 0) {
            return unfinished(result);
        }
        plain.position(result);
        if (!everHadData) {
            everHadData = true;
            keepSession();
        }
        return Step.READY;
    }

    private boolean hasInput() {
        return switch (input) {
            case EMPTY -> false;
            case ONE_RECORD, SOME -> true;
            case UNKNOWN -> owner.hasInput() || OpenSslConnections.hasPending(ssl);
        };
    }

    /// Concludes what a read left: a single record of plain bytes is consumed, and has no answer.
    private void concludeRead() {
        boolean wasOneOfData = hadData && input == Input.ONE_RECORD;
        input = wasOneOfData ? Input.EMPTY : Input.UNKNOWN;
        output = wasOneOfData ? 0 : OUTPUT_UNKNOWN;
    }

    /// Keeps the present session. In TLS 1.3 a server may give others at any time.
    private void keepSession() {
        kept = owner.keepSession(ssl, kept);
    }

    private Step unfinished(int result) {
        return switch (OpenSslConnections.error(ssl, result)) {
            case OpenSslConnections.ERROR_WANT_READ -> Step.WAITS;
            case OpenSslConnections.ERROR_ZERO_RETURN -> Step.ENDED;
            default -> {
                fault = takeFault();
                yield Step.FAILED;
            }
        };
    }

    private ErrorKind takeFault() {
        long error = OpenSslErrors.take();
        OpenSslErrors.clear();
        int reason = OpenSslErrors.isOfSsl(error) ? OpenSslErrors.reason(error) : 0;
        if (reason > ALERTS && reason <= LAST_ALERT) {
            alert = TlsAlert.name(reason - ALERTS);
            return TlsAlert.kind(alert, certificateRequested());
        }
        return switch (reason) {
            case SSL_R_CERTIFICATE_VERIFY_FAILED -> {
                long result = OpenSslConnections.verifyResult(ssl);
                var kind = ofCertificate(result);
                found =
                        kind == ErrorKind.TLS_CERTIFICATE
                                ? OpenSslErrors.ofCertificate(result)
                                : "";
                yield kind;
            }
            case SSL_R_UNSUPPORTED_PROTOCOL,
                    SSL_R_WRONG_SSL_VERSION,
                    SSL_R_VERSION_TOO_LOW,
                    SSL_R_VERSION_TOO_HIGH ->
                    ErrorKind.TLS_VERSION;
            default -> {
                found = OpenSslErrors.text(error);
                yield ErrorKind.TLS_PROTOCOL;
            }
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
        return OpenSslConnections.signatureAlgorithms(ssl) > 0;
    }

    @Override
    public int write(EncodedRequest request, int from, int length) {
        int written = OpenSslConnections.write(ssl, request.address() + from, length);
        output = written > 0 ? written + TlsRecord.USUALLY_ADDED : OUTPUT_UNKNOWN;
        if (written > 0) {
            return written;
        }
        return unfinished(written) == Step.WAITS ? 0 : -1;
    }

    @Override
    public int pending() {
        if (output == OUTPUT_UNKNOWN) {
            output = owner.pending();
        }
        return output;
    }

    @Override
    public void take(EncodedRequest into) {
        output = owner.take(into) ? 0 : OUTPUT_UNKNOWN;
    }

    @Override
    public void end() {
        output = OUTPUT_UNKNOWN;
        OpenSslConnections.shutdown(ssl);
        OpenSslErrors.clear();
    }

    @Override
    public ErrorKind fault() {
        return requireNonNull(fault);
    }

    @Override
    public String alert() {
        return alert;
    }

    @Override
    public String found() {
        return found;
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
        if (agreement != null && fault == null) {
            keepSession();
        }
        OpenSslConnections.setShutdown(ssl, OpenSslConnections.SENT_AND_RECEIVED_SHUTDOWN);
        OpenSslConnections.free(ssl);
    }
}
