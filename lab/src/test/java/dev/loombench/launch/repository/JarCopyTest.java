package dev.loombench.launch.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.base.Sha256;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class JarCopyTest {
    private static final int CHUNK = 1 << 16;
    private static final byte[] CONTENT = new byte[5 * CHUNK];

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private String copy(LongSupplier nanoTime) throws IOException, InterruptedException {
        return JarCopy.copy(new ByteArrayInputStream(CONTENT), out, nanoTime);
    }

    @Test
    void a_copy_has_its_checksum() throws Exception {
        assertThat(copy(() -> 0L)).isEqualTo(Sha256.of(CONTENT));
        assertThat(out.toByteArray()).isEqualTo(CONTENT);
    }

    /// With ten minutes for each of its five parts, the fourth is there after 40.
    @Test
    void a_copy_ends_after_half_an_hour() {
        var now = new AtomicLong();
        LongSupplier clock = () -> now.getAndAdd(Duration.ofMinutes(10).toNanos());
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> copy(clock));
        assertThat(out.size()).isEqualTo(3 * CHUNK);
    }
}
