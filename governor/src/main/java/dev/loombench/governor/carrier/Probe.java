package dev.loombench.governor.carrier;

import org.jspecify.annotations.Nullable;

/// A virtual thread that does nothing: how long it waits for a carrier is what any newcomer waits.
final class Probe {
    private static final long NOT_YET = Long.MIN_VALUE;

    private final long came = System.nanoTime();
    private final int mounted;
    private final long queued;
    private boolean drained;
    private long cpu;
    private volatile long ran = NOT_YET;

    private Probe(int mounted, long queued) {
        this.mounted = mounted;
        this.queued = queued;
    }

    /// @param queued virtual threads that wait now
    static Probe start(int mounted, long queued) {
        var probe = new Probe(mounted, queued);
        var unused = Thread.ofVirtual().name("governor-probe").start(probe::run);
        return probe;
    }

    private void run() {
        ran = System.nanoTime();
    }

    boolean waits() {
        return ran == NOT_YET;
    }

    static boolean isWaiting(@Nullable Probe probe) {
        return probe != null && probe.waits();
    }

    /// How long it has waited, or did, in ns.
    long waitedUntil(long now) {
        return (waits() ? now : Math.min(ran, now)) - came;
    }

    /// @param since the look before, on the clock of `System.nanoTime`
    /// @param nowQueued virtual threads that wait now, itself left out
    SchedulerSample.ProbeResult.Waited waited(
            long since, long now, long nowQueued, SchedulerSample.Activity activity) {
        drained |= nowQueued < queued;
        cpu += activity instanceof SchedulerSample.Activity.Times times ? times.cpuNanos() : 0;
        long until = waits() ? now : Math.min(ran, now);
        long from = Math.max(since, came);
        return new SchedulerSample.ProbeResult.Waited(
                Math.max(0, until - from), until - came, mounted + queued, cpu, drained, activity);
    }
}
