package dev.loombench.observe.perf;

import java.util.Optional;

/// The check whether the events covered all threads, from the first edge of a window to the last:
/// the context switches and the CPU time that they counted are compared with the kernel's account
/// of the processes. A thread without events makes both low.
///
/// Not thread-safe.
final class CoverageCheck {
    private static final double MIN_SHARE = 0.97;

    /// Time that interrupts and the hypervisor took while a thread ran is counted by the events
    /// only.
    private static final double MAX_SHARE = 1.10;

    /// The account of ended children has steps of 10 ms, and a sample takes some milliseconds.
    private static final long RESOLUTION_NANOS = 20_000_000;

    /// Switches between the two readings of a sample.
    private static final long RESOLUTION_SWITCHES = 100;

    /// The time in which the kernel changes threads is in its account, but in no event: 1 us where
    /// two threads wake each other, 6 us where the processor was idle (virtual machine).
    private static final long MAX_SWITCH_NANOS = 10_000;

    /// At most this share of the CPU time may be missing for that reason.
    private static final double MAX_SWITCHING = 0.25;

    private Optional<Edge> first = Optional.empty();
    private Optional<Edge> last = Optional.empty();

    private record Edge(
            long countedNanos, long usedNanos, long countedSwitches, long knownSwitches) {
        Edge minus(Edge other) {
            return new Edge(
                    countedNanos - other.countedNanos,
                    usedNanos - other.usedNanos,
                    countedSwitches - other.countedSwitches,
                    knownSwitches - other.knownSwitches);
        }
    }

    /// Adds an edge of a window. All values are sums since any time.
    ///
    /// @param countedNanos CPU time by the events
    /// @param usedNanos CPU time by the kernel's account
    /// @param countedSwitches context switches by the events; 0 where they do not count them
    /// @param knownSwitches context switches by the kernel's account, which loses some of threads
    ///   that have ended
    void addEdge(long countedNanos, long usedNanos, long countedSwitches, long knownSwitches) {
        last = Optional.of(new Edge(countedNanos, usedNanos, countedSwitches, knownSwitches));
        if (first.isEmpty()) {
            first = last;
        }
    }

    /// The reason why the counts are not valid; empty when they are, and with fewer than two edges.
    Optional<String> failure() {
        if (first.isEmpty() || last.isEmpty()) {
            return Optional.empty();
        }
        var growth = last.get().minus(first.get());
        boolean switchesCounted = last.get().countedSwitches > 0;
        if (switchesCounted
                && growth.countedSwitches + RESOLUTION_SWITCHES
                        < MIN_SHARE * growth.knownSwitches) {
            return Optional.of(
                    "the events counted %d of %d context switches: they do not cover all threads"
                            .formatted(growth.countedSwitches, growth.knownSwitches));
        }
        long switches = switchesCounted ? growth.countedSwitches : growth.knownSwitches;
        double switching =
                Math.min((double) (MAX_SWITCH_NANOS * switches), MAX_SWITCHING * growth.usedNanos);
        boolean covered =
                growth.countedNanos + RESOLUTION_NANOS + switching >= MIN_SHARE * growth.usedNanos
                        && growth.countedNanos <= MAX_SHARE * growth.usedNanos + RESOLUTION_NANOS;
        return covered
                ? Optional.empty()
                : Optional.of(
                        "the events counted %.1f %% of the CPU time: they do not cover all threads, or threads start and end all the time"
                                .formatted(
                                        100.0
                                                * growth.countedNanos
                                                / Math.max(1, growth.usedNanos)));
    }
}
