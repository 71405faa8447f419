package dev.loombench.cli.load;

import dev.loombench.launch.process.ListeningPort;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.proc.StoppedTime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.OptionalLong;

/// The process that listens on the target of a load, if it runs on this machine and is readable for
/// the user, and the time in which a signal or a debugger had stopped it.
///
/// Several listening processes count as stopped when all of them are. A process that ends shows in
/// errors.
final class LoadedProcess {
    private static final long SAMPLE_INTERVAL_NANOS = 100_000_000;

    private final List<Long> pids;
    private final StoppedTime stopped = new StoppedTime();
    private long nextSample = System.nanoTime();

    private LoadedProcess(List<Long> pids) {
        this.pids = pids;
    }

    /// @throws IOException when the machine's sockets or interfaces cannot be read
    static LoadedProcess at(InetSocketAddress target) throws IOException {
        boolean here = ListeningPort.isOfThisMachine(target.getAddress());
        return new LoadedProcess(here ? ListeningPort.listeners(target) : List.of());
    }

    /// Samples the state of the process, at most every 100 ms.
    void sample() {
        long now = System.nanoTime();
        if (pids.isEmpty() || now - nextSample < 0) {
            return;
        }
        nextSample = now + SAMPLE_INTERVAL_NANOS;
        stopped.sample(pids.stream().allMatch(LoadedProcess::isStopped), now);
    }

    private static boolean isStopped(long pid) {
        try {
            return StoppedTime.isStopped(pid);
        } catch (ProcessEndedException gone) {
            return false;
        }
    }

    /// Time in which the server was stopped; empty where its process is unknown.
    OptionalLong stoppedNanos() {
        return pids.isEmpty() ? OptionalLong.empty() : OptionalLong.of(stopped.totalNanos());
    }
}
