package dev.loombench.load.worker;

import dev.loombench.traffic.LoadModel;
import java.util.OptionalLong;

/// The number of connections that a worker requests at once in a window.
public final class RequestedConnections {
    /// Users that join later than this before a window's end may still be connecting.
    static final long MAX_CONNECT_NANOS = 1_000_000_000;

    private RequestedConnections() {}

    /// @param length of the window, ns
    /// @param streams of a connection
    /// @param requests of the window of the whole load, each of which opens a connection at most;
    ///   empty where time ends it
    /// @param shard of the worker
    /// @param unopened its connections for which the window was too short
    public static int of(
            LoadModel model,
            long length,
            int streams,
            OptionalLong requests,
            WorkerShard shard,
            int unopened) {
        int used = Math.ceilDiv(users(model, length), streams);
        long share = shard.shareOf(Math.min(used, requests.orElse(used)));
        return (int) Math.min(share, shard.shareOf(used) - unopened);
    }

    private static int users(LoadModel model, long length) {
        return switch (model) {
            case LoadModel.Open open -> open.connections();
            case LoadModel.HeldConnections hold -> hold.connections();
            case LoadModel.Closed(var users, _) ->
                    (int) users.peakUntil(length - Math.min(MAX_CONNECT_NANOS, length / 10));
        };
    }
}
