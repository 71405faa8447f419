package dev.loombench.governor.carrier;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Takes samples of the scheduler, and starts a probe when every carrier has a virtual thread. Used
/// by one thread.
///
/// A queue while a carrier is free is no reason for a probe: the carrier is being woken, which
/// takes long on a busy machine.
///
/// A sample costs three reads of the management bean, a few microseconds. The carriers' CPU times
/// are read only when a probe has waited for a noticeable time, under a calm load for a long one,
/// or every 5 s. Turns are counted only when they seem long.
final class SchedulerSampler implements AutoCloseable {
    /// The JDK ends idle carriers after this time, so their files must not stay open.
    private static final long RESET_AFTER_NANOS = 30_000_000_000L;

    private static final long WAKE_FOR_NANOS = 1_000_000_000;

    /// The most threads of its own that wait for a carrier. New carriers that get no CPU take none
    /// of them, and more would only queue before those of the service.
    static final int MAX_WAITING = 1_024;

    private static final long EXAMINE_EVERY_NANOS = 5_000_000_000L;

    private final Scheduler scheduler;
    private final int base;
    private final CarrierCpuTimes times;
    private final List<Probe> staleProbes = new ArrayList<>();
    private @Nullable Probe probe;
    private int probeParallelism;
    private int lastParallelism;
    private long raisedAt;
    private boolean spanStarted;
    private OptionalLong turnsBefore = OptionalLong.empty();
    private long cpuBefore;
    private long lastNanos = System.nanoTime();
    private long timesReadAt = lastNanos;
    private long examinedAt = lastNanos;

    /// Makes the first call of each kind, which takes tens of milliseconds, and longer when
    /// monopolizing threads occupy the CPUs, before its result is needed.
    SchedulerSampler(Scheduler scheduler, CarrierCpuTimes times) {
        this.scheduler = scheduler;
        this.base = scheduler.parallelism();
        this.lastParallelism = base;
        this.raisedAt = lastNanos - WAKE_FOR_NANOS;
        this.times = times;
        var unused = scheduler.turns();
        var unusedToo = times.since(lastNanos, scheduler.parallelism(), scheduler.carriers());
    }

    /// @param calm whether nothing followed from the carriers' times in the previous sample, see
    ///   [CarrierController#isCalm()]
    SchedulerSample sample(boolean calm) {
        long now = System.nanoTime();
        times.observe(now);
        int parallelism = scheduler.parallelism();
        int mounted = scheduler.mounted();
        long queued = Math.max(0, scheduler.queued() - waitingProbes());
        var probeResult = probeResult(now, parallelism, queued, calm);
        wake(now, parallelism, mounted, queued);
        boolean starting = probe == null && mounted >= parallelism;
        if (starting) {
            if (probeResult instanceof SchedulerSample.ProbeResult.NotTried) {
                startSpan(now, parallelism, calm);
            }
            probe = Probe.start(mounted, queued);
            probeParallelism = parallelism;
        }
        if (now - timesReadAt >= RESET_AFTER_NANOS) {
            times.reset();
            spanStarted = false;
        }
        lastNanos = now;
        var sample =
                withCountedTurns(
                        new SchedulerSample(now, parallelism, mounted, queued, probeResult));
        if (starting) {
            turnsBefore = OptionalLong.empty(); // belongs to the previous probe
        }
        return sample;
    }

    /// Each carrier may serve its own queue as long as it is not empty. A probe in another queue
    /// then waits even if turns are short, so turns are counted before they are reported as long.
    private SchedulerSample withCountedTurns(SchedulerSample sample) {
        if (!(sample.probeResult() instanceof SchedulerSample.ProbeResult.Waited waited)
                || !(CarrierState.of(sample) instanceof CarrierState.Monopolized)) {
            turnsBefore = OptionalLong.empty();
            return sample;
        }
        var turns = scheduler.turns();
        if (turns.isEmpty()) {
            return sample;
        }
        boolean first = turnsBefore.isEmpty();
        var adjusted =
                first
                        ? waited.with(new SchedulerSample.Activity.Pending())
                        : waited.with(
                                turns.getAsLong() - turnsBefore.getAsLong(),
                                waited.cpuNanos() - cpuBefore);
        if (first) {
            turnsBefore = turns;
            cpuBefore = waited.cpuNanos();
        }
        return sample.with(adjusted);
    }

