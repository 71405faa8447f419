package dev.loombench.uring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The time namespace of this process, whose CLOCK_MONOTONIC may have an offset from the one by
/// which io_uring sets absolute timers.
///
/// Source: time_namespaces(7).
final class TimeNamespace {
    private static final Path OFFSETS = Path.of("/proc/self/timens_offsets");

    private TimeNamespace() {}

    /// Whether the monotonic clock has an offset, or may have one that cannot be read; false where
    /// the kernel has no such namespaces.
    static boolean hasOffset() {
        return hasOffset(OFFSETS);
    }

    static boolean hasOffset(Path file) {
        if (Files.notExists(file)) {
            return false;
        }
        try {
            return hasOffset(Files.readString(file));
        } catch (IOException _) {
            return true; // relative times are right with any
        }
    }

    /// @param offsets a line per clock: its name, seconds, nanoseconds
    static boolean hasOffset(String offsets) {
        return offsets.lines()
                .map(line -> line.strip().split("\\s+", -1))
                .filter(fields -> fields.length == 3 && fields[0].equals("monotonic"))
                .anyMatch(fields -> !fields[1].equals("0") || !fields[2].equals("0"));
    }
}
