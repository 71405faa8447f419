package dev.loombench.load.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// The run queue wait of the thread that opens it, for frequent reading: its file stays open, and
/// reading allocates nothing.
public final class RunQueueClock implements AutoCloseable {
    private static final int MAX_BYTES = 64;

    /// Null where the kernel has no such statistics.
    private final @Nullable FileChannel file;

    private final ByteBuffer text = ByteBuffer.allocateDirect(MAX_BYTES);

    private RunQueueClock(@Nullable FileChannel file) {
        this.file = file;
    }

    public static RunQueueClock ofThisThread() throws IOException {
        return new RunQueueClock(
                Files.isReadable(SchedStat.SCHEDSTAT)
                        ? FileChannel.open(SchedStat.SCHEDSTAT, StandardOpenOption.READ)
                        : null);
    }

    /// Time since the thread began, ns; always 0 where it is unknown.
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

    /// @param numbers decimal numbers with one blank between them
    static long secondNumber(ByteBuffer numbers) {
        while (numbers.hasRemaining() && numbers.get() != ' ') {
            // the first number
        }
        long number = 0;
        while (numbers.hasRemaining()) {
            int digit = numbers.get() - '0';
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
