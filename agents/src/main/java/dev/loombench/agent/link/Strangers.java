package dev.loombench.agent.link;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Connections that have not introduced themselves, in order of time. Thread-safe.
///
/// Each has a file descriptor, of which this process has a limited number. They take at most half
/// of them, so that one is left to accept each next connection, which may be that of a controller.
final class Strangers {
    /// Until the deadline of each, more than that are no mistake.
    private static final int MOST = 8_000;

    /// All of one address take at most a fourth of the places.
    private static final int ADDRESSES = 4;

    private final int most;
    private final int mostOfAddress;

    /// Each connection and its address, the oldest first.
    private final Map<Socket, InetAddress> all = new LinkedHashMap<>();

    private final Map<InetAddress, ArrayDeque<Socket>> byAddress = new HashMap<>();

    /// @param most number of them, at least 1; a fourth of it is the most of one address
    Strangers(int most) {
        this.most = most;
        mostOfAddress = Math.max(1, most / ADDRESSES);
    }

    /// The most of them in this process.
    static int most() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof UnixOperatingSystemMXBean unix
                ? most(unix.getMaxFileDescriptorCount())
                : MOST;
    }

    /// @param descriptors that this process may have
    static int most(long descriptors) {
        return Math.clamp(descriptors / 2, 1, MOST);
    }

    /// @return the connection that makes room for it: the oldest of its address, or of all
    synchronized Optional<Socket> add(Socket socket) {
        var address = socket.getInetAddress();
        var same = byAddress.getOrDefault(address, new ArrayDeque<>());
        Optional<Socket> oldest = Optional.empty();
        if (same.size() >= mostOfAddress) {
            oldest = Optional.of(same.getFirst());
        } else if (all.size() >= most) {
            oldest = Optional.of(all.keySet().iterator().next());
        }
        oldest.ifPresent(this::remove);
        all.put(socket, address);
        byAddress.computeIfAbsent(address, _ -> new ArrayDeque<>()).addLast(socket);
        return oldest;
    }

    /// @return whether it was one of them
    synchronized boolean remove(Socket socket) {
        var address = all.remove(socket);
        if (address == null) {
            return false;
        }
        byAddress.computeIfPresent(
                address,
                (_, sockets) -> {
                    sockets.remove(socket);
                    return sockets.isEmpty() ? null : sockets;
                });
        return true;
    }

    synchronized List<Socket> removeAll() {
        var removed = new ArrayList<>(all.keySet());
        all.clear();
        byAddress.clear();
        return removed;
    }
}
