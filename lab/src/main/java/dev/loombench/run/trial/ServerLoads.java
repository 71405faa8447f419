package dev.loombench.run.trial;

import dev.loombench.agent.AgentLost;
import dev.loombench.load.RunningLoad;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.AgentFigures;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.spec.load.LoadModel;
import java.util.List;

/// The loads of one server, one after the other.
interface ServerLoads {
    /// Starts a load.
    ///
    /// @param probe whether each agent sends a request first; the lab itself does not
    /// @throws AgentLost when an agent is lost
    RunningLoad start(LoadModel model, long seed, boolean probe)
            throws InterruptedException, ServerFailed;

    /// What each agent did in the last window of a load; what this process did where the server is
    /// on another machine; else empty.
    ///
    /// @param result of the window
    /// @throws AgentLost when one is lost
    List<AgentFigures> figures(RunningLoad load, LoadResult result) throws InterruptedException;
}
