package dev.loombench.run.trial.slice;

import dev.loombench.base.Window;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.run.server.ServerFailed;
import java.time.Duration;
import java.util.function.LongSupplier;

/// The rest of a server after its last slice, in which it ends what it does later, and then shows
/// what it does when it is idle.
///
/// @param idle the second of it in which the server used the least CPU time
/// @param endNanos its end
public record LastRest(Window idle, long endNanos) {
    private static final String NAME = "rest";

    /// The time after the last slice in which a server ends most of what it does later.
    private static final Duration LAST_WORK = Duration.ofMillis(500);

    /// The time over which an idle server is observed, with its work once a second.
    private static final Duration IDLE = Duration.ofSeconds(1);

    /// A server that is busy so long has work of its own, or work later than can be waited for.
    private static final int MOST = 10;

    /// Ends with the first second in which the server is idle, or after ten. A gap between two
    /// waves of late work is such a second: the level is right, and the work after it is missing.
    /// What the server did in its rests shows such work then.
    ///
    /// @param cpu of the server
    /// @param cores mean number of processors below which it counts as idle
    /// @param sample samples the server
    public static LastRest of(
            CpuClock cpu, double cores, Runnable sample, LongSupplier nanoTime, Pause pause)
            throws InterruptedException, ServerFailed {
        pause.pause(NAME, LAST_WORK.toNanos());
        sample.run();
        var rest = new Seconds(cpu, sample, nanoTime, pause);
        var idle = rest.next();
        var last = idle;
        for (int seconds = 1; seconds < MOST && idle.cores() > cores; seconds++) {
            last = rest.next();
            idle = last.cores() < idle.cores() ? last : idle;
        }
        return new LastRest(idle.window(), last.window().endNanos());
    }

    /// @param cores mean number of processors that the server used
    private record Second(Window window, double cores) {}

    /// One second of the rest after another.
    private static final class Seconds {
        private final CpuClock cpu;
        private final Runnable sample;
        private final LongSupplier nanoTime;
        private final Pause pause;
        private long start;
        private long used;

        Seconds(CpuClock cpu, Runnable sample, LongSupplier nanoTime, Pause pause) {
            this.cpu = cpu;
            this.sample = sample;
            this.nanoTime = nanoTime;
            this.pause = pause;
            start = nanoTime.getAsLong();
            used = cpu.nanos();
        }

        Second next() throws InterruptedException, ServerFailed {
            pause.pause(NAME, IDLE.toNanos());
            sample.run();
            var window = new Window(start, nanoTime.getAsLong());
            long usedThen = cpu.nanos();
            double cores = (usedThen - used) / (double) window.nanos();
            start = window.endNanos();
            used = usedThen;
            return new Second(window, cores);
        }
    }
}
