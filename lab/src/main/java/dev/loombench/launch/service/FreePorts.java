package dev.loombench.launch.service;

import dev.loombench.launch.limit.HostLimits;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/// Ports for services, which listen some time after theirs is chosen: until then the kernel may
/// give it to a connection or to another listener, unless it lies outside its [own
/// range][HostLimits#localPorts()]. Where that leaves too few, one of its range is better than
/// none. Thread-safe.
final class FreePorts {
    /// Above the ports of most programs, and below the kernel's range on Linux, macOS and Windows
    /// as they come, and those that a node of Kubernetes forwards to its services, on loopback too,
    /// while nothing listens on them (30000 to 32767).
    private static final HostLimits.PortRange CHOICE = new HostLimits.PortRange(20_000, 29_999);

    /// So that two labs seldom choose the same one within the start of a service.
    private static final int ENOUGH = 2_000;

    private static final int ATTEMPTS = 100;

    /// By the kernel.
    private static final int ANY = 0;

    private final Set<Integer> given = new HashSet<>();
    private final int choices;

    FreePorts(HostLimits limits) {
        int before = limits.localPorts().map(HostLimits.PortRange::first).orElse(Integer.MAX_VALUE);
        choices = Math.min(before, CHOICE.last() + 1) - CHOICE.first();
    }

    /// One that no process listens on now, and that was not given before.
    ///
    /// @throws IOException when no port can be bound
    synchronized int next() throws IOException {
        for (int attempt = 0; choices >= ENOUGH && attempt < ATTEMPTS; attempt++) {
            int port = CHOICE.first() + ThreadLocalRandom.current().nextInt(choices);
            if (!given.contains(port) && isFree(port)) {
                given.add(port);
                return port;
            }
        }
        while (true) {
            try (var probe = new ServerSocket(ANY, 1)) {
                if (given.add(probe.getLocalPort())) {
                    return probe.getLocalPort();
                }
            }
        }
    }

    /// Whether nothing listens on it, on any address: a service may listen on all. Elsewhere than
    /// on Linux a socket for all does not show that another has the loopback address.
    static boolean isFree(int port) throws IOException {
        try {
            new ServerSocket(port, 1).close();
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            return true;
        } catch (BindException taken) {
            return false;
        }
    }
}
