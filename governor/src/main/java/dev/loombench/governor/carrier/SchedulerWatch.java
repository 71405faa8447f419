package dev.loombench.governor.carrier;

import org.jspecify.annotations.Nullable;

/// Looks at the scheduler, with a probe where no carrier is seen free. Used by one thread.
///
/// A look costs three reads of the management bean, a few microseconds; the carriers' times are
/// read, and a probe is started, only while somebody waits.
final class SchedulerWatch implements AutoCloseable {
    private final Scheduler scheduler;
    private final CarrierTimes times;
    private @Nullable Probe probe;
    private long last = System.nanoTime();

    SchedulerWatch(Scheduler scheduler, CarrierTimes times) {
        this.scheduler = scheduler;
        this.times = times;
    }

    Look look() {
        long now = System.nanoTime();
        int parallelism = scheduler.parallelism();
        int mounted = scheduler.mounted();
        long queued = Math.max(0, scheduler.queued() - (Probe.isWaiting(probe) ? 1 : 0));
        var wait = howTheProbeFares(now, mounted, queued);
        if (probe == null && (mounted >= parallelism || queued > 0)) {
            if (wait instanceof Look.Newcomer.NotTried) {
                var unused = activity(now, mounted); // from here on it counts
            }
            probe = Probe.start(mounted, queued);
        }
        last = now;
        return new Look(now, parallelism, mounted, queued, wait);
    }

    private Look.Newcomer howTheProbeFares(long now, int mounted, long queued) {
        var current = probe;
        if (current == null) {
            return new Look.Newcomer.NotTried();
        }
        boolean waits = current.waits();
        var waited = current.waited(last, now, queued, activity(now, mounted));
        if (!waits) {
            probe = null;
        }
        return waited;
    }

    private Look.Activity activity(long now, int mounted) {
        return times.since(now, mounted, scheduler.carriers());
    }

    @Override
    public void close() {
        times.close();
    }
}
