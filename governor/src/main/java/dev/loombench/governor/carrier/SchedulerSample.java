package dev.loombench.governor.carrier;

/// One sample of the scheduler's state.
///
/// @param nanos time of the sample, on the clock of `System.nanoTime`
/// @param parallelism carriers that the scheduler may use now
/// @param mounted virtual threads on a carrier now
/// @param queued runnable virtual threads without a carrier now, probes excluded
/// @param probeResult what the probe showed since the previous sample
public record SchedulerSample(
        long nanos, int parallelism, int mounted, long queued, ProbeResult probeResult) {

    /// The waiting time of a new virtual thread since the previous sample.
    public sealed interface ProbeResult {

        /// There was no probe, because a carrier was free.
        record NotTried() implements ProbeResult {}

        /// A probe waited. During its wait no carrier was free. Only this makes the carriers' CPU
        /// times meaningful, because they look the same for idle and for blocked carriers.
        ///
        /// @param nanos waiting time since the previous sample, or since the probe's start if that
        ///   is later
        /// @param ageNanos total waiting time
        /// @param ahead virtual threads that were mounted or queued when the probe started; or the
        ///   turns that began during its wait, if they were counted
        /// @param cpuNanos total CPU time of the carriers during the wait, or while turns were
        ///   counted
        /// @param drained whether the queue has been shorter than at the probe's start, which means
        ///   that turns end
        /// @param activity what the carriers did since the previous sample
        record Waited(
                long nanos,
                long ageNanos,
                long ahead,
                long cpuNanos,
                boolean drained,
                Activity activity)
                implements ProbeResult {

            Waited with(Activity other) {
                return new Waited(nanos, ageNanos, ahead, cpuNanos, drained, other);
            }

            /// @param turns number of turns that began in a part of the wait
            /// @param cpu CPU time of the carriers in that part, in ns
            Waited with(long turns, long cpu) {
                return new Waited(nanos, ageNanos, turns, cpu, drained, activity);
            }
        }
    }

    SchedulerSample with(ProbeResult other) {
        return new SchedulerSample(nanos, parallelism, mounted, queued, other);
    }

    /// What the carriers did since the previous sample.
    public sealed interface Activity {

        /// The kernel's CPU times, summed over the carriers.
        ///
        /// @param carriers number of carriers that had a virtual thread during the whole span, 1 or
        ///   more
        /// @param cpuNanos time on a CPU
        /// @param runQueueNanos time runnable without a CPU
        /// @param spanNanos length of the span, above 0
        /// @param pausedNanos the part of it in which the JVM stopped all threads, below its length
        record Times(
                int carriers, long cpuNanos, long runQueueNanos, long spanNanos, long pausedNanos)
                implements Activity {

            /// Without pauses.
            Times(int carriers, long cpuNanos, long runQueueNanos, long spanNanos) {
                this(carriers, cpuNanos, runQueueNanos, spanNanos, 0);
            }

            /// The share of the carriers' time during which they were runnable, 0 to 1.
            double computing() {
                return Math.min(
                        1,
                        (double) (cpuNanos + runQueueNanos) / carriers / (spanNanos - pausedNanos));
            }
        }

        /// The carriers have just been found; the next sample has their times.
        record Pending() implements Activity {}

        /// The times cannot be read on this system.
        ///
        /// @param reason one clause
        record Unknown(String reason) implements Activity {}
    }
}
