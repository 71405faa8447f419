package dev.loombench.load.tls.certificate;

import dev.loombench.text.TextFile;
import dev.loombench.text.WrongInput;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/// A PEM file: certificates and private keys, in any order and with text between them.
///
/// Source: RFC 7468.
final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);

    /// Lines such as `Proc-Type: 4,ENCRYPTED` before the content of an old encrypted key.
    private static final Pattern ENCRYPTED_HEADER = Pattern.compile("Proc-Type:.*ENCRYPTED");

    private final Path file;
    private final List<Block> blocks = new ArrayList<>();

    private record Block(String label, String content) {}

    private Pem(Path file) {
        this.file = file;
    }

    /// @throws WrongInput when it cannot be read or has no block of PEM
    static Pem read(Path file) {
        var pem = new Pem(file);
        var matcher = BLOCK.matcher(TextFile.read(file));
        while (matcher.find()) {
            pem.blocks.add(new Block(matcher.group(1), matcher.group(2)));
        }
        if (pem.blocks.isEmpty()) {
            throw new WrongInput(
                    "%s is no PEM file: expected a line -----BEGIN CERTIFICATE----- or -----BEGIN PRIVATE KEY-----"
                            .formatted(file));
        }
        return pem;
    }

    /// Its certificates in order, at least one.
    ///
    /// @throws WrongInput when it has none, or one that cannot be read
    List<X509Certificate> certificates() {
        var certificates = new ArrayList<X509Certificate>();
        for (var block : blocks) {
            if (block.label().endsWith("CERTIFICATE")) {
                certificates.add(certificate(block));
            }
        }
        if (certificates.isEmpty()) {
            throw new WrongInput("%s has no certificate, only %s".formatted(file, labels()));
        }
        return certificates;
    }

    private X509Certificate certificate(Block block) {
        try {
            var in = new ByteArrayInputStream(bytes(block));
            var read = CertificateFactory.getInstance("X.509").generateCertificate(in);
            return (X509Certificate) read;
        } catch (CertificateException e) {
            throw new WrongInput(
                    "a certificate in %s cannot be read: %s".formatted(file, e.getMessage()));
        }
    }

    /// Its private key.
    ///
    /// @throws WrongInput when it has none, or one that cannot be read
    PrivateKey privateKey() {
        for (var block : blocks) {
            if (block.label().endsWith("PRIVATE KEY")) {
                return privateKey(block);
            }
        }
        throw new WrongInput("%s has no private key, only %s".formatted(file, labels()));
    }

    private PrivateKey privateKey(Block block) {
        boolean encrypted =
                block.label().startsWith("ENCRYPTED")
                        || ENCRYPTED_HEADER.matcher(block.content()).find();
        if (encrypted) {
            throw new WrongInput(
                    "the private key in %s is encrypted; decrypt it first, as with openssl pkey -in %s"
                            .formatted(file, file.getFileName()));
        }
        var bytes = bytes(block);
        return switch (block.label()) {
            case "PRIVATE KEY" -> PrivateKeys.pkcs8(bytes, file);
            case "RSA PRIVATE KEY" -> PrivateKeys.pkcs8(PrivateKeys.ofPkcs1(bytes), file);
            case "EC PRIVATE KEY" -> PrivateKeys.pkcs8(PrivateKeys.ofSec1(bytes, file), file);
            default ->
                    throw new WrongInput(
                            "%s has a %s; expected a PRIVATE KEY, RSA PRIVATE KEY or EC PRIVATE KEY"
                                    .formatted(file, block.label()));
        };
    }

    private byte[] bytes(Block block) {
        try {
            return Base64.getMimeDecoder().decode(block.content().strip());
        } catch (IllegalArgumentException e) {
            throw new WrongInput(
                    "%s: the %s is not in base64: %s"
                            .formatted(file, block.label(), e.getMessage()));
        }
    }

    private String labels() {
        return String.join(", ", blocks.stream().map(Block::label).toList());
    }
}
