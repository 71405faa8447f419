package dev.loombench.load.tls.certificate;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.load.tls.TlsIdentity;
import dev.loombench.text.WrongInput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Private keys in the forms in which other tools write them.
class PrivateKeysTest {
    /// Of a key of RSA in PKCS #8, the content of the octet string is the key in PKCS #1: it begins
    /// after version, algorithm and two headers of four bytes each.
    private static final int PKCS_1_AT = 4 + 3 + 15 + 4;

    @TempDir private Path folder;

    private Path file(String label, byte[] der) throws Exception {
        return Files.writeString(folder.resolve("key"), TlsIdentity.pem(label, der));
    }

    @Test
    void a_key_of_rsa_in_its_older_form_is_the_same_key() throws Exception {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        var key = generator.generateKeyPair().getPrivate();
        var pkcs8 = key.getEncoded();
        var pkcs1 = Arrays.copyOfRange(pkcs8, PKCS_1_AT, pkcs8.length);
        assertThat(Pem.read(file("RSA PRIVATE KEY", pkcs1)).privateKey()).isEqualTo(key);
        assertThat(Pem.read(file("PRIVATE KEY", pkcs8)).privateKey()).isEqualTo(key);
    }

    @Test
    void what_is_no_key_is_refused() throws Exception {
        var nothing = file("PRIVATE KEY", "nothing".getBytes(US_ASCII));
        assertThatThrownBy(() -> Pem.read(nothing).privateKey())
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("cannot be read: expected a key of RSA, EC");
        var curve = file("EC PRIVATE KEY", new byte[] {0x30, 0x03, 0x02, 0x01, 0x01});
        assertThatThrownBy(() -> Pem.read(curve).privateKey())
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("does not name its curve");
        var ends = file("EC PRIVATE KEY", new byte[] {0x30, (byte) 0x82, 0x01});
        assertThatThrownBy(() -> Pem.read(ends).privateKey()).isInstanceOf(WrongInput.class);
        var dsa = file("DSA PRIVATE KEY", new byte[] {0x30, 0x00});
        assertThatThrownBy(() -> Pem.read(dsa).privateKey())
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("has a DSA PRIVATE KEY; expected");
    }
}
