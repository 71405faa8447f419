package dev.loombench.governor.carrier;

/// What one look at the scheduler saw.
///
/// @param nanos when, on the clock of `System.nanoTime`
/// @param parallelism carriers the scheduler may use now
/// @param mounted virtual threads on a carrier now
/// @param queued virtual threads that could run and wait for a carrier, the probe left out
/// @param newcomer how a newcomer has fared since the look before
public record SchedulerSample(
        long nanos, int parallelism, int mounted, long queued, ProbeResult newcomer) {

    /// How a virtual thread that came since the look before has fared.
    public sealed interface ProbeResult {

        /// Nobody tried: a carrier was seen free.
        record NotTried() implements ProbeResult {}

        /// A probe waited. While it did, no carrier was free: that is what makes the carriers'
        /// times readable, for without it an idle carrier and a blocked one look alike.
        ///
        /// @param nanos how long it waited since the look before, or since it came if that is later
        /// @param age how long it has waited in all, in ns
        /// @param ahead virtual threads that were mounted or queued when it came; or the turns that
        ///   began meanwhile, where they were counted
        /// @param cpuNanos what the carriers computed in all while it waited, or while turns were
        ///   counted
        /// @param drained whether the queue has been seen shorter than when it came: turns end
        /// @param activity what the carriers did since the look before
        record Waited(
                long nanos, long age, long ahead, long cpuNanos, boolean drained, Activity activity)
                implements ProbeResult {

            Waited with(Activity other) {
                return new Waited(nanos, age, ahead, cpuNanos, drained, other);
            }

            /// @param turns that began in a part of that time
            /// @param cpu what the carriers computed in that part, ns
            Waited with(long turns, long cpu) {
                return new Waited(nanos, age, turns, cpu, drained, activity);
            }
        }
    }

    SchedulerSample with(ProbeResult other) {
        return new SchedulerSample(nanos, parallelism, mounted, queued, other);
    }

    /// What the carriers did since the look before.
    public sealed interface Activity {

        /// The kernel's accounts, summed over the carriers.
        ///
        /// @param carriers how many had a virtual thread all the while, 1 or more
        /// @param cpuNanos on a CPU
        /// @param runQueueNanos able to run, and waiting for a CPU
        /// @param spanNanos how far back the accounts reach, above 0
        record Times(int carriers, long cpuNanos, long runQueueNanos, long spanNanos)
                implements Activity {

            /// The share of the carriers' time in which they wanted a CPU, 0 to 1.
            double computing() {
                return Math.min(1, (double) (cpuNanos + runQueueNanos) / carriers / spanNanos);
            }
        }

        /// The carriers have only just been found: the next look tells.
        record NotYet() implements Activity {}

        /// It cannot be told here.
        ///
        /// @param why one clause
        record Unknown(String why) implements Activity {}
    }
}
