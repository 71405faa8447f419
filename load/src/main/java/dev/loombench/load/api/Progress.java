package dev.loombench.load.api;

import dev.loombench.load.result.LoadProgress;
import java.time.Duration;

/// The progress of a load.
///
/// @param elapsed since its start
/// @param succeeded good responses so far, those of the warm-up included
/// @param errors failed requests so far, of any kind
/// @param inFlight requests sent whose response is pending
/// @param connections that are open
public record Progress(
        Phase phase,
        Duration elapsed,
        long succeeded,
        long errors,
        long inFlight,
        long connections) {
    /// What the load does.
    public enum Phase {
        /// It warms up the server; nothing counts yet.
        WARM_UP,
        /// It measures, or waits for the last responses.
        MEASURING,
        /// It has ended.
        ENDED
    }

    static Progress of(Phase phase, LoadProgress start, LoadProgress now) {
        return new Progress(
                phase,
                Duration.ofNanos(now.nanos() - start.nanos()),
                now.succeeded() - start.succeeded(),
                now.errors() - start.errors(),
                now.inFlight(),
                now.connectionsOpen());
    }

    /// Good responses per second since an earlier progress of the same load; NaN at the same time.
    public double throughputSince(Progress earlier) {
        double seconds = elapsed.minus(earlier.elapsed).toNanos() / 1e9;
        return (succeeded - earlier.succeeded) / seconds;
    }
}
