package dev.loombench.run.trial;

import dev.loombench.observe.proc.CpuClock;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.trial.slice.Pause;
import java.time.Duration;
import java.util.function.LongSupplier;

/// The time between the warm-up of an interleaved block and its first slice, without load: the
/// compilers of a server complete what its warm-up has queued, which would otherwise take CPU from
/// the servers that are measured in turn with it.
///
/// @param nanoTime the monotonic clock
record SettlingAtRest(LongSupplier nanoTime, Pause pause) {
    private static final String NAME = "rest";

    /// Enough for what the compilers have queued, not for a server that always has background work.
    private static final Duration MAX = Duration.ofSeconds(5);

    /// The CPU use is checked over this time: a compiler's pause between two methods is shorter.
    private static final Duration INTERVAL = Duration.ofMillis(250);

    /// Mean number of processors below which a server counts as idle.
    private static final double IDLE_CORES = 0.05;

    /// Ends once the server is idle, or after the longest time.
    ///
    /// @param cpu of the server, which has no load
    void run(CpuClock cpu, TrialProgress progress) throws InterruptedException, ServerFailed {
        long start = nanoTime.getAsLong();
        long from = start;
        long used = cpu.nanos();
        while (from - start < MAX.toNanos()) {
            progress.update("settling at rest", Duration.ofNanos(from - start), 0);
            pause.pause(NAME, INTERVAL.toNanos());
            long to = nanoTime.getAsLong();
            long usedThen = cpu.nanos();
            if (usedThen - used <= IDLE_CORES * (to - from)) {
                return;
            }
            from = to;
            used = usedThen;
        }
    }
}
