package dev.loombench.observe.proc;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The TCP connections of a process's clients, and how many have sent what it has not read: by the
/// kernel's tables (`/proc/PID/net/tcp`), which cost the process nothing.
///
/// A web server that reads a request in the thread that serves it leaves a request unread until a
/// thread is free. A connection that it has not accepted counts as unread. Connections are known by
/// their ports: one of a single request is closed before the descriptors of a process are read.
///
/// @param connections to the ports on which it listens
/// @param unread of these
public record UnreadConnections(int connections, int unread) {
    private static final String ESTABLISHED = "01";
    private static final String LISTENING = "0A";
    private static final String UNACCEPTED = "socket:[0]";
    private static final int FIELDS = 10;

    /// More than a service has without another limit; to read them takes the lab some 100 ms.
    private static final int MOST_DESCRIPTORS = 50_000;

    /// Requests that wait for a thread: the unread ones, but no more than there are connections
    /// beyond those whose requests are being served, which may have unread data too.
    ///
    /// @param served requests that are being served
    public int waiting(int served) {
        return Math.max(0, Math.min(unread, connections - served));
    }

    /// Empty where the kernel does not show them, and for a process with too many descriptors.
    public static Optional<UnreadConnections> of(long pid) {
        var process = Path.of("/proc", Long.toString(pid));
        try {
            var own = inodes(process.resolve("fd"));
            if (own.isEmpty() || own.size() > MOST_DESCRIPTORS) {
                return Optional.empty();
            }
            var lines = new ArrayList<String>();
            for (var table : List.of("tcp", "tcp6")) {
                var file = process.resolve("net").resolve(table);
                lines.addAll(Files.exists(file) ? Files.readAllLines(file) : List.of());
            }
            return Optional.of(count(lines, own));
        } catch (IOException | DirectoryIteratorException e) {
            return Optional.empty();
        }
    }

    private static Set<String> inodes(Path folder) throws IOException {
        var found = new HashSet<String>();
        try (var descriptors = Files.newDirectoryStream(folder)) {
            for (var descriptor : descriptors) {
                found.add(target(descriptor));
                if (found.size() > MOST_DESCRIPTORS) {
                    break;
                }
            }
        }
        return found;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closed) {
            return "";
        }
    }

    /// A line of a table.
    ///
    /// @param local address and port in hexadecimal form, as in `0100007F:1F90`
    /// @param waiting bytes to read; connections to accept, of one that listens
    private record Row(String local, String state, int waiting, String inode) {
        static Optional<Row> parse(String line) {
            var fields = line.strip().split("\\s+", -1);
            if (fields.length < FIELDS || !fields[4].contains(":")) {
                return Optional.empty(); // the line of names
            }
            var waiting = fields[4].substring(fields[4].indexOf(':') + 1);
            return Optional.of(
                    new Row(
                            fields[1],
                            fields[3],
                            Integer.parseUnsignedInt(waiting, 16),
                            "socket:[" + fields[9] + "]"));
        }

        String port() {
            return local.substring(local.lastIndexOf(':') + 1);
        }
    }

    /// @param lines of the tables
    /// @param own sockets of the process, as in `socket:[12345]`
    static UnreadConnections count(List<String> lines, Set<String> own) {
        var rows = lines.stream().flatMap(line -> Row.parse(line).stream()).toList();
        var listening =
                rows.stream()
                        .filter(row -> row.state().equals(LISTENING))
                        .filter(row -> own.contains(row.inode()))
                        .toList();
        var ports = new HashSet<String>();
        listening.forEach(row -> ports.add(row.port()));
        int unaccepted = listening.stream().mapToInt(Row::waiting).sum();
        var accepted =
                rows.stream()
                        .filter(row -> row.state().equals(ESTABLISHED))
                        .filter(row -> !row.inode().equals(UNACCEPTED))
                        .filter(row -> ports.contains(row.port()))
                        .toList();
        int unread = (int) accepted.stream().filter(row -> row.waiting() != 0).count();
        return new UnreadConnections(accepted.size() + unaccepted, unread + unaccepted);
    }
}
