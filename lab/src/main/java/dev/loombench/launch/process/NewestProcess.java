package dev.loombench.launch.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/// The process or thread that the kernel has started last.
final class NewestProcess {
    private static final Path LOADS = Path.of("/proc/loadavg");
    private static final boolean IS_OF_KERNEL = !isMounted(LOADS);

    private NewestProcess() {}

    /// Its id; empty where that is not shown, or by a file that a container mounts there and renews
    /// every few seconds (LXC).
    ///
    /// Source: *proc_loadavg.c* of lxcfs.
    static OptionalLong id() {
        try {
            return IS_OF_KERNEL ? idIn(Files.readString(LOADS)) : OptionalLong.empty();
        } catch (IOException unknown) {
            return OptionalLong.empty();
        }
    }

    /// The id in a text of the kernel; empty where it has none, or 0 in its place (gVisor).
    ///
    /// Source: proc_loadavg(5), the last field.
    static OptionalLong idIn(String loads) {
        var text = loads.strip();
        try {
            long id = Long.parseLong(text.substring(text.lastIndexOf(' ') + 1));
            return id > 0 ? OptionalLong.of(id) : OptionalLong.empty();
        } catch (NumberFormatException unknown) {
            return OptionalLong.empty();
        }
    }

    /// Source: proc_pid_mountinfo(5), the fifth field.
    private static boolean isMounted(Path file) {
        try (var mounts = Files.lines(Path.of("/proc/self/mountinfo"))) {
            return mounts.anyMatch(mount -> mount.contains(" " + file + " "));
        } catch (IOException | UncheckedIOException unknown) {
            return true;
        }
    }
}
