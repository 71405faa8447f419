package dev.loombench.observe.proc.machine;

import dev.loombench.observe.proc.ProcFile;
import dev.loombench.observe.proc.ProcessStat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import java.util.StringTokenizer;
import java.util.regex.Pattern;

/// Processor time of the whole machine since it booted.
///
/// @param busyNanos time spent working, for any process or the kernel
/// @param stealNanos time in which the hypervisor ran other guests instead; empty where the
///   platform does not report it
/// @param totalNanos all time, including idle and stolen time
record MachineStat(long busyNanos, OptionalLong stealNanos, long totalNanos) {
    /// The lines of a thousand processors.
    private static final int MAX_BYTES = 128 << 10;

    private static final Pattern PROCESSOR = Pattern.compile("^cpu\\d+ ", Pattern.MULTILINE);

    /// What follows the lines of the processors.
    private static final String INTERRUPTS = "\nintr ";

    /// `/proc/stat` (Linux); steps of 10 ms.
    static ProcFile file() {
        try {
            return new ProcFile("/proc/stat", MAX_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static MachineStat read(ProcFile file) {
        return parse(text(file));
    }

    static String text(ProcFile file) {
        try {
            return file.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The processors that are online, each of which has a line; empty where the text is cut off
    /// within these.
    static OptionalLong processors(String text) {
        int end = text.indexOf(INTERRUPTS);
        return end < 0
                ? OptionalLong.empty()
                : OptionalLong.of(PROCESSOR.matcher(text.substring(0, end)).results().count());
    }

    /// The first line, which covers all processors: `cpu user nice system idle iowait irq softirq
    /// steal guest guest_nice`, where `user` and `nice` include the guests' time.
    ///
    /// Source: proc_stat(5).
    static MachineStat parse(String text) {
        var line = text.lines().findFirst().orElse("");
        var fields = new StringTokenizer(line, " ");
        if (!line.startsWith("cpu ") || fields.countTokens() < 9) {
            throw new IllegalArgumentException(
                    "expected the line of all processors in /proc/stat, was \"" + line + "\"");
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
