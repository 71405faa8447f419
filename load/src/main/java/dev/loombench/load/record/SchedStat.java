package dev.loombench.load.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/// The time that the calling thread was ready to run but waited for a CPU.
///
/// The second number of `/proc/thread-self/schedstat`: see the kernel's *Scheduler Statistics*.
public final class SchedStat {
    static final Path SCHEDSTAT = Path.of("/proc/thread-self/schedstat");

    private SchedStat() {}

    /// Time since the thread began, ns; empty where the kernel has no such statistics.
    static OptionalLong waitedNanos() {
        try {
            return parse(Files.readString(SCHEDSTAT));
        } catch (IOException _) {
            return OptionalLong.empty(); // another system, or a kernel built without
        }
    }

    /// @param text time on a CPU, time waiting for one, time slices
    public static OptionalLong parse(String text) {
        var fields = text.strip().split(" ", -1);
        return fields.length == 3 && !fields[0].equals("0")
                ? OptionalLong.of(Long.parseLong(fields[1]))
                : OptionalLong.empty();
    }
}
