package dev.loombench.agent.link;

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
final class Strangers {
    /// Of one address: until the deadline of each, more than that are no mistake.
    static final int MOST_OF_ADDRESS = 2_000;

    static final int MOST = 8_000;

    /// Each connection and its address, the oldest first.
    private final Map<Socket, InetAddress> all = new LinkedHashMap<>();

    private final Map<InetAddress, ArrayDeque<Socket>> byAddress = new HashMap<>();

    /// @return the connection that makes room for it: the oldest of its address, or of all
    synchronized Optional<Socket> add(Socket socket) {
        var address = socket.getInetAddress();
        var same = byAddress.getOrDefault(address, new ArrayDeque<>());
        Optional<Socket> oldest = Optional.empty();
        if (same.size() >= MOST_OF_ADDRESS) {
            oldest = Optional.of(same.getFirst());
        } else if (all.size() >= MOST) {
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
