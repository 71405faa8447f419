package dev.loombench.run.trial;

import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.backend.DrivenLoad;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.traffic.LoadModel;

/// The loads of one server, one after the other.
interface ServerLoads {
    /// Starts a load.
    ///
    /// @param probe whether each agent sends a request first; the lab itself does not
    /// @throws AgentLost when an agent is lost
    DrivenLoad start(LoadModel model, long seed, boolean probe)
            throws InterruptedException, ServerFailed;
}
