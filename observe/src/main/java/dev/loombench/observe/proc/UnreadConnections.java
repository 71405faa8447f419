package dev.loombench.observe.proc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The TCP connections of a process's clients, how many have sent what it has not read, and from
/// how many it does not wait to read: by the kernel's tables (`/proc/PID/net/tcp`, sets of
/// `epoll`), which cost the process nothing.
///
/// A web server that reads a request in the thread that serves it leaves a request unread until a
/// thread is free. A connection that it has not accepted counts as unread. One that reads a request
/// before waits for no other of its connection until it has been served. Connections are known by
/// their ports: one of a single request is closed before the descriptors of a process are read.
///
/// @param ports on which it listens, in order
/// @param unread connections to these
/// @param unpolled accepted ones of these in no set of `epoll` for reading
public record UnreadConnections(List<Port> ports, int unread, int unpolled) {
    private static final String ESTABLISHED = "01";
    private static final String LISTENING = "0A";
    private static final String UNACCEPTED = "socket:[0]";

    /// Timer, retransmissions, user and timeout, behind the queues.
    private static final int BEFORE_INODE = 4;

    /// More than a service has without another limit; to read them takes the lab some 100 ms.
    private static final int MOST_DESCRIPTORS = 50_000;

    /// The connections to a port.
    ///
    /// @param accepted by the process
    /// @param unaccepted that wait to be accepted
    public record Port(int number, int accepted, int unaccepted) {}

    public UnreadConnections {
        ports = List.copyOf(ports);
    }

    /// Requests that wait for a thread: the unread ones, but no more than there are connections
    /// beyond those whose requests are being served, which may have unread data too.
    ///
    /// @param served requests that are being served
    public int waiting(int served) {
        return Math.max(0, Math.min(unread, connections() - served));
    }

    /// Requests that have been read and wait for a thread: the connections from which the server
    /// does not wait to read, beyond those whose requests are being served.
    ///
    /// @param served requests that are being served
    public int queued(int served) {
        return Math.max(0, unpolled - served);
    }

    /// The connections that the process has accepted, to all ports.
    public int accepted() {
        return ports.stream().mapToInt(Port::accepted).sum();
    }

    private int connections() {
        return ports.stream().mapToInt(port -> port.accepted() + port.unaccepted()).sum();
    }

    /// Empty where the kernel does not show them, and for a process with too many descriptors.
    public static Optional<UnreadConnections> of(long pid) {
        var process = Path.of("/proc", Long.toString(pid));
        try {
            var own = descriptors(process.resolve("fd"));
            if (own.isEmpty() || own.size() > MOST_DESCRIPTORS) {
                return Optional.empty();
            }
            var sets =
                    own.entrySet().stream()
                            .filter(entry -> entry.getValue().equals(PolledDescriptors.EPOLL))
                            .map(Map.Entry::getKey)
                            .toList();
            var polled = PolledDescriptors.of(process, sets);
            var rows = new ArrayList<Row>();
            for (var table : List.of("tcp", "tcp6")) {
                rows.addAll(rows(process.resolve("net").resolve(table)));
            }
            return Optional.of(ofRows(rows, own, polled));
        } catch (IOException | UncheckedIOException | DirectoryIteratorException e) {
            return Optional.empty();
        }
    }

    private static List<Row> rows(Path table) throws IOException {
        if (!Files.exists(table)) {
            return List.of();
        }
        try (var lines = Files.lines(table)) {
            return rows(lines);
        }
    }

    /// Descriptor -> what it is, as in `socket:[12345]`.
    private static Map<String, String> descriptors(Path folder) throws IOException {
        var found = new HashMap<String, String>();
        try (var descriptors = Files.newDirectoryStream(folder)) {
            for (var descriptor : descriptors) {
                found.put(descriptor.getFileName().toString(), target(descriptor));
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
    /// @param port the local one
    /// @param waiting bytes to read; connections to accept, of one that listens
    private record Row(int port, String state, int waiting, String inode) {
        /// Empty for a connection in another state, and for a line that is cut off.
        static Optional<Row> parse(String line) {
            try {
                return parse(new StringTokenizer(line));
            } catch (NoSuchElementException | NumberFormatException cutOff) {
                return Optional.empty();
            }
        }

        /// Most lines are often of connections that were closed, on a client's machine tens of
        /// thousands: these are read no further than to their state.
        private static Optional<Row> parse(StringTokenizer fields) {
            fields.nextToken(); // the number of the line
            var local = fields.nextToken();
            fields.nextToken(); // remote address
            var state = fields.nextToken();
            if (!state.equals(ESTABLISHED) && !state.equals(LISTENING)) {
                return Optional.empty(); // also the line of names
            }
            var queues = fields.nextToken();
            for (int skipped = 0; skipped < BEFORE_INODE; skipped++) {
                fields.nextToken();
            }
            return Optional.of(
                    new Row(
                            afterColon(local),
                            state,
                            afterColon(queues),
                            "socket:[" + fields.nextToken() + "]"));
        }

        /// Of two numbers in hexadecimal form, as in `0100007F:1F90`, the second.
        private static int afterColon(String pair) {
            return Integer.parseUnsignedInt(pair.substring(pair.lastIndexOf(':') + 1), 16);
        }
    }

    private static List<Row> rows(Stream<String> lines) {
        return lines.flatMap(line -> Row.parse(line).stream()).toList();
    }

    /// @param lines of the tables
    /// @param own descriptor of the process -> what it is, as in `socket:[12345]`
    /// @param polled descriptors that the process waits to read from
    static UnreadConnections count(
            List<String> lines, Map<String, String> own, Set<String> polled) {
        return ofRows(rows(lines.stream()), own, polled);
    }

    private static UnreadConnections ofRows(
            List<Row> rows, Map<String, String> own, Set<String> polled) {
        var listening =
                rows.stream()
                        .filter(row -> row.state().equals(LISTENING))
                        .filter(row -> own.containsValue(row.inode()))
                        .toList();
        var waiting = new TreeMap<Integer, Integer>(); // port -> connections to accept
        listening.forEach(row -> waiting.merge(row.port(), row.waiting(), Integer::sum));
        var accepted =
                rows.stream()
                        .filter(row -> row.state().equals(ESTABLISHED))
                        .filter(row -> !row.inode().equals(UNACCEPTED))
                        .filter(row -> waiting.containsKey(row.port()))
                        .toList();
        int unread = (int) accepted.stream().filter(row -> row.waiting() != 0).count();
        var sockets = accepted.stream().map(Row::inode).collect(Collectors.toSet());
        int unpolled =
                (int)
                        own.entrySet().stream()
                                .filter(entry -> sockets.contains(entry.getValue()))
                                .filter(entry -> !polled.contains(entry.getKey()))
                                .count();
        var ports =
                waiting.entrySet().stream()
                        .map(port ->
                                new Port(
                                        port.getKey(),
                                        (int)
                                                accepted.stream()
                                                        .filter(row -> row.port() == port.getKey())
                                                        .count(),
                                        port.getValue()))
                        .toList();
        int unaccepted = ports.stream().mapToInt(Port::unaccepted).sum();
        return new UnreadConnections(ports, unread + unaccepted, unpolled);
    }
}
