package dev.loombench.governor.carrier;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Looks at the scheduler, with a probe where every carrier has a virtual thread. Used by one
/// thread.
///
/// A queue while a carrier is free does not call for a probe: the carrier is being woken, and on a
/// busy machine that takes long.
///
/// A look costs three reads of the management bean, a few microseconds; a probe is started only
/// where every carrier has a virtual thread, and the carriers' times are read only where it waits
/// for long enough to be noticed, or every 5 s. Turns are counted only where they look long.
final class SchedulerSampler implements AutoCloseable {
    /// After that long the JDK lets idle carriers go: their accounts must not be kept open.
    private static final long IDLE_CARRIERS_GO = 30_000_000_000L;

    private static final long WAKE = 1_000_000_000;
    private static final long EXAMINE = 5_000_000_000L;

    private final Scheduler scheduler;
    private final int found;
    private final CarrierCpuTimes times;
    private final List<Probe> abandoned = new ArrayList<>();
    private @Nullable Probe probe;
    private int probeParallelism;
    private int allowed;
    private long raisedAt;
    private boolean counting;
    private OptionalLong turnsBefore = OptionalLong.empty();
    private long cpuBefore;
    private long last = System.nanoTime();
    private long askedAt = last;
    private long examinedAt = last;

    /// Everything is asked once for nothing: the first time takes tens of milliseconds, and more
    /// where hogs have the CPUs, which is when it is needed in a hurry.
    SchedulerSampler(Scheduler scheduler, CarrierCpuTimes times) {
        this.scheduler = scheduler;
        this.found = scheduler.parallelism();
        this.allowed = found;
        this.raisedAt = last - WAKE;
        this.times = times;
        var unused = scheduler.turns();
        var unusedToo = times.since(last, scheduler.parallelism(), scheduler.carriers());
    }

    SchedulerSample look() {
        long now = System.nanoTime();
        int parallelism = scheduler.parallelism();
        int mounted = scheduler.mounted();
        long queued = Math.max(0, scheduler.queued() - waitingProbes());
        var newcomer = howTheProbeFares(now, parallelism, queued);
        wake(now, parallelism, mounted, queued);
        boolean begins = probe == null && mounted >= parallelism;
        if (begins) {
            if (newcomer instanceof SchedulerSample.ProbeResult.NotTried) {
                var unused = activity(now, parallelism); // from here on it counts
            }
            probe = Probe.start(mounted, queued);
            probeParallelism = parallelism;
        }
        if (now - askedAt >= IDLE_CARRIERS_GO) {
            times.forget();
            counting = false;
        }
        last = now;
        var look = counted(new SchedulerSample(now, parallelism, mounted, queued, newcomer));
        if (begins) {
            turnsBefore = OptionalLong.empty(); // the CPU that goes with them was the last probe's
        }
        return look;
    }

    /// Carriers may serve each its own queue for as long as that lasts, and the probe, which came
    /// to another, waits however short the turns are: before they are called long, they are
    /// counted.
    private SchedulerSample counted(SchedulerSample look) {
        if (!(look.newcomer() instanceof SchedulerSample.ProbeResult.Waited waited)
                || !(CarrierState.of(look) instanceof CarrierState.Monopolized)) {
            turnsBefore = OptionalLong.empty();
            return look;
        }
        var turns = scheduler.turns();
        if (turns.isEmpty()) {
            return look;
        }
        boolean first = turnsBefore.isEmpty();
        var seen =
                first
                        ? waited.with(new SchedulerSample.Activity.NotYet())
                        : waited.with(
                                turns.getAsLong() - turnsBefore.getAsLong(),
                                waited.cpuNanos() - cpuBefore);
        if (first) {
            turnsBefore = turns;
            cpuBefore = waited.cpuNanos();
        }
        return look.with(seen);
    }

    /// To allow more carriers wakes none: the JDK wakes one when the next virtual thread comes, and
    /// where all are blocked there may be no next one. So as many come that do nothing, for a
    /// second and where others queue.
    private void wake(long now, int parallelism, int mounted, long queued) {
        raisedAt = parallelism > allowed ? now : raisedAt;
        allowed = parallelism;
        if (now - raisedAt < WAKE) {
            for (long i = Math.min(queued, parallelism - mounted); i > 0; i--) {
                abandoned.add(Probe.start(mounted, queued));
            }
        }
    }

    /// Those that prove nothing any more still queue until a carrier takes them.
    private long waitingProbes() {
        abandoned.removeIf(old -> !old.waits());
        return abandoned.size() + (Probe.isWaiting(probe) ? 1L : 0);
    }

    /// A probe proves nothing once the number of carriers has changed: some are on their way.
    private SchedulerSample.ProbeResult howTheProbeFares(long now, int parallelism, long queued) {
        var current = probe;
        if (current == null) {
            return new SchedulerSample.ProbeResult.NotTried();
        }
        boolean waits = current.waits();
        if (!waits || parallelism != probeParallelism) {
            probe = null;
        }
        if (waits && parallelism != probeParallelism) {
            abandoned.add(current);
        }
        if (parallelism != probeParallelism) {
            counting = false;
            return new SchedulerSample.ProbeResult.NotTried();
        }
        if (!waits && current.waitedUntil(now) < CarrierState.NOTICED_NANOS) {
            return current.waited(last, now, queued, examined(now, parallelism));
        }
        return current.waited(last, now, queued, activity(now, parallelism));
    }

    /// Where there are more carriers than were found and newcomers get through, the carriers may be
    /// many because they block, or because they once did and now compute: every 5 s they are asked,
    /// from one look to the next.
    private SchedulerSample.Activity examined(long now, int parallelism) {
        if (parallelism <= found || now - examinedAt < EXAMINE) {
            counting = false;
            return new SchedulerSample.Activity.NotYet();
        }
        var activity = activity(now, parallelism);
        if (!(activity instanceof SchedulerSample.Activity.NotYet)) {
            examinedAt = now;
            counting = false;
        }
        return activity;
    }

    /// What the carriers did before somebody waited is of no interest: the first reading only
    /// begins to count.
    private SchedulerSample.Activity activity(long now, int occupied) {
        askedAt = now;
        var activity = times.since(now, occupied, scheduler.carriers());
        boolean counted = counting;
        counting = true;
        return counted || activity instanceof SchedulerSample.Activity.Unknown
                ? activity
                : new SchedulerSample.Activity.NotYet();
    }

    @Override
    public void close() {
        times.close();
    }
}
