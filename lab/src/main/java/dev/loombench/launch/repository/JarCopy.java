package dev.loombench.launch.repository;

import dev.loombench.base.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HexFormat;
import java.util.function.LongSupplier;

/// A copy of a jar, with its checksum and within limits of size and time.
final class JarCopy {
    private static final long MAX_BYTES = 256L << 20;
    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final int CHUNK = 1 << 16;

    private JarCopy() {}

    /// @param nanoTime the monotonic clock
    /// @return the SHA-256 of what was copied
    /// @throws IOException when it cannot be read or written, or is beyond a limit
    static String copy(InputStream in, OutputStream out, LongSupplier nanoTime)
            throws IOException, InterruptedException {
        long startNanos = nanoTime.getAsLong();
        var digest = Sha256.digest();
        var chunk = new byte[CHUNK];
        long total = 0;
        for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
            stopIfInterrupted();
            total += count;
            if (total > MAX_BYTES) {
                throw new IOException("it has more than 256 MiB");
            }
            if (nanoTime.getAsLong() - startNanos > LIMIT.toNanos()) {
                throw new IOException(
                        "it is not whole after %d minutes".formatted(LIMIT.toMinutes()));
            }
            digest.update(chunk, 0, count);
            out.write(chunk, 0, count);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /// To be called after an `IOException`, too: an interrupt closes the sockets of a virtual
    /// thread.
    static void stopIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
