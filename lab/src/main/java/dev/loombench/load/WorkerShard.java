package dev.loombench.load;

/// Which of the loops that share a load one is. Users, connections and arrivals go round the loops
/// in turn, so that together they are the whole.
///
/// @param index from 0
/// @param of how many loops there are
record WorkerShard(int index, int of) {
    static final WorkerShard WHOLE = new WorkerShard(0, 1);

    /// The number in the whole load of one of this loop's, both from 0.
    int global(int own) {
        return index + own * of;
    }

    /// How many of so many are this loop's.
    long of(long all) {
        return all / of + (index < all % of ? 1 : 0);
    }
}
