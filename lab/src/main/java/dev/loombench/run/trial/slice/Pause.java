package dev.loombench.run.trial.slice;

import dev.loombench.run.server.ServerFailed;
import java.time.Duration;

/// A wait between two samples of a trial, which ends early when the server fails.
public interface Pause {
    /// A wait that does not check the server.
    Pause SLEEP = (_, nanos) -> Thread.sleep(Duration.ofNanos(Math.max(nanos, 1)));

    /// @param phase of the trial, for the failure
    void pause(String phase, long nanos) throws InterruptedException, ServerFailed;
}
