package dev.loombench.load;

import dev.loombench.spec.load.ThinkTime;
import java.util.SplittableRandom;

/// How long each user of a loop thinks, answer by answer.
///
/// Exponential pauses are `-mean * ln(1 - U)`, U uniform in [0, 1), of a sequence for each user:
/// his pauses are the same however many loops share the load.
final class ThinkTimes {
    private final long meanNanos;
    private final SplittableRandom[] random;

    /// @param users of this loop
    ThinkTimes(ThinkTime thinkTime, long seed, WorkerShard part, int users) {
        meanNanos = thinkTime.mean().toNanos();
        random =
                switch (thinkTime.distribution()) {
                    case CONSTANT -> new SplittableRandom[0];
                    case EXPONENTIAL -> sequences(seed, part, users);
                };
    }

    private static SplittableRandom[] sequences(long seed, WorkerShard part, int users) {
        var sequences = new SplittableRandom[users];
        for (int i = 0; i < users; i++) {
            // The seed alone would start neighbours alike: the first draw of each is its true seed.
            var first = new SplittableRandom(seed + part.global(i));
            sequences[i] = new SplittableRandom(first.nextLong());
        }
        return sequences;
    }

    /// The next one of a user of the loop, ns.
    long next(int user) {
        if (random.length == 0 || meanNanos == 0) {
            return meanNanos;
        }
        return (long) (-Math.log(1 - random[user].nextDouble()) * meanNanos);
    }
}
