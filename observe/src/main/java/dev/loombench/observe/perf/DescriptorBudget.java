package dev.loombench.observe.perf;

/// The file descriptors of this process that counters may use: those that neither connections nor
/// anything else will need, also connections that are opened later. All servers of an interleaved
/// block share it. Thread-safe.
final class DescriptorBudget {
    /// Descriptors that the lab uses for anything but connections and counters.
    private static final long OTHERS = 256;

    private final long total;
    private long used;

    /// @param limit number of file descriptors that this process may have open
    /// @param connections that the load generator may open, to all servers that are alive at once
    DescriptorBudget(long limit, long connections) {
        total = Math.max(0, limit - OTHERS - connections);
    }

    /// @return false when fewer are left, and none is taken
    synchronized boolean take(long descriptors) {
        if (descriptors > left()) {
            return false;
        }
        used += descriptors;
        return true;
    }

    synchronized void giveBack(long descriptors) {
        used -= descriptors;
    }

    synchronized long left() {
        return total - used;
    }
}
