package dev.loombench.load.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A key and its certificates, made for a test.
///
/// @param chain its own certificate first, then that of its issuer, unless it issued itself
public record TlsIdentity(PrivateKey key, List<X509Certificate> chain) {
    private static final char[] PASSWORD = "test".toCharArray();

    public TlsIdentity {
        chain = List.copyOf(chain);
    }

    private static Instant aDayAgo() {
        return Instant.now().minus(Duration.ofDays(1));
    }

    private static Instant inAYear() {
        return Instant.now().plus(Duration.ofDays(365));
    }

    /// An authority, valid from a day ago for a year, like what it issues.
    public static TlsIdentity authority(String name) {
        var keys = keys();
        var own =
                certificate(
                        keys, name, keys.getPrivate(), name, true, List.of(), aDayAgo(), inAYear());
        return new TlsIdentity(keys.getPrivate(), List.of(own));
    }

    /// A server that signs its own certificate.
    public static TlsIdentity selfSigned(String... names) {
        var keys = keys();
        var own =
                certificate(
                        keys,
                        "self",
                        keys.getPrivate(),
                        "self",
                        false,
                        List.of(names),
                        aDayAgo(),
                        inAYear());
        return new TlsIdentity(keys.getPrivate(), List.of(own));
    }

    /// A certificate of this authority for names and addresses.
    public TlsIdentity issue(String... names) {
        return issue(aDayAgo(), inAYear(), names);
    }

    /// The same for another time.
    public TlsIdentity issue(Instant from, Instant until, String... names) {
        var keys = keys();
        var authority = chain.getFirst();
        var issuer = authority.getSubjectX500Principal().getName().replace("CN=", "");
        var own = certificate(keys, "issued", key, issuer, false, List.of(names), from, until);
        return new TlsIdentity(keys.getPrivate(), List.of(own, authority));
    }

    /// An authority below this one, valid from nine days ago.
    public TlsIdentity intermediate(String name, Instant until) {
        var keys = keys();
        var from = Instant.now().minus(Duration.ofDays(9));
        var issuer = chain.getFirst().getSubjectX500Principal().getName().replace("CN=", "");
        var own = certificate(keys, name, key, issuer, true, List.of(), from, until);
        return new TlsIdentity(keys.getPrivate(), List.of(own));
    }

    private static KeyPair keys() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static X509Certificate certificate(
            KeyPair keys,
            String subject,
            PrivateKey signer,
            String issuer,
            boolean authority,
            List<String> names,
            Instant from,
            Instant until) {
        var extensions = new ArrayList<byte[]>();
        if (authority) {
            extensions.add(
                    Der.sequence(
                            Der.identifier(2, 5, 29, 19),
                            Der.truth(),
                            Der.octets(Der.sequence(Der.truth()))));
        }
        if (!names.isEmpty()) {
            extensions.add(
                    Der.sequence(
                            Der.identifier(2, 5, 29, 17),
                            Der.octets(
                                    Der.sequence(
                                            names.stream()
                                                    .map(TlsIdentity::name)
                                                    .toArray(byte[][]::new)))));
        }
        var algorithm = Der.sequence(Der.identifier(1, 2, 840, 10045, 4, 3, 2));
        var elements = new ArrayList<byte[]>();
        elements.add(Der.tagged(0, Der.integer(BigInteger.TWO)));
        elements.add(Der.integer(new BigInteger(62, new SecureRandom()).setBit(61)));
        elements.add(algorithm);
        elements.add(distinguished(issuer));
        elements.add(Der.sequence(Der.time(from), Der.time(until)));
        elements.add(distinguished(subject));
        elements.add(keys.getPublic().getEncoded());
        if (!extensions.isEmpty()) {
            elements.add(Der.tagged(3, Der.sequence(extensions.toArray(byte[][]::new))));
        }
        var content = Der.sequence(elements.toArray(byte[][]::new));
        try {
            var signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(signer);
            signature.update(content);
            var whole = Der.sequence(content, algorithm, Der.bits(signature.sign()));
            var read =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(whole));
            return (X509Certificate) read;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] distinguished(String name) {
        return Der.sequence(Der.set(Der.sequence(Der.identifier(2, 5, 4, 3), Der.text(name))));
    }

    /// A DNS name, or an IP address.
    private static byte[] name(String name) {
        return Character.isDigit(name.charAt(0)) || name.indexOf(':') >= 0
                ? Der.implicit(7, InetAddress.ofLiteral(name).getAddress())
                : Der.implicit(2, name.getBytes(US_ASCII));
    }

    /// The context of a server, which trusts clients of one authority.
    public SSLContext context(TlsIdentity trusted) {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("own", key, PASSWORD, chain.toArray(Certificate[]::new));
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD);
            var others = KeyStore.getInstance("PKCS12");
            others.load(null, null);
            others.setCertificateEntry("trusted", trusted.chain().getFirst());
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(others);
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A file with its certificates.
    public Path certificateFile(Path folder, String name) {
        var text = new StringBuilder();
        try {
            for (var certificate : chain) {
                text.append(pem("CERTIFICATE", certificate.getEncoded()));
            }
            return Files.writeString(folder.resolve(name), text);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A file with its private key.
    public Path keyFile(Path folder, String name) {
        try {
            return Files.writeString(folder.resolve(name), pem("PRIVATE KEY", key.getEncoded()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String pem(String label, byte[] der) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(label, Base64.getMimeEncoder().encodeToString(der), label);
    }
}
