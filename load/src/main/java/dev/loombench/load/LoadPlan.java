package dev.loombench.load;

import dev.loombench.load.worker.WorkerShard;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Traffic;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

/// A load, and the share of it that a process drives.
///
/// @param target resolved
/// @param model of the whole load
/// @param seed of the arrivals of an open Poisson model, of the choice between requests and of
///   their values
/// @param settings of each process
/// @param beginsWithWindow whether no request is sent before the first window opens
/// @param environment variables that requests may name
public record LoadPlan(
        InetSocketAddress target,
        LoadModel model,
        Traffic traffic,
        long seed,
        LoadSettings settings,
        LoadShare share,
        boolean beginsWithWindow,
        Map<String, String> environment) {
    public LoadPlan {
        environment = Map.copyOf(environment);
    }

    /// A load that begins at once.
    public LoadPlan(
            InetSocketAddress target,
            LoadModel model,
            Traffic traffic,
            long seed,
            LoadSettings settings,
            LoadShare share,
            Map<String, String> environment) {
        this(target, model, traffic, seed, settings, share, false, environment);
    }

    /// The number of requests at a time, or of held connections, of this process.
    public int connections() {
        return shards().stream().mapToInt(shard -> shard.users(model.connections())).sum();
    }

    /// The number of connections that this process opens: fewer where each has several streams.
    public int openConnections() {
        int all = allOpenConnections();
        return (int) shards().stream().mapToLong(shard -> shard.shareOf(all)).sum();
    }

    /// The number of connections that the whole load opens.
    public int allOpenConnections() {
        return Math.ceilDiv(model.connections(), traffic.connections().streams());
    }

    /// The positions of the workers of this process; empty where there are fewer connections.
    List<WorkerShard> shards() {
        return share.shards(allOpenConnections(), settings.threads());
    }
}
