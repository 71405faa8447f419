package dev.loombench.agent;

import dev.loombench.agent.wire.Frame.FromAgent;

/// Receives what an agent sends, on any thread.
interface FrameReceiver {
    void received(FromAgent frame);

    /// The agent has received a ping.
    void ponged(long ping);

    /// The agent is lost.
    ///
    /// @param reason in words that follow its name
    void lost(String reason);
}
