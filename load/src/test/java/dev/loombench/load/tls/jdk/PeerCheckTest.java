package dev.loombench.load.tls.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.tls.TlsIdentity;
import dev.loombench.load.tls.certificate.TlsMaterial;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The reasons of the JDK for a chain that is out of order: the certificate of the server, one that
/// has nothing to do with it, and that of its issuer.
class PeerCheckTest {
    private static final TlsIdentity AUTHORITY = TlsIdentity.authority("authority");
    private static final TlsIdentity OTHER = TlsIdentity.authority("other");
    private static final TlsIdentity STRANGER = TlsIdentity.authority("stranger");

    private static ErrorKind kind(TlsIdentity authority, Duration age) {
        var below = authority.intermediate("below", Instant.now().minus(age));
        var chain =
                new X509Certificate[] {
                    below.issue("localhost").chain().getFirst(),
                    STRANGER.chain().getFirst(),
                    below.chain().getFirst()
                };
        var check =
                new TlsMaterial(true, Optional.of(AUTHORITY.chain()), Optional.empty())
                        .trustManager();
        var failure =
                catchThrowableOfType(
                        CertificateException.class,
                        () -> check.checkServerTrusted(chain, "ECDHE_ECDSA"));
        return PeerCheck.kind(chain, check.getAcceptedIssuers(), failure);
    }

    @Test
    void one_in_between_that_has_expired_is_the_reason_below_a_trusted_authority() {
        assertThat(kind(AUTHORITY, Duration.ofDays(2)))
                .isEqualTo(ErrorKind.TLS_CERTIFICATE_EXPIRED);
    }

    @Test
    void an_unknown_authority_is_the_reason_whatever_has_expired() {
        assertThat(kind(OTHER, Duration.ofDays(2))).isEqualTo(ErrorKind.TLS_CERTIFICATE_ISSUER);
        assertThat(kind(OTHER, Duration.ofDays(-2))).isEqualTo(ErrorKind.TLS_CERTIFICATE_ISSUER);
    }
}
