package dev.loombench.observe.proc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The descriptors that a process waits to read from, by its sets of `epoll`
/// (`/proc/PID/fdinfo/FD`).
///
/// Source: proc_pid_fdinfo(5).
final class PolledDescriptors {
    /// What `/proc/PID/fd/FD` is a link to.
    static final String EPOLL = "anon_inode:[eventpoll]";

    /// `EPOLLIN`.
    private static final int READABLE = 1;

    /// The events are in hexadecimal form.
    private static final Pattern WATCHED =
            Pattern.compile("tfd:\\s+(\\d+) events:\\s+([0-9a-f]{1,8})\\b.*");

    private PolledDescriptors() {}

    /// @param process folder of the process in `/proc`
    /// @param sets descriptors of its sets of `epoll`
    static Set<String> of(Path process, Collection<String> sets) throws IOException {
        var polled = new HashSet<String>();
        for (var set : sets) {
            var file = process.resolve("fdinfo").resolve(set);
            if (Files.exists(file)) { // else it was closed meanwhile
                polled.addAll(readable(Files.readAllLines(file)));
            }
        }
        return polled;
    }

    /// @param lines of a set of `epoll`
    static Set<String> readable(List<String> lines) {
        var polled = new HashSet<String>();
        for (var line : lines) {
            var watched = WATCHED.matcher(line);
            if (watched.matches()
                    && (Integer.parseUnsignedInt(watched.group(2), 16) & READABLE) != 0) {
                polled.add(watched.group(1));
            }
        }
        return polled;
    }
}
