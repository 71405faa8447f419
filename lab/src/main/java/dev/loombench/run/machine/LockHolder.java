package dev.loombench.run.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The process that has a lock on a file, from the kernel's list (proc_locks(5)).
final class LockHolder {
    private static final Path LOCKS = Path.of("/proc/locks");

    /// `1: POSIX ADVISORY WRITE 4711 08:01:131 0 EOF`; a process that waits has `->` after the
    /// number.
    private static final Pattern LOCK =
            Pattern.compile("\\d+: \\w+ +\\w+ +\\w+ +(\\d+) +[0-9a-f]+:[0-9a-f]+:(\\d+) .*");

    private LockHolder() {}

    /// @return empty where the kernel does not list it, or in another namespace of processes
    static OptionalLong of(Path file) {
        try {
            var inode = (Number) Files.getAttribute(file, "unix:ino");
            return of(Files.readAllLines(LOCKS), inode.longValue());
        } catch (IOException | UnsupportedOperationException notLinux) {
            return OptionalLong.empty();
        }
    }

    /// @param locks lines of the list
    /// @param inode of the file
    static OptionalLong of(List<String> locks, long inode) {
        return locks.stream()
                .map(LOCK::matcher)
                .filter(lock -> lock.matches() && Long.parseLong(lock.group(2)) == inode)
                .mapToLong(lock -> Long.parseLong(lock.group(1)))
                .filter(process -> process > 0)
                .findFirst();
    }
}
