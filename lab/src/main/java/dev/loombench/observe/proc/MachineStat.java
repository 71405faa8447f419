package dev.loombench.observe.proc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import java.util.StringTokenizer;

/// What all processors of the machine did together since it booted.
///
/// @param busyNanos time in which they worked, for whatever process or the kernel
/// @param stealNanos time in which they could have worked and the hypervisor gave them to other
///   guests; empty where the platform does not tell
/// @param totalNanos all time, idle and stolen time too
record MachineStat(long busyNanos, OptionalLong stealNanos, long totalNanos) {

    /// Holds the first line of `/proc/stat` (Linux), which is about all processors; steps of 10 ms.
    static ProcFile file() {
        try {
            return new ProcFile("/proc/stat", 512);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static MachineStat read(ProcFile file) {
        try {
            return parse(file.read());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// `cpu user nice system idle iowait irq softirq steal guest guest_nice`, where `user` and
    /// `nice` hold the guests' time already.
    ///
    /// Source: proc_stat(5).
    static MachineStat parse(String text) {
        var fields = new StringTokenizer(text, " \n");
        if (!text.startsWith("cpu ") || fields.countTokens() < 9) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" where the line of all processors was due in /proc/stat");
        }
        fields.nextToken();
        var nanos = new long[9];
        for (int i = 1; i < nanos.length; i++) {
            nanos[i] = Long.parseLong(fields.nextToken()) * ProcessStat.TICK_NANOS;
        }
        long busy = nanos[1] + nanos[2] + nanos[3] + nanos[6] + nanos[7];
        long steal = nanos[8];
        return new MachineStat(busy, OptionalLong.of(steal), busy + steal + nanos[4] + nanos[5]);
    }
}
