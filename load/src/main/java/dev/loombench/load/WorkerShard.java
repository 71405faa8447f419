package dev.loombench.load;

/// The position of a worker among all workers of a load. Users, connections and arrivals are
/// distributed round-robin, so that the shards together are the whole.
///
/// @param index from 0
/// @param count number of workers
record WorkerShard(int index, int count) {
    static final WorkerShard WHOLE = new WorkerShard(0, 1);

    /// The index in the whole load of one of this worker's, both from 0.
    int globalIndex(int local) {
        return index + local * count;
    }

    /// This worker's share of a total.
    long shareOf(long total) {
        return total / count + (index < total % count ? 1 : 0);
    }
}
