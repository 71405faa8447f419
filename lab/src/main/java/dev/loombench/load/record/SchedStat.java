package dev.loombench.load.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/// How long the calling thread has been ready to run while others had the CPU.
///
/// The second figure of `/proc/thread-self/schedstat`: see the kernel's *Scheduler Statistics*.
public final class SchedStat {
    static final Path SCHEDSTAT = Path.of("/proc/thread-self/schedstat");

    private SchedStat() {}

    /// Since the thread began, ns; empty where the kernel keeps no such account.
    static OptionalLong waitedNanos() {
        try {
            return parse(Files.readString(SCHEDSTAT));
        } catch (IOException _) {
            return OptionalLong.empty(); // another system, or a kernel built without
        }
    }

    /// @param text time on a CPU, time waited for one, time slices
    public static OptionalLong parse(String text) {
        var figures = text.strip().split(" ", -1);
        return figures.length == 3 && !figures[0].equals("0")
                ? OptionalLong.of(Long.parseLong(figures[1]))
                : OptionalLong.empty();
    }
}
