package dev.loombench.governor.pool;

import dev.loombench.governor.control.HeapShortage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/// The states of a pool's threads according to the kernel, because Java reports a thread that reads
/// from a socket as runnable. Without `/proc`, the share of idle CPU is used instead.
final class WorkerStates {
    private static final Path SELF = Path.of("/proc/thread-self");
    private static final int SAMPLE_SIZE = 32;

    private final Set<Path> threads = ConcurrentHashMap.newKeySet();
    private final Random random = new Random(1);
    private final byte[] text = new byte[512];
    private final DoubleSupplier heapInUse;

    /// @param heapInUse share of the largest heap; 0 where threads never wait for memory
    WorkerStates(DoubleSupplier heapInUse) {
        this.heapInUse = heapInUse;
    }

    /// Wraps a worker's loop so that its thread is tracked while it runs.
    Runnable tracked(Runnable loop) {
        return () -> {
            var stat = self();
            threads.add(stat);
            try {
                loop.run();
            } finally {
                threads.remove(stat);
            }
        };
    }

    /// For example `/proc/4711/task/4712/stat`; an unreadable path where there is no `/proc`.
    private static Path self() {
        try {
            return SELF.resolveSibling(Files.readSymbolicLink(SELF)).resolve("stat");
        } catch (IOException | UnsupportedOperationException e) {
            return Path.of("no-proc-" + Thread.currentThread().threadId());
        }
    }

    /// The share of the threads that are not runnable, from a random sample of 32; empty while they
    /// may wait for memory, which more threads would only make scarcer. Called by one thread while
    /// all workers are busy.
    OptionalDouble waiting() {
        if (heapInUse.getAsDouble() >= HeapShortage.FULL) {
            return OptionalDouble.empty();
        }
        var all = new ArrayList<>(threads);
        int read = 0;
        int waiting = 0;
        for (int i = Math.min(SAMPLE_SIZE, all.size()); i > 0; i--) {
            var stat = all.get(random.nextInt(all.size()));
            try (var file = new RandomAccessFile(stat.toString(), "r")) {
                boolean runnable = isRunnable(file.read(text));
                read++;
                waiting += runnable ? 0 : 1;
            } catch (IOException unreadable) {
                // the thread has ended, or there is no /proc
            }
        }
        return read > 0 ? OptionalDouble.of((double) waiting / read) : idleCpu();
    }

    private boolean isRunnable(int length) {
        int bracket = length - 1;
        while (bracket > 0 && text[bracket] != ')') {
            bracket--;
        }
        return bracket >= 0 && bracket + 2 < length && text[bracket + 2] == 'R';
    }

    private static OptionalDouble idleCpu() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof com.sun.management.OperatingSystemMXBean bean) {
            double load = bean.getCpuLoad();
            return load >= 0 ? OptionalDouble.of(1 - load) : OptionalDouble.empty();
        }
        return OptionalDouble.empty();
    }
}
