package dev.loombench.zoo.work;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// TLS of a server: a key of its own, and a certificate that it signs itself, made at the start.
public final class ServerTls {
    /// `ec` for a key on the curve P-256, `rsa` for one of 2,048 bits.
    public static final String OPTION = "--tls";

    /// Protects nothing: the store never leaves the process.
    private static final String PASSWORD = "zoo";

    private static final String ALIAS = "zoo";
    private static final Duration VALID = Duration.ofDays(30);
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    private final Kind kind;
    private final KeyPair keys;
    private final Certificate certificate;

    private enum Kind {
        EC,
        RSA
    }

    private ServerTls(Kind kind, InetAddress listen) throws GeneralSecurityException {
        this.kind = kind;
        keys = keys(kind);
        certificate = certificate(listen);
    }

    /// The TLS that the options request; empty for plain TCP.
    ///
    /// @throws UsageException if the kind of key is unknown
    public static Optional<ServerTls> of(Options options) {
        return options.extraChoice(OPTION, "ec", "rsa")
                .map(name -> name.equals("ec") ? Kind.EC : Kind.RSA)
                .map(kind -> create(kind, options.listen()));
    }

    private static ServerTls create(Kind kind, InetAddress listen) {
        try {
            return new ServerTls(kind, listen);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK makes no certificate", e);
        }
    }

    private static KeyPair keys(Kind kind) throws GeneralSecurityException {
        switch (kind) {
            case EC -> {
                var generator = KeyPairGenerator.getInstance("EC");
                generator.initialize(new ECGenParameterSpec("secp256r1"));
                return generator.generateKeyPair();
            }
            case RSA -> {
                var generator = KeyPairGenerator.getInstance("RSA");
                generator.initialize(2048);
                return generator.generateKeyPair();
            }
        }
        throw new IllegalArgumentException("unknown kind " + kind);
    }

    /// Source: RFC 5280, section 4.1; for `localhost`, the loopback addresses and the own address.
    private Certificate certificate(InetAddress listen) throws GeneralSecurityException {
        var name = Der.sequence(Der.set(Der.sequence(Der.identifier(2, 5, 4, 3), Der.text(ALIAS))));
        var now = Instant.now();
        var names =
                Der.sequence(
                        Der.implicit(DNS_NAME, "localhost".getBytes(StandardCharsets.US_ASCII)),
                        Der.implicit(IP_ADDRESS, new byte[] {127, 0, 0, 1}),
                        Der.implicit(IP_ADDRESS, ipv6Loopback()),
                        Der.implicit(IP_ADDRESS, listen.getAddress()));
        var subjectAltName = Der.sequence(Der.identifier(2, 5, 29, 17), Der.octets(names));
        var content =
                Der.sequence(
                        Der.tagged(0, Der.integer(BigInteger.TWO)),
                        Der.integer(new BigInteger(64, new SecureRandom()).setBit(62)),
                        algorithm(),
                        name,
                        Der.sequence(
                                Der.time(now.minus(Duration.ofDays(1))),
                                Der.time(now.plus(VALID))),
                        name,
                        keys.getPublic().getEncoded(),
                        Der.tagged(3, Der.sequence(subjectAltName)));
        var signature =
                Signature.getInstance(
                        switch (kind) {
                            case EC -> "SHA256withECDSA";
                            case RSA -> "SHA256withRSA";
                        });
        signature.initSign(keys.getPrivate());
        signature.update(content);
        var whole = Der.sequence(content, algorithm(), Der.bits(signature.sign()));
        return CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] ipv6Loopback() {
        var address = new byte[16];
        address[15] = 1;
        return address;
    }

    /// ecdsa-with-SHA256, or sha256WithRSAEncryption.
    private byte[] algorithm() {
        return switch (kind) {
            case EC -> Der.sequence(Der.identifier(1, 2, 840, 10045, 4, 3, 2));
            case RSA -> Der.sequence(Der.identifier(1, 2, 840, 113549, 1, 1, 11), Der.nothing());
        };
    }

    /// A store of the type PKCS #12 with the key and its certificate.
    public KeyStore keyStore() {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(
                    ALIAS,
                    keys.getPrivate(),
                    PASSWORD.toCharArray(),
                    new Certificate[] {certificate});
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the JDK has no store for a key", e);
        }
    }

    /// The same store as the content of a file.
    public byte[] keyStoreBytes() {
        try {
            var out = new ByteArrayOutputStream();
            keyStore().store(out, PASSWORD.toCharArray());
            return out.toByteArray();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the JDK has no store for a key", e);
        }
    }

    /// The password of the store and of the key.
    public String password() {
        return PASSWORD;
    }

    /// The key and its certificate for an engine of the JDK.
    public SSLContext context() {
        try {
            var managers =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keyStore(), PASSWORD.toCharArray());
            var context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK has no TLS", e);
        }
    }

    /// The certificate as PEM.
    public String certificatePem() {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate without an encoding", e);
        }
    }

    /// The private key as PEM of PKCS #8.
    public String privateKeyPem() {
        return pem("PRIVATE KEY", keys.getPrivate().getEncoded());
    }

    private static String pem(String label, byte[] der) {
        var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
    }
}
