package dev.loombench.cli.load;

import dev.loombench.launch.process.ListeningPort;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.proc.StoppedTime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.List;
import java.util.OptionalLong;

/// The process that a load reaches, where it runs on this machine and its user may look at it, and
/// how long it was stopped by a signal or a debugger.
///
/// Where several listen on the port, all of them have to be stopped. One that ends shows in errors.
final class LocalServer {
    private static final long LOOK_NANOS = 100_000_000;

    private final List<Long> pids;
    private final StoppedTime stopped = new StoppedTime();
    private long nextLook = System.nanoTime();

    private LocalServer(List<Long> pids) {
        this.pids = pids;
    }

    /// @throws IOException when the machine's sockets or interfaces cannot be read
    static LocalServer at(InetSocketAddress target) throws IOException {
        boolean here =
                target.getAddress().isLoopbackAddress()
                        || NetworkInterface.getByInetAddress(target.getAddress()) != null;
        return new LocalServer(here ? ListeningPort.holders(target.getPort()) : List.of());
    }

    /// Takes note of its state, at most every 100 ms.
    void look() {
        long now = System.nanoTime();
        if (pids.isEmpty() || now - nextLook < 0) {
            return;
        }
        nextLook = now + LOOK_NANOS;
        stopped.sample(pids.stream().allMatch(LocalServer::isStopped), now);
    }

    private static boolean isStopped(long pid) {
        try {
            return StoppedTime.isStopped(pid);
        } catch (ProcessEndedException gone) {
            return false;
        }
    }

    /// Time in which it was stopped; empty where no such process is known.
    OptionalLong stoppedNanos() {
        return pids.isEmpty() ? OptionalLong.empty() : OptionalLong.of(stopped.totalNanos());
    }
}
