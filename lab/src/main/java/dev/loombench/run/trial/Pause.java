package dev.loombench.run.trial;

import dev.loombench.run.server.ServerFailed;

/// A wait between two samples of a trial, which ends early when the server fails.
interface Pause {
    /// @param phase of the trial, for the failure
    void pause(String phase, long nanos) throws InterruptedException, ServerFailed;
}
