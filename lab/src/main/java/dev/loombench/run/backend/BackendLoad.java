package dev.loombench.run.backend;

import dev.loombench.load.RunningLoad;
import dev.loombench.result.AgentFigures;
import java.util.List;

/// A load that agents drive.
public interface BackendLoad extends RunningLoad {
    /// Checks that no agent is lost.
    ///
    /// @throws AgentLost when one is; the message names its share
    void requireAgents();

    /// What each agent did in the last window.
    List<AgentFigures> figures() throws InterruptedException;
}
