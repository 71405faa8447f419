package dev.loombench.observe.perf;

import dev.loombench.observe.perf.PerfCalls.Count;

/// The sum of an event over time, scaled where the event shared a counter with others.
///
/// Each growth of the value is scaled to the time for which it stands: `total += dValue * dEnabled
/// / dRunning`. A period in which the event was not counted at all is added to the next; without a
/// next it is in the share alone.
///
/// Source: perf_event_open(2), *time_enabled*.
///
/// Not thread-safe.
final class MultiplexedSum {
    /// Up to which the total stands.
    private Count last = new Count(0, 0, 0);

    private Count latest = last;
    private double total;

    /// @param now the counts of all threads since they were opened
    /// @return the scaled sum since the start
    long update(Count now) {
        latest = now;
        long running = now.runningNanos() - last.runningNanos();
        if (running > 0) {
            total +=
                    (double) (now.value() - last.value())
                            * (now.enabledNanos() - last.enabledNanos())
                            / running;
            last = now;
        }
        return Math.round(total);
    }

    /// Share of the time in which the event was counted, 0..1: 0 where it never had a counter,
    /// whose total of 0 is none.
    double countedShare() {
        return latest.enabledNanos() == 0
                ? 1
                : (double) latest.runningNanos() / latest.enabledNanos();
    }
}
