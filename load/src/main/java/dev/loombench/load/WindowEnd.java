package dev.loombench.load;

import dev.loombench.traffic.LoadModel;

/// The condition on which a window ends, of a load in this process or on agents.
public final class WindowEnd {
    private WindowEnd() {}

    /// Whether a window is over: after its time or its number of requests, whichever comes first;
    /// with held connections not before each of them had its request.
    ///
    /// @param timeIsUp whether its length has passed
    /// @param counted whether a number of requests ends it
    /// @param complete whether these requests, or those of the held connections, have ended
    public static boolean reached(
            LoadModel model, boolean timeIsUp, boolean counted, boolean complete) {
        return switch (model) {
            case LoadModel.Open _, LoadModel.Closed _ -> timeIsUp || (counted && complete);
            case LoadModel.HeldConnections _ -> (timeIsUp || counted) && complete;
        };
    }
}
