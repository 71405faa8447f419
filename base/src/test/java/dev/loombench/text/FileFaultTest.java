package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFaultTest {
    @Test
    void no_reason_is_the_class_of_an_exception_or_the_name_of_the_file() {
        for (var failure :
                List.of(
                        new NoSuchFileException("orders"),
                        new AccessDeniedException("orders"),
                        new FileSystemException("orders", null, "No space left on device"),
                        new MalformedInputException(1),
                        new ZipException("Not in GZIP format"),
                        new IOException("Is a directory"))) {
            assertThat(FileFault.of(failure)).isNotEmpty().doesNotContain("Exception", "orders");
        }
        assertThat(FileFault.of(new FileSystemException("orders", null, "No space left on device")))
                .isEqualTo("No space left on device");
        assertThat(FileFault.of(new IOException("CRC mismatch"))).isEqualTo("CRC mismatch");
        assertThat(FileFault.of(new UnknownHostException("shop"))).contains("no address", "shop");
        var lost =
                new UncheckedIOException("cannot read a.jar", new AccessDeniedException("a.jar"));
        assertThat(FileFault.of(lost)).isEqualTo("cannot read a.jar: permission denied");
    }

    @Test
    void a_body_of_no_file_is_named_without_an_exception(@TempDir Path folder) {
        for (var given : List.of("@" + folder.resolve("none"), "@" + folder, "@")) {
            assertThatExceptionOfType(WrongInput.class)
                    .isThrownBy(() -> BodyContent.of(given))
                    .withMessageStartingWith("--body")
                    .withMessageContaining(given.substring(1))
                    .satisfies(
                            e -> assertThat(e.getMessage()).doesNotContain("Exception", "java."));
        }
    }
}
