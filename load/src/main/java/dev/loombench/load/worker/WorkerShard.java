package dev.loombench.load.worker;

/// The position of a worker among all workers of a load. Connections and arrivals are distributed
/// round-robin to the workers, and users round-robin to the connections, so that the shards
/// together are the whole.
///
/// @param index from 0
/// @param count number of workers
/// @param connections of the whole load, each of one user or of several that share it
public record WorkerShard(int index, int count, int connections) {
    public static final WorkerShard WHOLE = new WorkerShard(0, 1);

    /// The position in a load whose users have a connection each.
    WorkerShard(int index, int count) {
        this(index, count, Integer.MAX_VALUE);
    }

    /// The index in the whole load of one of this worker's users, both from 0.
    public int globalIndex(int local) {
        int own = (int) shareOf(connections);
        return local / own * connections + index + local % own * count;
    }

    /// This worker's share of a total.
    public long shareOf(long total) {
        return total / count + (index < total % count ? 1 : 0);
    }

    /// The number of this worker's users: those of its connections.
    ///
    /// @param total of the whole load
    public int users(int total) {
        return (int) (total / connections * shareOf(connections) + shareOf(total % connections));
    }
}
