package dev.loombench.load;

import dev.loombench.spec.load.LoadModel;

/// The number of connections that a load model requests at once in a window.
public final class RequestedConnections {
    /// Users that join later than this before a window's end may still be connecting.
    private static final long MAX_CONNECT_NANOS = 1_000_000_000;

    private RequestedConnections() {}

    /// @param length of the window, ns
    public static int of(LoadModel model, long length) {
        return switch (model) {
            case LoadModel.Open open -> open.connections();
            case LoadModel.HeldConnections hold -> hold.connections();
            case LoadModel.Closed(var users, _) ->
                    (int) users.peakUntil(length - Math.min(MAX_CONNECT_NANOS, length / 10));
        };
    }
}
