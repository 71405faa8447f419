package dev.loombench.load.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// How long one thread has been ready to run while others had the CPU, read often: its file stays
/// open, and reading allocates nothing. For the thread that opened it.
public final class RunQueueClock implements AutoCloseable {
    private static final int MOST_BYTES = 64;

    /// Null where the kernel keeps no such account.
    private final @Nullable FileChannel file;

    private final ByteBuffer text = ByteBuffer.allocateDirect(MOST_BYTES);

    private RunQueueClock(@Nullable FileChannel file) {
        this.file = file;
    }

    public static RunQueueClock ofThisThread() throws IOException {
        return new RunQueueClock(
                Files.isReadable(SchedStat.SCHEDSTAT)
                        ? FileChannel.open(SchedStat.SCHEDSTAT, StandardOpenOption.READ)
                        : null);
    }

    /// Since the thread began, ns; always 0 where nobody tells.
    public long waitedNanos() {
        if (file == null) {
            return 0;
        }
        text.clear();
        try {
            file.read(text, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return secondNumber(text.flip());
    }

    /// @param figures numbers in decimal digits with one blank between them
    static long secondNumber(ByteBuffer figures) {
        while (figures.hasRemaining() && figures.get() != ' ') {
            // the first number
        }
        long number = 0;
        while (figures.hasRemaining()) {
            int digit = figures.get() - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
