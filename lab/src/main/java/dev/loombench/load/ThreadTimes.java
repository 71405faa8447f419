package dev.loombench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

/// What Linux knows of a thread: how long it ran, and how long it wanted to run and had to wait for
/// a CPU. All other time it had nothing to do.
///
/// Source: `/proc/PID/task/TID/schedstat`, in sched-stats of the kernel's documentation.
///
/// @param ranNanos on a CPU
/// @param delayedNanos ready to run, kept from it
record ThreadTimes(long ranNanos, long delayedNanos) {
    private static final Path SCHEDSTAT = Path.of("/proc/thread-self/schedstat");
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /// Where the kernel keeps no such statistics, delays are not known and count as none.
    static ThreadTimes ofCurrent() {
        if (!Files.isReadable(SCHEDSTAT)) {
            return new ThreadTimes(THREADS.getCurrentThreadCpuTime(), 0);
        }
        try {
            var fields = Files.readString(SCHEDSTAT).split(" ", -1);
            return new ThreadTimes(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long wantedNanos() {
        return ranNanos + delayedNanos;
    }
}
