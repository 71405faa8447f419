package dev.loombench.run.server;

import dev.loombench.result.TrialOutcome.Failed;
import java.util.List;

/// A server that ended or did not respond: its trial fails, and the run continues.
public final class ServerFailed extends Exception {
    private static final long serialVersionUID = 1L;

    private final String phase;
    private final String reason;

    /// @param phase of the trial, as in `measure`
    /// @param reason in one sentence
    public ServerFailed(String phase, String reason) {
        super(reason);
        this.phase = phase;
        this.reason = reason;
    }

    /// @param logTail the server's last lines
    public Failed outcome(List<String> logTail) {
        return new Failed(phase, reason, logTail);
    }
}
