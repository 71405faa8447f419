package dev.loombench.governor.carrier;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The scheduling statistics of one thread under `/proc/self/task`. The files stay open and are
/// read again from the start: about 1.3 us for `schedstat` and 3 us for `stat`, without garbage.
final class ProcTaskStat implements AutoCloseable {
    private final Path task;
    private final RandomAccessFile schedstat;
    private final byte[] text = new byte[512];

    private @Nullable RandomAccessFile stat;
    private int length;
    private int position;
    private boolean counted;
    private long readAt;
    private long activeAt;
    private long cpu;
    private long runQueue;
    private long computed;
    private long waited;
    private long unaccounted;

    private ProcTaskStat(Path task, RandomAccessFile schedstat) {
        this.task = task;
        this.schedstat = schedstat;
    }

    /// @param task for example `/proc/self/task/4711`
    static ProcTaskStat open(Path task) throws IOException {
        return new ProcTaskStat(
                task, new RandomAccessFile(task.resolve("schedstat").toFile(), "r"));
    }

    /// Splits the time since the previous call into `computed`, `waited` and `unaccounted`. The
    /// first call yields 0 for each.
    ///
    /// @throws IOException if the thread has ended
    void read(long nanos) throws IOException {
        load(schedstat);
        long nowCpu = number();
        long nowRunQueue = number();
        long span = counted ? Math.max(0, nanos - readAt) : 0;
        computed = Math.clamp(nowCpu - cpu, 0, span);
        waited = Math.clamp(nowRunQueue - runQueue, 0, span - computed);
        unaccounted = span - computed - waited;
        if (nowCpu != cpu || !counted) {
            activeAt = nanos;
        }
        counted = true;
        cpu = nowCpu;
        runQueue = nowRunQueue;
        readAt = nanos;
    }

    /// Time on a CPU, in ns.
    long computed() {
        return computed;
    }

    /// Time in the kernel's run queue, in ns. The kernel adds a wait when it ends.
    long waited() {
        return waited;
    }

    /// The rest of the time, in ns.
    long unaccounted() {
        return unaccounted;
    }

    /// The time of the last call that found new CPU time.
    long activeAt() {
        return activeAt;
    }

    /// Whether the thread is on a CPU or waits for one now: `4711 (name) R …`. The name may contain
    /// any character; the last bracket ends it.
    boolean isRunnable() throws IOException {
        if (stat == null) {
            stat = new RandomAccessFile(task.resolve("stat").toFile(), "r");
        }
        load(stat);
        int bracket = length - 1;
        while (bracket > 0 && text[bracket] != ')') {
            bracket--;
        }
        return bracket + 2 < length && text[bracket + 2] == 'R';
    }

    private void load(RandomAccessFile file) throws IOException {
        file.seek(0);
        length = Math.max(0, file.read(text));
        position = 0;
        if (length == 0) {
            throw new IOException(task + " has ended");
        }
    }

    private long number() {
        long value = 0;
        while (position < length && text[position] >= '0' && text[position] <= '9') {
            value = value * 10 + text[position++] - '0';
        }
        position++;
        return value;
    }

    /// Reads `comm`: the thread's name, cut by the kernel to 15 bytes.
    static String name(Path task) throws IOException {
        try (var comm = new RandomAccessFile(task.resolve("comm").toFile(), "r")) {
            var bytes = new byte[16];
            int read = Math.max(0, comm.read(bytes));
            return new String(bytes, 0, read, StandardCharsets.UTF_8).strip();
        }
    }

    @Override
    public void close() {
        try {
            schedstat.close();
            if (stat != null) {
                stat.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
