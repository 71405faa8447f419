package dev.loombench.load.tls.certificate;

import dev.loombench.base.DerElement;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.List;

/// Private keys in DER: PKCS #8, and the older forms of RSA and of elliptic curves, which are
/// wrapped into it.
///
/// Source: RFC 5208; RFC 8017, appendix A.1.2; RFC 5915.
final class PrivateKeys {
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    private static final int PARAMETERS = 0xA0;

    /// Version 0.
    private static final byte[] VERSION = {0x02, 0x01, 0x00};

    /// rsaEncryption, 1.2.840.113549.1.1.1, and no parameters.
    private static final byte[] RSA = {
        0x06,
        0x09,
        0x2A,
        (byte) 0x86,
        0x48,
        (byte) 0x86,
        (byte) 0xF7,
        0x0D,
        0x01,
        0x01,
        0x01,
        0x05,
        0x00
    };

    /// id-ecPublicKey, 1.2.840.10045.2.1.
    private static final byte[] EC = {
        0x06, 0x07, 0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 0x02, 0x01
    };

    private PrivateKeys() {}

    /// @throws WrongInput when it is no key, or one of an unknown algorithm
    static PrivateKey pkcs8(byte[] der, Path file) {
        for (var algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm)
                        .generatePrivate(new PKCS8EncodedKeySpec(der));
            } catch (InvalidKeySpecException _) {
                // of another algorithm
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
        throw new WrongInput(
                "the private key in %s cannot be read: expected a key of %s"
                        .formatted(file, String.join(", ", ALGORITHMS)));
    }

    static byte[] ofPkcs1(byte[] der) {
        return wrapped(DerElement.of(SEQUENCE, RSA), der);
    }

    /// @throws WrongInput when it does not name its curve
    static byte[] ofSec1(byte[] der, Path file) {
        var curve = parameters(der);
        if (curve.length == 0) {
            throw new WrongInput(
                    "the EC PRIVATE KEY in %s does not name its curve; convert it with openssl pkey -in %s"
                            .formatted(file, file.getFileName()));
        }
        return wrapped(DerElement.of(SEQUENCE, EC, curve), der);
    }

    private static byte[] wrapped(byte[] algorithm, byte[] key) {
        return DerElement.of(SEQUENCE, VERSION, algorithm, DerElement.of(OCTET_STRING, key));
    }

    /// The content of the element with the tag `[0]` in the outer sequence; empty without one.
    private static byte[] parameters(byte[] der) {
        int at = contentAt(der, 0);
        while (at < der.length) {
            int content = contentAt(der, at);
            int end = content + length(der, at);
            if (end > der.length) {
                break;
            }
            if ((der[at] & 0xFF) == PARAMETERS) {
                return Arrays.copyOfRange(der, content, end);
            }
            at = end;
        }
        return new byte[0];
    }

    /// Where the content of the element at an index begins; after the array where it is cut off.
    private static int contentAt(byte[] der, int at) {
        if (at + 1 >= der.length) {
            return der.length;
        }
        int first = der[at + 1] & 0xFF;
        return at + 2 + (first < 0x80 ? 0 : first & 0x7F);
    }

    /// The length of the content of the element at an index.
    private static int length(byte[] der, int at) {
        if (at + 1 >= der.length) {
            return 0;
        }
        int first = der[at + 1] & 0xFF;
        if (first < 0x80) {
            return first;
        }
        int bytes = first & 0x7F;
        if (bytes > 3 || at + 2 + bytes > der.length) {
            return der.length;
        }
        int length = 0;
        for (int i = 0; i < bytes; i++) {
            length = (length << 8) | (der[at + 2 + i] & 0xFF);
        }
        return length;
    }
}
