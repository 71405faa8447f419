package dev.loombench.result;

import java.time.Duration;

/// What a server did when the load of its trial had ended: what it does for requests after their
/// responses, and what it always does. CPU times are without those of the just-in-time compilers.
///
/// @param processors mean number that the server used within the window, above 0
/// @param busyNanos from the end of the load until the server was idle, or for as long as it was
///   observed
/// @param cpuNanos CPU time of the server in this time
/// @param ended whether it was idle then
/// @param beganNanos from the end of the load until the last of this work began; 0 where it
///   followed the load at once, or there was none
/// @param observedNanos from the end of the load until it was no longer observed; work that begins
///   later is not seen
public record WorkAfterLoad(
        double processors,
        long busyNanos,
        long cpuNanos,
        boolean ended,
        long beganNanos,
        long observedNanos) {
    /// The longest time for which a server is observed.
    public static final Duration LONGEST = Duration.ofMillis(5_500);

    /// The time after which a server that is idle is not observed for longer, except where late
    /// work is looked for: work in batches mostly comes more often.
    public static final Duration SHORTEST = Duration.ofMillis(500);

    /// The time in which the load uses as much CPU time.
    public double loadSeconds() {
        return cpuNanos / processors / 1e9;
    }

    public double busySeconds() {
        return busyNanos / 1e9;
    }
}
