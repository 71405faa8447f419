package dev.loombench.load.tls.jdk;

import dev.loombench.load.result.ErrorKind;
import java.net.Socket;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// The JDK's check of a server's certificate, which remembers for the session whose handshake goes
/// on whether there was one, and why it failed. For one thread.
final class PeerCheck extends X509ExtendedTrustManager {
    /// Null where every certificate is accepted.
    private final @Nullable X509ExtendedTrustManager check;

    /// The host that the certificate must be for; null where the JDK checks that itself.
    private final @Nullable String host;

    private boolean called;
    private @Nullable ErrorKind fault;
    private String found = "";

    PeerCheck(@Nullable X509ExtendedTrustManager check, @Nullable String host) {
        this.check = check;
        this.host = host;
    }

    /// Forgets the last session.
    void reset() {
        called = false;
        fault = null;
        found = "";
    }

    /// Whether the server has sent a certificate since `reset`, as it does unless it resumes.
    boolean called() {
        return called;
    }

    /// Why its certificate was not accepted; null if it was.
    @Nullable ErrorKind fault() {
        return fault;
    }

    /// The same in words, where the kind does not say it; else empty.
    String found() {
        return found;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        called = true;
        if (check == null) {
            return;
        }
        try {
            check.checkServerTrusted(chain, authType, engine);
            requireHost(chain[0]);
        } catch (CertificateException e) {
            fault = kind(chain, getAcceptedIssuers(), e);
            found = fault == ErrorKind.TLS_CERTIFICATE ? reason(e) : "";
            throw e;
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        if (check != null) {
            check.checkServerTrusted(chain, authType, socket);
            requireHost(chain[0]);
        }
    }

    private void requireHost(X509Certificate certificate) throws CertificateException {
        if (host != null && !SubjectNames.include(certificate, host)) {
            throw new CertificateException("the certificate is not for " + host);
        }
    }

    /// The check of the path comes first, and then that of the host, whose failure is an exception
    /// of the general type.
    ///
    /// @param trusted certificates of the authorities
    static ErrorKind kind(
            X509Certificate[] chain, X509Certificate[] trusted, CertificateException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateExpiredException) {
                return ErrorKind.TLS_CERTIFICATE_EXPIRED;
            }
            if (cause instanceof CertPathValidatorException path
                    && path.getReason() == CertPathValidatorException.BasicReason.EXPIRED) {
                return ErrorKind.TLS_CERTIFICATE_EXPIRED;
            }
            if (cause instanceof CertPathBuilderException) {
                return ofMissingPath(chain, trusted);
            }
        }
        boolean ofHost =
                failure.getClass() == CertificateException.class && failure.getCause() == null;
        return ofHost ? ErrorKind.TLS_CERTIFICATE_HOST : ErrorKind.TLS_CERTIFICATE;
    }

    /// The last cause says most, as in `Extended key usage does not permit use for TLS server
    /// authentication`.
    private static String reason(CertificateException failure) {
        Throwable last = failure;
        for (var cause = last.getCause(); cause != null; cause = cause.getCause()) {
            last = cause;
        }
        return Objects.requireNonNullElse(last.getMessage(), "");
    }

    /// Why no path to a trusted authority was found. The JDK looks for one where the certificates
    /// are out of order, leaves out one in between that has expired, and names none.
    private static ErrorKind ofMissingPath(X509Certificate[] chain, X509Certificate[] trusted) {
        if (isSelfSigned(chain)) {
            return ErrorKind.TLS_CERTIFICATE_SELF_SIGNED;
        }
        boolean isIssuerKnown = Arrays.stream(chain).anyMatch(c -> isIssuedByOne(trusted, c));
        boolean hasExpired = Arrays.stream(chain).skip(1).anyMatch(PeerCheck::isExpired);
        return isIssuerKnown && hasExpired
                ? ErrorKind.TLS_CERTIFICATE_EXPIRED
                : ErrorKind.TLS_CERTIFICATE_ISSUER;
    }

    private static boolean isIssuedByOne(X509Certificate[] trusted, X509Certificate certificate) {
        var issuer = certificate.getIssuerX500Principal();
        return Arrays.stream(trusted).anyMatch(t -> t.getSubjectX500Principal().equals(issuer));
    }

    private static boolean isExpired(X509Certificate certificate) {
        try {
            certificate.checkValidity();
            return false;
        } catch (CertificateExpiredException _) {
            return true;
        } catch (CertificateNotYetValidException _) {
            return false;
        }
    }

    private static boolean isSelfSigned(X509Certificate[] chain) {
        var first = chain[0];
        return chain.length == 1
                && first.getSubjectX500Principal().equals(first.getIssuerX500Principal());
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return check == null ? new X509Certificate[0] : check.getAcceptedIssuers();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
            throws CertificateException {
        throw new CertificateException("without its connection, the host cannot be checked");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
        throw new UnsupportedOperationException("connections are those of a client");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
        throw new UnsupportedOperationException("connections are those of a client");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {
        throw new UnsupportedOperationException("connections are those of a client");
    }
}
