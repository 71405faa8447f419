package dev.loombench.agent.link;

import dev.loombench.base.DerElement;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.NamedParameterSpec;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// The identity that all holders of a secret share: an Ed25519 key pair derived from the secret,
/// and a certificate signed by itself. In TLS 1.3 each end proves that it has the private key, and
/// so that it knows the secret; a session that was recorded cannot be repeated.
///
/// `private key = HKDF-SHA256(secret, "loombench agent key")`, 32 bytes. Sources: RFC 5869; RFC
/// 8032, section 5.1.5; RFC 8410.
public final class SharedKey {
    private static final byte[] PURPOSE = "loombench agent key".getBytes(StandardCharsets.US_ASCII);
    private static final int PRIVATE_KEY_BYTES = 32;

    /// Object identifier 1.3.101.112, Ed25519, as an AlgorithmIdentifier.
    private static final byte[] ED25519 = {0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70};

    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int UTF8_STRING = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int VERSION = 0xa0;

    private final KeyPair pair;
    private final X509Certificate certificate;

    private SharedKey(KeyPair pair, X509Certificate certificate) {
        this.pair = pair;
        this.certificate = certificate;
    }

    /// @param secret at least 32 bytes
    static SharedKey of(byte[] secret) {
        try {
            var hkdf = KDF.getInstance("HKDF-SHA256");
            var derived =
                    hkdf.deriveData(
                            HKDFParameterSpec.ofExtract()
                                    .addIKM(secret)
                                    .thenExpand(PURPOSE, PRIVATE_KEY_BYTES));
            var generator = KeyPairGenerator.getInstance("Ed25519");
            generator.initialize(NamedParameterSpec.ED25519, new FixedBytes(derived));
            var pair = generator.generateKeyPair();
            return new SharedKey(pair, certificate(pair));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK lacks Ed25519 or HKDF", e);
        }
    }

    X509Certificate certificate() {
        return certificate;
    }

    /// TLS in which both ends have this key.
    SSLContext tls() {
        try {
            var context = SSLContext.getInstance("TLSv1.3");
            context.init(
                    new KeyManager[] {new SharedKeyManager(pair.getPrivate(), certificate)},
                    new TrustManager[] {new SharedTrustManager(pair.getPublic())},
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK lacks TLS 1.3", e);
        }
    }

    /// A certificate for the key pair, signed by itself and valid in all years that matter: both
    /// ends compare keys, and nothing else of it. Source: RFC 5280, section 4.1.
    private static X509Certificate certificate(KeyPair pair) throws GeneralSecurityException {
        byte[] commonName = {0x06, 0x03, 0x55, 0x04, 0x03}; // 2.5.4.3
        var name =
                DerElement.of(
                        SEQUENCE,
                        DerElement.of(
                                SET,
                                DerElement.of(
                                        SEQUENCE,
                                        commonName,
                                        DerElement.of(UTF8_STRING, ascii("loombench")))));
        var validity =
                DerElement.of(
                        SEQUENCE,
                        DerElement.of(UTC_TIME, ascii("000101000000Z")),
                        DerElement.of(GENERALIZED_TIME, ascii("99991231235959Z")));
        var content =
                DerElement.of(
                        SEQUENCE,
                        DerElement.of(VERSION, DerElement.of(INTEGER, new byte[] {2})),
                        DerElement.of(INTEGER, new byte[] {1}),
                        ED25519,
                        name,
                        validity,
                        name,
                        pair.getPublic().getEncoded());
        var signer = Signature.getInstance("Ed25519");
        signer.initSign(pair.getPrivate());
        signer.update(content);
        byte[] noUnusedBits = {0};
        var signature = DerElement.of(BIT_STRING, noUnusedBits, signer.sign());
        var encoded = DerElement.of(SEQUENCE, content, ED25519, signature);
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(encoded));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// Returns given bytes, once: the private key of RFC 8032 is any 32 bytes.
    private static final class FixedBytes extends SecureRandom {
        private static final long serialVersionUID = 1L;
        private final byte[] given;

        FixedBytes(byte[] given) {
            this.given = given.clone();
        }

        @Override
        public void nextBytes(byte[] bytes) {
            if (bytes.length != given.length) {
                throw new IllegalStateException("an Ed25519 key has 32 bytes");
            }
            System.arraycopy(given, 0, bytes, 0, given.length);
        }
    }
}
