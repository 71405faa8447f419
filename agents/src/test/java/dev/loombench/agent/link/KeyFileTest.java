package dev.loombench.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class KeyFileTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @TempDir private Path folder;

    @Test
    void the_same_secret_gives_the_same_key_and_another_one_another() throws IOException {
        var key = KeyFile.read(file(SECRET, "rw-------"));
        var copy = KeyFile.read(file(SECRET + "\n", "r--------"));
        var other = KeyFile.read(file(SECRET + "0", "rw-------"));
        assertThat(copy.certificate()).isEqualTo(key.certificate());
        assertThat(other.certificate().getPublicKey())
                .isNotEqualTo(key.certificate().getPublicKey());
    }

    @Test
    void the_certificate_is_signed_by_its_own_key() throws Exception {
        var certificate = KeyFile.read(file(SECRET, "rw-------")).certificate();
        certificate.verify(certificate.getPublicKey());
        certificate.checkValidity();
        assertThat(certificate.getPublicKey().getAlgorithm()).isEqualTo("EdDSA");
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=loombench");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-"})
    void a_key_file_that_others_can_read_or_change_is_refused(String permissions)
            throws IOException {
        var file = file(SECRET, permissions);
        assertThatThrownBy(() -> KeyFile.read(file))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("can be read or changed by other users", "chmod 600");
    }

    /// Whoever can write the folder can put a key of their own in its place.
    @Test
    void a_key_file_in_a_folder_that_others_can_write_is_refused() throws IOException {
        var file = file(SECRET, "rw-------");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwx---"));
        assertThatThrownBy(() -> KeyFile.read(file))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("where other users can put another file in its place");
    }

    /// Only root can give a file to another user.
    @Test
    void a_key_file_of_another_user_is_refused() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        var file = file(SECRET, "rw-------");
        Files.setAttribute(file, "unix:uid", 12_345);
        assertThatThrownBy(() -> KeyFile.read(file))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("belongs to another user");
    }

    @Test
    void a_short_secret_a_missing_file_and_a_large_one_are_refused() throws IOException {
        var brief = file(SECRET.substring(1), "rw-------");
        assertThatThrownBy(() -> KeyFile.read(brief))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("has a secret of 31 bytes, and needs at least 32");
        var missing = folder.resolve("missing");
        assertThatThrownBy(() -> KeyFile.read(missing))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("does not exist; create one with");
        var large = file("x".repeat(4_097), "rw-------");
        assertThatThrownBy(() -> KeyFile.read(large))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("has 4,097 bytes");
    }

    private Path file(String content, String permissions) throws IOException {
        var file = Files.createTempFile(folder, "key", "");
        Files.writeString(file, content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
}
