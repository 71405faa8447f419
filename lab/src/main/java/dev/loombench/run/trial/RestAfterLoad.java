package dev.loombench.run.trial;

import dev.loombench.analysis.mode.ModeBias;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.result.WorkAfterLoad;
import dev.loombench.run.server.ServerFailed;
import java.time.Duration;
import java.util.function.LongSupplier;

/// The rest of a server after its load, in which it ends what it does for requests after their
/// responses.
///
/// @param nanoTime the monotonic clock
record RestAfterLoad(LongSupplier nanoTime, Pause pause) {
    static final String NAME = "rest";

    /// The CPU use is checked over this time.
    private static final Duration PART = WorkAfterLoad.SHORTEST;

    /// Ends with the first part in which the server is idle after its work, once it was idle from
    /// the beginning for a time, or after the longest time.
    ///
    /// @param cpu of the server, without its compilers: they end by themselves
    /// @param processors mean number that the server used under load
    /// @param idle for which a server is observed that has no work at first, at least a part
    WorkAfterLoad run(CpuClock cpu, double processors, Duration idle, TrialProgress progress)
            throws InterruptedException, ServerFailed {
        double least = ModeBias.WorkWhenIdle.least(processors, 1);
        long start = nanoTime.getAsLong();
        long usedAtStart = cpu.nanos();
        long from = start;
        long used = usedAtStart;
        long idleNanos = 0;
        boolean worked = false;
        while (from - start < WorkAfterLoad.LONGEST.toNanos()) {
            progress.update("observing at rest", Duration.ofNanos(from - start), 0);
            pause.pause(NAME, PART.toNanos());
            long to = nanoTime.getAsLong();
            long usedThen = cpu.nanos();
            boolean busy = usedThen - used > least * (to - from);
            if (!busy && worked) {
                return new WorkAfterLoad(
                        processors, from - start, used - usedAtStart, true, idleNanos);
            }
            worked |= busy;
            idleNanos = worked ? idleNanos : to - start;
            from = to;
            used = usedThen;
            if (!worked && idleNanos >= idle.toNanos()) {
                break;
            }
        }
        return worked
                ? new WorkAfterLoad(processors, from - start, used - usedAtStart, false, idleNanos)
                : new WorkAfterLoad(processors, 0, 0, true, idleNanos);
    }
}
