package dev.loombench.run.trial;

import dev.loombench.analysis.mode.ModeBias;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.result.WorkAfterLoad;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.trial.slice.Pause;
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

    /// Ends with a part in which the server is idle: the first one once it was observed for a time,
    /// or had work after it was idle; or after the longest time. The last responses are work at
    /// first.
    ///
    /// @param cpu of the server, without its compilers: they end by themselves
    /// @param processors mean number that the server used under load
    /// @param least for which it is observed, at least a part
    WorkAfterLoad run(CpuClock cpu, double processors, Duration least, TrialProgress progress)
            throws InterruptedException, ServerFailed {
        double idle = ModeBias.WorkWhenIdle.least(processors, 1);
        long start = nanoTime.getAsLong();
        long usedAtStart = cpu.nanos();
        long from = start;
        long used = usedAtStart;
        long began = start;
        long ended = start;
        long usedAtEnd = usedAtStart;
        while (from - start < WorkAfterLoad.LONGEST.toNanos()) {
            progress.update("observing at rest", Duration.ofNanos(from - start), 0);
            pause.pause(NAME, PART.toNanos());
            long to = nanoTime.getAsLong();
            long usedThen = cpu.nanos();
            if (usedThen - used > idle * (to - from)) {
                began = ended == from ? began : from;
                ended = to;
                usedAtEnd = usedThen;
            } else if (to - start >= least.toNanos() || began > start) {
                from = to;
                break;
            }
            from = to;
            used = usedThen;
        }
        return new WorkAfterLoad(
                processors,
                ended - start,
                usedAtEnd - usedAtStart,
                ended < from || ended == start,
                began - start,
                from - start);
    }
}
