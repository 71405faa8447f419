package dev.loombench.launch.process;

import dev.loombench.base.Loopback;
import java.io.File;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Lookup of the processes that listen on a port: a server left over from another run would respond
/// too, and invalidate the trial.
public final class ListeningPort {
    private static final List<Path> SOCKETS =
            List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

    /// The state of a row, which no other column can have: most rows are of connections that have
    /// ended, thousands after a load, and are not split.
    private static final String LISTEN = " 0A ";

    private ListeningPort() {}

    /// Whether the system shows which process listens on a port: Linux does.
    static boolean knowsProcesses() {
        return Files.isReadable(SOCKETS.getFirst());
    }

    /// Whether the process, or one that it started, listens on the port. Elsewhere than on Linux,
    /// whether any process accepts a connection there.
    static boolean isListening(ProcessHandle process, int port) throws IOException {
        if (!knowsProcesses()) {
            return Loopback.accepts(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        }
        var listening = listening(port);
        return Stream.concat(Stream.of(process), process.descendants())
                .anyMatch(owner -> hasSocket(owner.pid(), listening));
    }

    /// The processes that accept the connections to an address of this machine, of those that this
    /// user may inspect; none where there is no `/proc`.
    ///
    /// @throws IOException when the tables of sockets cannot be read
    public static List<Long> listeners(InetSocketAddress address) throws IOException {
        if (!knowsProcesses()) {
            return List.of();
        }
        var sockets = listening();
        if (sockets.containsValue(address)) {
            sockets.values().removeIf(bound -> !bound.equals(address));
        } else {
            sockets.values().removeIf(bound -> !serves(bound, address));
        }
        return owners(sockets.keySet());
    }

    /// Whether a socket may accept the connections to an address. One that is bound to all
    /// addresses of IPv4 accepts none of IPv6; in the other direction it may, and the kernel gives
    /// a connection to the socket that is bound to its own address, if there is one.
    ///
    /// @param bound where the socket listens
    static boolean serves(InetSocketAddress bound, InetSocketAddress target) {
        var address = bound.getAddress();
        boolean wildcard =
                address.isAnyLocalAddress()
                        && (address instanceof Inet6Address
                                || target.getAddress() instanceof Inet4Address);
        return bound.getPort() == target.getPort()
                && (wildcard || address.equals(target.getAddress()));
    }

    /// Whether an address is one of this machine's.
    ///
    /// @throws IOException when its interfaces cannot be read
    public static boolean isOfThisMachine(InetAddress address) throws IOException {
        return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    }

    private static List<Long> owners(Set<String> sockets) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> hasSocket(pid, sockets))
                .toList();
    }

    /// The addresses on which some processes listen, by port; none where there is no `/proc`.
    ///
    /// @throws IOException when the tables of sockets cannot be read
    static List<InetSocketAddress> addressesOf(Set<Long> pids) throws IOException {
        return listening().entrySet().stream()
                .filter(socket ->
                        pids.stream().anyMatch(pid -> hasSocket(pid, Set.of(socket.getKey()))))
                .map(Map.Entry::getValue)
                .sorted(Comparator.comparingInt(InetSocketAddress::getPort))
                .toList();
    }

    /// The sockets that listen on the port, by their names in a process's table.
    private static Set<String> listening(int port) throws IOException {
        var sockets = listening();
        sockets.values().removeIf(bound -> bound.getPort() != port);
        return sockets.keySet();
    }

    /// All listening sockets, by their names in a process's table, and their addresses.
    private static Map<String, InetSocketAddress> listening() throws IOException {
        var sockets = new HashMap<String, InetSocketAddress>();
        for (var table : SOCKETS) {
            if (Files.isReadable(table)) {
                for (var line : Files.readAllLines(table)) {
                    if (line.contains(LISTEN)) {
                        var row = line.strip().split("\\s+", -1);
                        sockets.put("socket:[" + row[9] + "]", address(row[1]));
                    }
                }
            }
        }
        return sockets;
    }

    /// Words of four bytes in the order of this machine, then the port.
    ///
    /// @param text as in `0100007F:1F90`
    static InetSocketAddress address(String text) throws UnknownHostException {
        int colon = text.indexOf(':');
        var bytes = ByteBuffer.wrap(HexFormat.of().parseHex(text.substring(0, colon)));
        var address = ByteBuffer.allocate(bytes.capacity()).order(ByteOrder.nativeOrder());
        while (bytes.hasRemaining()) {
            address.putInt(bytes.getInt());
        }
        return new InetSocketAddress(
                InetAddress.getByAddress(address.array()),
                Integer.parseInt(text.substring(colon + 1), 16));
    }

    private static boolean hasSocket(long pid, Set<String> sockets) {
        var table = new File("/proc/" + pid + "/fd");
        var descriptors = table.list();
        return descriptors != null
                && Arrays.stream(descriptors)
                        .flatMap(name -> target(table.toPath().resolve(name)).stream())
                        .anyMatch(sockets::contains);
    }

    /// Empty for a descriptor that was closed after the table was listed.
    private static Optional<String> target(Path descriptor) {
        try {
            return Optional.of(Files.readSymbolicLink(descriptor).toString());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