    /// Wakes carriers after the parallelism was raised. Raising it wakes none: the JDK wakes a
    /// carrier when the next virtual thread starts, and while all are blocked there may be no next
    /// one. So for one second this method starts idle virtual threads while others queue, but no
    /// more than `MAX_WAITING`.
    private void wake(long now, int parallelism, int mounted, long queued) {
        raisedAt = parallelism > lastParallelism ? now : raisedAt;
        lastParallelism = parallelism;
        if (now - raisedAt < WAKE_FOR_NANOS) {
            long most = (long) MAX_WAITING - staleProbes.size();
            for (long i = Math.min(most, Math.min(queued, parallelism - mounted)); i > 0; i--) {
                staleProbes.add(Probe.start(mounted, queued));
            }
        }
    }

    /// Stale probes still queue until a carrier runs them.
    private long waitingProbes() {
        staleProbes.removeIf(stale -> !stale.isWaiting());
        return staleProbes.size() + (probe != null && probe.isWaiting() ? 1L : 0);
    }

    /// A probe is invalid after a change of parallelism, because new carriers are still starting.
    private SchedulerSample.ProbeResult probeResult(
            long now, int parallelism, long queued, boolean calm) {
        var current = probe;
        if (current == null) {
            return new SchedulerSample.ProbeResult.NotTried();
        }
        boolean waits = current.isWaiting();
        if (!waits || parallelism != probeParallelism) {
            probe = null;
        }
        if (waits && parallelism != probeParallelism) {
            staleProbes.add(current);
        }
        if (parallelism != probeParallelism) {
            spanStarted = false;
            return new SchedulerSample.ProbeResult.NotTried();
        }
        long wait = current.waitedUntil(now);
        boolean noticeable = wait >= CarrierState.NOTICEABLE_WAIT_NANOS;
        if (!waits && (!noticeable || (calm && wait < CarrierController.LONG_WAIT_NANOS))) {
            var activity = activityAboveBase(now, parallelism, noticeable);
            return current.waited(lastNanos, now, queued, activity);
        }
        return current.waited(lastNanos, now, queued, activity(now, parallelism));
    }

    /// The activity above base, measured every 5 s between two samples. Above base, carriers that
    /// once were blocked may compute by now while new threads still get a carrier at once, or soon:
    /// then it is measured until they are removed.
    ///
    /// @param noticeable whether the probe has waited for a noticeable time
    private SchedulerSample.Activity activityAboveBase(
            long now, int parallelism, boolean noticeable) {
        if (parallelism <= base || !isExaminationDue(now)) {
            spanStarted = false;
            return new SchedulerSample.Activity.Pending();
        }
        var activity = activity(now, parallelism);
        boolean pending = activity instanceof SchedulerSample.Activity.Pending;
        if (!pending && !(noticeable && mayCompute(activity))) {
            examinedAt = now;
            spanStarted = false;
        }
        return activity;
    }

    /// Whether the carriers compute for most of their time, as far as is known.
    private static boolean mayCompute(SchedulerSample.Activity activity) {
        return switch (activity) {
            case SchedulerSample.Activity.Times times ->
                    times.computing() >= CarrierController.MOSTLY_COMPUTING;
            case SchedulerSample.Activity.Pending pending -> false;
            case SchedulerSample.Activity.Unknown unknown -> true;
        };
    }

    private boolean isExaminationDue(long now) {
        return now - examinedAt >= EXAMINE_EVERY_NANOS;
    }

    /// Starts the span of a probe that starts now, unless its end will not be read.
    private void startSpan(long now, int parallelism, boolean calm) {
        spanStarted = false;
        if (!calm || isExaminationDue(now)) {
            var unused = activity(now, parallelism);
        }
    }

    /// Reads the activity since the previous call. The first reading only starts the span, because
    /// activity from before the wait does not count.
    private SchedulerSample.Activity activity(long now, int occupied) {
        timesReadAt = now;
        var activity = times.since(now, occupied, scheduler.carriers());
        boolean counted = spanStarted;
        spanStarted = true;
        return counted || activity instanceof SchedulerSample.Activity.Unknown
                ? activity
                : new SchedulerSample.Activity.Pending();
    }

    @Override
    public void close() {
        times.close();
    }
}
