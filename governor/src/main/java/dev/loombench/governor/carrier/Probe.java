package dev.loombench.governor.carrier;

/// A virtual thread that does nothing: its waiting time for a carrier is that of any new thread.
final class Probe {
    private static final long NOT_RUN = Long.MIN_VALUE;

    private final long startedAt = System.nanoTime();
    private final int mounted;
    private final long queued;
    private boolean drained;
    private long cpu;
    private volatile long ranAt = NOT_RUN;

    private Probe(int mounted, long queued) {
        this.mounted = mounted;
        this.queued = queued;
    }

    /// @param queued virtual threads that wait for a carrier now
    static Probe start(int mounted, long queued) {
        var probe = new Probe(mounted, queued);
        var unused = Thread.ofVirtual().name("governor-probe").start(probe::run);
        return probe;
    }

    private void run() {
        ranAt = System.nanoTime();
    }

    boolean isWaiting() {
        return ranAt == NOT_RUN;
    }

    /// The waiting time so far, or the whole one if the probe has run, in ns.
    long waitedUntil(long nowNanos) {
        return (isWaiting() ? nowNanos : Math.min(ranAt, nowNanos)) - startedAt;
    }

    /// @param sinceNanos time of the previous sample, on the clock of `System.nanoTime`
    /// @param nowQueued virtual threads that wait now, without this one
    SchedulerSample.ProbeResult.Waited waited(
            long sinceNanos, long nowNanos, long nowQueued, SchedulerSample.Activity activity) {
        drained |= nowQueued < queued;
        cpu += activity instanceof SchedulerSample.Activity.Times times ? times.cpuNanos() : 0;
        long until = isWaiting() ? nowNanos : Math.min(ranAt, nowNanos);
        long from = Math.max(sinceNanos, startedAt);
        return new SchedulerSample.ProbeResult.Waited(
                Math.max(0, until - from),
                until - startedAt,
                mounted + queued,
                cpu,
                drained,
                activity);
    }
}
