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

    /// The CPU use is checked over this time: work in batches mostly comes more often.
    private static final Duration PART = Duration.ofMillis(500);

    /// Ends with the first part in which the server is idle, or after the longest time.
    ///
    /// @param cpu of the server, without its compilers: they end by themselves
    /// @param processors mean number that the server used under load
    WorkAfterLoad run(CpuClock cpu, double processors, TrialProgress progress)
            throws InterruptedException, ServerFailed {
        double idle = ModeBias.WorkWhenIdle.least(processors, 1);
        long start = nanoTime.getAsLong();
        long usedAtStart = cpu.nanos();
        long from = start;
        long used = usedAtStart;
        while (from - start < WorkAfterLoad.LONGEST.toNanos()) {
            progress.update("observing at rest", Duration.ofNanos(from - start), 0);
            pause.pause(NAME, PART.toNanos());
            long to = nanoTime.getAsLong();
            long usedThen = cpu.nanos();
            if (usedThen - used <= idle * (to - from)) {
                return new WorkAfterLoad(processors, from - start, used - usedAtStart, true);
            }
            from = to;
            used = usedThen;
        }
        return new WorkAfterLoad(processors, from - start, used - usedAtStart, false);
    }
}
