package dev.loombench.governor.pool;

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

/// Which of a pool's threads wait, as the kernel sees it: Java calls a thread that reads from a
/// socket runnable. Where there is no `/proc`, the CPU that is idle stands for it.
final class WorkerStates {
    private static final Path SELF = Path.of("/proc/thread-self");
    private static final int SAMPLE = 32;

    private final Set<Path> threads = ConcurrentHashMap.newKeySet();
    private final Random random = new Random(1);
    private final byte[] text = new byte[512];

    /// Runs a worker's loop and knows it meanwhile.
    Runnable known(Runnable loop) {
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

    /// As in `/proc/4711/task/4712/stat`; a path that cannot be read where there is no `/proc`.
    private static Path self() {
        try {
            return SELF.resolveSibling(Files.readSymbolicLink(SELF)).resolve("stat");
        } catch (IOException | UnsupportedOperationException e) {
            return Path.of("no-proc-" + Thread.currentThread().threadId());
        }
    }

    /// Share of the threads that neither compute nor wait for a CPU, from 32 of them. Meant to be
    /// asked while all are busy, by one thread.
    OptionalDouble waiting() {
        var all = new ArrayList<>(threads);
        int asked = 0;
        int waiting = 0;
        for (int i = Math.min(SAMPLE, all.size()); i > 0; i--) {
            var stat = all.get(random.nextInt(all.size()));
            try (var file = new RandomAccessFile(stat.toString(), "r")) {
                boolean runs = canRun(file.read(text));
                asked++;
                waiting += runs ? 0 : 1;
            } catch (IOException goneOrNoProc) {
                // the others tell
            }
        }
        return asked > 0 ? OptionalDouble.of((double) waiting / asked) : idleCpu();
    }

    private boolean canRun(int length) {
        int bracket = length - 1;
        while (bracket > 0 && text[bracket] != ')') {
            bracket--;
        }
        return bracket >= 0 && bracket + 2 < length && text[bracket + 2] == 'R';
    }

    private static OptionalDouble idleCpu() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof com.sun.management.OperatingSystemMXBean counted) {
            double load = counted.getCpuLoad();
            return load >= 0 ? OptionalDouble.of(1 - load) : OptionalDouble.empty();
        }
        return OptionalDouble.empty();
    }
}
