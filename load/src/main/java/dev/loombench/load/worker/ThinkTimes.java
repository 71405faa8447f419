package dev.loombench.load.worker;

import dev.loombench.base.RandomStream;
import dev.loombench.traffic.ThinkTime;
import java.util.SplittableRandom;

/// The think times of a worker's users.
///
/// Exponential think times are `-mean * ln(1 - U)`, U uniform in [0, 1), with a random sequence per
/// user, so that they do not depend on the number of workers.
final class ThinkTimes {
    private final long meanNanos;
    private final SplittableRandom[] random;

    /// @param users of this worker
    ThinkTimes(ThinkTime thinkTime, long seed, WorkerShard shard, int users) {
        meanNanos = thinkTime.mean().toNanos();
        random =
                switch (thinkTime.distribution()) {
                    case CONSTANT -> new SplittableRandom[0];
                    case EXPONENTIAL -> sequences(seed, shard, users);
                };
    }

    private static SplittableRandom[] sequences(long seed, WorkerShard shard, int users) {
        var sequences = new SplittableRandom[users];
        for (int i = 0; i < users; i++) {
            sequences[i] = RandomStream.THINK_TIMES.random(seed, shard.globalIndex(i));
        }
        return sequences;
    }

    long meanNanos() {
        return meanNanos;
    }

    /// The next think time of a user of this worker, ns.
    long nextNanos(int user) {
        if (random.length == 0 || meanNanos == 0) {
            return meanNanos;
        }
        return (long) (-Math.log(1 - random[user].nextDouble()) * meanNanos);
    }
}
