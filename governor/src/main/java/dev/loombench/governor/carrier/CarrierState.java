package dev.loombench.governor.carrier;

import java.util.Locale;
import java.util.OptionalDouble;

/// The state of the carriers in one sample.
///
/// A probe, a virtual thread that does nothing, shows by waiting for `w` that none of `n` carriers
/// was free for `n * w`. The part of that time that the kernel has not counted as time on a CPU or
/// in its run queue was spent blocked inside a virtual thread. CPU time outside the wait is counted
/// as well, so the estimate of `blocked` errs on the low side: idle time is never counted as
/// blocking.
public sealed interface CarrierState {

    /// A probe that waits for less time counts as having found a free carrier.
    long NOTICEABLE_WAIT_NANOS = 250_000;

    /// The CPU time per turn from which carriers count as monopolized, if other threads have waited
    /// for `MONOPOLIZED_WAIT_NANOS` and the queue does not drain.
    long MONOPOLIZING_TURN_NANOS = 2_000_000;

    long MONOPOLIZED_WAIT_NANOS = 10_000_000;

    /// The share of blocked time from which the carriers count as blocked.
    double BLOCKED_SHARE = 0.3;

    /// No virtual thread is mounted or queued.
    record Idle() implements CarrierState {
        @Override
        public String toString() {
            return "no virtual thread is runnable";
        }
    }

    /// A new virtual thread gets a carrier at once.
    ///
    /// @param computing the share of the carriers' time during which they were runnable, if it was
    ///   read and all of them had a virtual thread
    record Free(OptionalDouble computing) implements CarrierState {
        @Override
        public String toString() {
            return "a carrier is free";
        }
    }

    /// Carriers are blocked inside virtual threads: in native code, class initialization or file
    /// I/O.
    ///
    /// @param share of the carriers' time, 0.3 to 1
    /// @param carriers number of blocked carriers
    record Blocked(double share, int carriers) implements CarrierState {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%d carriers are blocked (%.0f %%)", carriers, share * 100);
        }
    }

    /// Carriers are runnable but get no CPU; more carriers would not help.
    ///
    /// @param share of the carriers
    record Starved(double share) implements CarrierState {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%.0f %% of the carriers wait for a CPU", share * 100);
        }
    }

    /// Virtual threads keep their carriers on CPU for long while others wait.
    ///
    /// @param turnNanos least CPU time per turn
    record Monopolized(long turnNanos) implements CarrierState {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "carriers are monopolized: turns take %.1f ms of CPU or more",
                    turnNanos / 1e6);
        }
    }

    /// All carriers compute in short turns: the machine is busy, and more carriers would only cost
    /// CPU.
    record Busy() implements CarrierState {
        @Override
        public String toString() {
            return "all carriers compute in short turns";
        }
    }

    /// Every carrier has a virtual thread; the next sample shows whether others wait, and why.
    record Inconclusive() implements CarrierState {
        @Override
        public String toString() {
            return "every carrier is occupied";
        }
    }

    /// New virtual threads wait, and the cause cannot be determined.
    ///
    /// @param ageNanos how long the probe has waited
    /// @param reason why the evidence is missing
    record Unknown(long ageNanos, String reason) implements CarrierState {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "new threads wait %.1f ms for a carrier, cause unknown: %s",
                    ageNanos / 1e6,
                    reason);
        }
    }

    /// Classifies a sample. A pure function of it.
    static CarrierState of(SchedulerSample sample) {
        return switch (sample.probeResult()) {
            case SchedulerSample.ProbeResult.NotTried() -> withoutProbe(sample);
            case SchedulerSample.ProbeResult.Waited waited ->
                    waited.nanos() < NOTICEABLE_WAIT_NANOS ? free(waited) : of(sample, waited);
        };
    }

    private static CarrierState withoutProbe(SchedulerSample sample) {
        if (sample.mounted() == 0 && sample.queued() == 0) {
            return new Idle();
        }
        return sample.mounted() >= sample.parallelism()
                ? new Inconclusive()
                : new Free(OptionalDouble.empty());
    }

    private static CarrierState free(SchedulerSample.ProbeResult.Waited waited) {
        return new Free(
                waited.activity() instanceof SchedulerSample.Activity.Times times
                        ? OptionalDouble.of(times.computing())
                        : OptionalDouble.empty());
    }

    private static CarrierState of(
            SchedulerSample sample, SchedulerSample.ProbeResult.Waited waited) {
        return switch (waited.activity()) {
            case SchedulerSample.Activity.Pending() -> new Inconclusive();
            case SchedulerSample.Activity.Unknown(var reason) ->
                    new Unknown(waited.ageNanos(), reason);
            case SchedulerSample.Activity.Times times -> of(sample, waited, times);
        };
    }

    private static CarrierState of(
            SchedulerSample sample,
            SchedulerSample.ProbeResult.Waited waited,
            SchedulerSample.Activity.Times times) {
        long unpaused = waited.nanos() - times.pausedNanos();
        if (unpaused < NOTICEABLE_WAIT_NANOS) {
            return new Inconclusive();
        }
        double capacity = (double) unpaused * times.carriers();
        double computing = times.cpuNanos() / capacity;
        double starved = Math.min(1, times.runQueueNanos() / capacity);
        double blocked = 1 - computing - starved;
        if (blocked >= BLOCKED_SHARE) {
            return new Blocked(blocked, (int) Math.round(blocked * times.carriers()));
        }
        double turn = (double) waited.cpuNanos() / Math.max(1, waited.ahead());
        boolean persistent = sample.queued() > 0 && !waited.drained();
        if (persistent
                && waited.ageNanos() >= MONOPOLIZED_WAIT_NANOS
                && turn >= MONOPOLIZING_TURN_NANOS) {
            return new Monopolized((long) turn);
        }
        return starved > computing ? new Starved(starved) : new Busy();
    }
}
