package dev.loombench.load;

import dev.loombench.base.RandomStream;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.LoadProfile;
import java.util.SplittableRandom;

/// The arrival times of an open model, in ns after the beginning of its load profile; uses no
/// clock.
///
/// A schedule can be split among workers: the shards together are the whole.
sealed interface Schedule {

    /// The next arrival time, ns; never below the previous one, and `LoadProfile.NEVER` when there
    /// are no more.
    long nextNanos();

    /// Shard `shard` (from 0) of `shards` of an open model's arrivals in the measured window.
    static Schedule of(LoadModel.Open model, long seed, int shard, int shards) {
        return of(model.rate(), model.arrival(), RandomStream.ARRIVALS, seed, shard, shards);
    }

    /// The same for the arrivals until the window opens, at the level of the warm-up. They have
    /// their own random sequence, so that those of the window do not depend on the length of the
    /// warm-up.
    static Schedule ofWarmUp(LoadModel.Open model, long seed, int shard, int shards) {
        var level = LoadProfile.constant(model.rate().warmUpLevel());
        return of(level, model.arrival(), RandomStream.WARM_UP_ARRIVALS, seed, shard, shards);
    }

    private static Schedule of(
            LoadProfile rate,
            Arrival arrival,
            RandomStream stream,
            long seed,
            int shard,
            int shards) {
        return switch (arrival) {
            case CONSTANT -> new Constant(rate, shard, shards);
            case POISSON -> new Poisson(rate, stream.random(seed), shard, shards);
        };
    }

    /// Arrival i = 1, 2, ... is due when the integral of the rate reaches i; for a constant rate,
    /// `t[i] = ceil(i * 1e9 / rate)`. Shard k of n takes i = k + 1, k + 1 + n, ...
    final class Constant implements Schedule {
        private final RateIntegral integral;
        private final int shards;
        private long i;

        Constant(LoadProfile rate, int shard, int shards) {
            this.integral = new RateIntegral(rate);
            this.shards = shards;
            this.i = shard + 1L;
        }

        @Override
        public long nextNanos() {
            long due = integral.nanosUntil((double) i);
            i += shards;
            return due;
        }
    }

    /// A Poisson process of unit rate, with gaps of `-ln(1 - U)`, U uniform in [0, 1), on a time
    /// scale that is the integral of the rate: an arrival is due when the integral reaches the sum
    /// of the gaps. Shard k of n takes the arrivals k + 1, k + 1 + n, ... of this one sequence, so
    /// that the arrivals of the whole depend on the seed alone, and not on the number of shards.
    ///
    /// Source: Cinlar, *Introduction to Stochastic Processes* (1975), on the change of time.
    final class Poisson implements Schedule {
        private final RateIntegral integral;
        private final int shards;
        private final SplittableRandom random;
        private int skipped;
        private double sum;

        Poisson(LoadProfile rate, SplittableRandom random, int shard, int shards) {
            this.integral = new RateIntegral(rate);
            this.shards = shards;
            this.random = random;
            skipped = shard;
        }

        @Override
        public long nextNanos() {
            for (; skipped >= 0; skipped--) {
                sum -= Math.log(1 - random.nextDouble());
            }
            skipped = shards - 1;
            return integral.nanosUntil(sum);
        }
    }
}
