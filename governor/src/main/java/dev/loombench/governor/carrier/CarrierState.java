package dev.loombench.governor.carrier;

import java.util.Locale;
import java.util.OptionalDouble;

/// What a look says about the carriers.
///
/// The model: a probe, a virtual thread that does nothing, proves by waiting for `w` that none of
/// `n` carriers was free for `n * w`. What the kernel has not booked of that as time on a CPU or in
/// its run queue was spent blocked inside a virtual thread. CPU outside the wait is counted too, so
/// that `blocked` errs on the low side: idleness is never taken for blocking.
public sealed interface CarrierState {

    /// A newcomer that waits for less has a carrier as good as at once.
    long NOTICED_NANOS = 250_000;

    /// Turns on a carrier that take this much CPU are long, where others wait for `HOG_AGE_NANOS`
    /// and the queue does not drain.
    long HOG_TURN_NANOS = 2_000_000;

    long HOG_AGE_NANOS = 10_000_000;

    /// Above this share the carriers count as blocked.
    double BLOCKED_SHARE = 0.3;

    /// Nothing runs and nothing waits.
    record Idle() implements CarrierState {
        @Override
        public String toString() {
            return "nothing runs";
        }
    }

    /// A newcomer finds a carrier at once.
    ///
    /// @param computing the share of the carriers' time in which they wanted a CPU, where it was
    ///   read and all of them had a virtual thread
    record Free(OptionalDouble computing) implements CarrierState {
        @Override
        public String toString() {
            return "a carrier is free";
        }
    }

    /// Carriers stand still inside virtual threads: native code, class initialisation, files.
    ///
    /// @param share of the carriers, 0.3 to 1
    /// @param carriers how many
    record Blocked(double share, int carriers) implements CarrierState {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%d carriers are blocked, %.0f %%", carriers, share * 100);
        }
    }

    /// Carriers could run and the kernel gives them no CPU: more of them would not help.
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
    /// @param turnNanos CPU that a turn took at least
    record Monopolized(long turnNanos) implements CarrierState {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "carriers are hogged: turns take %.1f ms of CPU and more",
                    turnNanos / 1e6);
        }
    }

    /// All carriers compute, in short turns: the machine is at work, and more carriers cost.
    record Busy() implements CarrierState {
        @Override
        public String toString() {
            return "all carriers compute in short turns";
        }
    }

    /// Newcomers wait, or would if any came; the next look tells whether and why.
    record Inconclusive() implements CarrierState {
        @Override
        public String toString() {
            return "every carrier is taken";
        }
    }

    /// Newcomers wait, and why cannot be told.
    ///
    /// @param age how long the probe has waited, in ns
    /// @param why the evidence is missing
    record Unknown(long age, String why) implements CarrierState {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "newcomers wait for %.1f ms; why is unknown: %s", age / 1e6, why);
        }
    }

    /// Tells the cases apart; no state, no clock.
    static CarrierState of(SchedulerSample look) {
        return switch (look.newcomer()) {
            case SchedulerSample.ProbeResult.NotTried() -> untried(look);
            case SchedulerSample.ProbeResult.Waited waited ->
                    waited.nanos() < NOTICED_NANOS ? free(waited) : of(look, waited);
        };
    }

    private static CarrierState untried(SchedulerSample look) {
        if (look.mounted() == 0 && look.queued() == 0) {
            return new Idle();
        }
        return look.mounted() >= look.parallelism()
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
            SchedulerSample look, SchedulerSample.ProbeResult.Waited waited) {
        return switch (waited.activity()) {
            case SchedulerSample.Activity.NotYet() -> new Inconclusive();
            case SchedulerSample.Activity.Unknown(var why) -> new Unknown(waited.age(), why);
            case SchedulerSample.Activity.Times times -> of(look, waited, times);
        };
    }

    private static CarrierState of(
            SchedulerSample look,
            SchedulerSample.ProbeResult.Waited waited,
            SchedulerSample.Activity.Times times) {
        double capacity = (double) waited.nanos() * times.carriers();
        double computing = times.cpuNanos() / capacity;
        double starved = Math.min(1, times.runQueueNanos() / capacity);
        double blocked = 1 - computing - starved;
        if (blocked >= BLOCKED_SHARE) {
            return new Blocked(blocked, (int) Math.round(blocked * times.carriers()));
        }
        double turn = (double) waited.cpuNanos() / Math.max(1, waited.ahead());
        boolean standing = look.queued() > 0 && !waited.drained();
        if (standing && waited.age() >= HOG_AGE_NANOS && turn >= HOG_TURN_NANOS) {
            return new Monopolized((long) turn);
        }
        return starved > computing ? new Starved(starved) : new Busy();
    }
}
