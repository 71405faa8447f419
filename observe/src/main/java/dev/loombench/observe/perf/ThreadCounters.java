package dev.loombench.observe.perf;

import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.perf.PerfCalls.Count;
import dev.loombench.observe.perf.PerfSupport.Support;
import dev.loombench.observe.proc.ProcessTree;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// Counts of performance events over a process tree: one event per thread that was alive when they
/// were opened. Threads and processes that start later are counted by the event of the thread that
/// started them, and those that have ended stay counted.
///
/// A thread that starts while the events are opened is counted by the event of its creator, or not
/// at all if its creator had no event yet; which of the two is unknown, and opening another event
/// could count it twice. The events are therefore opened again until no thread has started
/// meanwhile. Where threads start all the time, the last attempt stays, and those few threads may
/// be missing: their share is the reader's to check, by the CPU time that is counted.
///
/// Cost per event and reading: one system call. Not thread-safe.
final class ThreadCounters implements AutoCloseable {
    private static final int MAX_ATTEMPTS = 20;
    private static final long PAUSE_NANOS = 5_000_000;

    private final PerfCalls calls = new PerfCalls();
    private final PerfSupport support;
    private final DescriptorBudget budget;
    private final Map<PerfEvent, List<Integer>> descriptors = new EnumMap<>(PerfEvent.class);
    private long taken;

    /// Thrown when the events of a process cannot be opened.
    static final class NotOpened extends Exception {
        private static final long serialVersionUID = 1L;

        NotOpened(String reason) {
            super(reason);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }

    private ThreadCounters(PerfSupport support, DescriptorBudget budget) {
        this.support = support;
        this.budget = budget;
        for (var event : PerfEvent.values()) {
            if (support.of(event) instanceof Support.Counted) {
                descriptors.put(event, new ArrayList<>());
            }
        }
    }

    /// Starts counting all supported events.
    ///
    /// @param budget of the file descriptors, which are given back at the end
    /// @throws ProcessEndedException when the process has ended
    static ThreadCounters open(ProcessTree tree, PerfSupport support, DescriptorBudget budget)
            throws NotOpened {
        var counters = new ThreadCounters(support, budget);
        try {
            counters.open(tree);
            return counters;
        } catch (NotOpened | ProcessEndedException e) {
            counters.close();
            throw e;
        }
    }

    private void open(ProcessTree tree) throws NotOpened {
        for (int attempt = 1; ; attempt++) {
            var threads = tree.threads();
            takeDescriptors((long) threads.size() * descriptors.size());
            for (var thread : threads) {
                open(thread);
            }
            if (attempt == MAX_ATTEMPTS || threads.containsAll(tree.threads())) {
                return;
            }
            closeEvents();
            LockSupport.parkNanos(attempt * PAUSE_NANOS);
        }
    }

    private void takeDescriptors(long needed) throws NotOpened {
        if (!budget.take(needed)) {
            throw new NotOpened(
                    "the events of all threads need %d file descriptors, and %d are left; raise the limit with ulimit -n"
                            .formatted(needed, budget.left()));
        }
        taken = needed;
    }

    private void open(int thread) throws NotOpened {
        for (var event : descriptors.entrySet()) {
            int fd = calls.open(event.getKey(), thread, userOnly(event.getKey()));
            if (fd >= 0) {
                event.getValue().add(fd);
            } else if (-fd != PerfRefusal.ESRCH) { // a thread that has ended counts no more
                throw new NotOpened(PerfRefusal.of(-fd, OptionalLong.empty()).message());
            }
        }
    }

    private boolean userOnly(PerfEvent event) {
        return support.of(event) instanceof Support.Counted(var userOnly) && userOnly;
    }

    /// The events that are counted.
    Set<PerfEvent> events() {
        return new HashSet<>(descriptors.keySet());
    }

    /// The counts of all threads since they were opened.
    Count read(PerfEvent event) {
        return descriptors.getOrDefault(event, List.of()).stream()
                .map(calls::read)
                .reduce(new Count(0, 0, 0), Count::plus);
    }

    private void closeEvents() {
        for (var fds : descriptors.values()) {
            fds.forEach(calls::close);
            fds.clear();
        }
        budget.giveBack(taken);
        taken = 0;
    }

    @Override
    public void close() {
        closeEvents();
        calls.close();
    }
}
