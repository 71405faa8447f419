package dev.loombench.load.pace;

import dev.loombench.base.RandomStream;
import dev.loombench.requests.RecordedArrivals;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import java.util.Optional;
import java.util.SplittableRandom;

/// The arrival times of an open model, in ns after the beginning of its load profile; uses no
/// clock.
///
/// A schedule can be split among workers: the shards together are the whole.
public sealed interface Schedule {

    /// The next arrival time, ns; never below the previous one, and `LoadProfile.NEVER` when there
    /// are no more.
    long nextNanos();

    /// The index of the request of the arrival whose time came last, or `RecordedArrivals.ANY`.
    default int request() {
        return RecordedArrivals.ANY;
    }

    /// Shard `shard` (from 0) of `shards` of an open model's arrivals in the measured window.
    ///
    /// @param recorded arrivals to replay; empty for others
    static Schedule of(
            LoadModel.Open model,
            Optional<RecordedArrivals> recorded,
            long seed,
            int shard,
            int shards) {
        return model.arrival() == Arrival.REPLAY
                ? new Recorded(recorded.orElseThrow(), model.rate().at(0), shard, shards)
                : of(model.rate(), model.arrival(), RandomStream.ARRIVALS, seed, shard, shards);
    }

    /// The same for a window that ends with the response to the last of a number of requests.
    static Schedule ofCount(
            LoadModel.Open model,
            Optional<RecordedArrivals> recorded,
            long seed,
            int shard,
            int shards) {
        return model.arrival() == Arrival.CONSTANT
                ? new Constant(model.rate(), 0, shard, shards)
                : of(model, recorded, seed, shard, shards);
    }

    /// The same for the arrivals until the window opens, at the level of the warm-up; before
    /// recorded ones they are equally spaced. They have their own random sequence, so that those of
    /// the window do not depend on the length of the warm-up.
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
            case CONSTANT, REPLAY -> new Constant(rate, Constant.FROM_THE_ENDS, shard, shards);
            case POISSON -> new Poisson(rate, stream.random(seed), shard, shards);
        };
    }

    /// Arrival i = 1, 2, ... is due when the integral of the rate reaches `i - 1/2`; for a constant
    /// rate, `t[i] = ceil((i - 1/2) * 1e9 / rate)`. Shard k of n takes i = k + 1, k + 1 + n, ...
    ///
    /// A window then has the whole number of arrivals that is nearest to its integral. Where that
    /// is whole, none lies at an end of it, where a microsecond would decide whether it counts: 4
    /// in 4 s at 1/s, each with half a second for its response. One that ends with a response has
    /// no such end: arrival i is due at i, so that n of them at a rate R take n / R.
    final class Constant implements Schedule {
        private static final double FROM_THE_ENDS = 0.5;

        private final RateIntegral integral;
        private final double earlier;
        private final int shards;
        private long i;

        /// @param earlier part of a gap by which each arrival is before the whole number
        Constant(LoadProfile rate, double earlier, int shard, int shards) {
            this.integral = new RateIntegral(rate);
            this.earlier = earlier;
            this.shards = shards;
            this.i = shard + 1L;
        }

        @Override
        public long nextNanos() {
            long due = integral.nanosUntil(i - earlier);
            i += shards;
            return due;
        }
    }

    /// The arrivals of a file, `t[i] = ceil(r / rate * (c L + a[i - c n]))` for i = 0, 1, ... with
    /// `c = floor(i / n)`: its n arrivals `a`, of mean rate `r`, repeat after its length `L`; where
    /// they do not, c is 0 alone. Shard k of m takes i = k, k + m, ...
    final class Recorded implements Schedule {
        private final RecordedArrivals arrivals;
        private final double scale;
        private final int shards;
        private long i;
        private int request = RecordedArrivals.ANY;

        /// @param rate mean, requests per second
        Recorded(RecordedArrivals arrivals, double rate, int shard, int shards) {
            this.arrivals = arrivals;
            this.shards = shards;
            scale = arrivals.rate() / rate;
            i = shard;
        }

        @Override
        public long nextNanos() {
            long cycle = i / arrivals.count();
            if (cycle > 0 && !arrivals.repeats()) {
                request = RecordedArrivals.ANY;
                return LoadProfile.NEVER;
            }
            int index = (int) (i % arrivals.count());
            i += shards;
            request = arrivals.request(index);
            double recorded = (double) cycle * arrivals.lengthNanos() + arrivals.nanos(index);
            double due = Math.ceil(scale * recorded);
            return due >= LoadProfile.NEVER ? LoadProfile.NEVER : (long) due;
        }

        @Override
        public int request() {
            return request;
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
