package dev.loombench.load;

import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.LoadProfile;
import java.util.SplittableRandom;

/// When the arrivals of an open model are due. Knows no clock: it gives ns after the beginning of
/// its course.
///
/// A schedule can be split among loops: the shares together are the whole.
sealed interface Schedule {

    /// When the next arrival is due, ns; never less than the one before, `LoadProfile.NEVER` where
    /// no more are due.
    long next();

    /// Share `share` (from 0) of `shares` of an open model's arrivals in the measured window.
    static Schedule of(LoadModel.Open model, long seed, int share, int shares) {
        return of(model.rate(), model.arrival(), seed, share, shares);
    }

    /// The same of the arrivals until the window opens, at the level of the warm-up. They are drawn
    /// apart, so that those of the window do not depend on how long the warm-up took.
    static Schedule ofWarmUp(LoadModel.Open model, long seed, int share, int shares) {
        var level = LoadProfile.constant(model.rate().warmUpLevel());
        return of(level, model.arrival(), ~seed, share, shares);
    }

    private static Schedule of(
            LoadProfile rate, Arrival arrival, long seed, int share, int shares) {
        return switch (arrival) {
            case CONSTANT -> new Constant(rate, share, shares);
            case POISSON -> new Poisson(rate, seed, share, shares);
        };
    }

    /// Arrival i = 1, 2, ... is due when the integral of the rate reaches i; for a rate that never
    /// changes, `t[i] = ceil(i * 1e9 / rate)`. Share k of n takes i = k + 1, k + 1 + n, ...
    final class Constant implements Schedule {
        private final RateIntegral integral;
        private final int shares;
        private long i;

        Constant(LoadProfile rate, int share, int shares) {
            this.integral = new RateIntegral(rate);
            this.shares = shares;
            this.i = share + 1L;
        }

        @Override
        public long next() {
            long due = integral.reaches((double) i);
            i += shares;
            return due;
        }
    }

    /// A process of unit rate, with gaps of `-ln(1 - U)`, U uniform in [0, 1), whose time is the
    /// integral of the rate: due when that reaches the sum of the gaps. Each of n shares has gaps n
    /// times as long: n independent Poisson processes of rate/n make one of the whole rate.
    ///
    /// Source: Cinlar, *Introduction to Stochastic Processes* (1975), on the change of time.
    final class Poisson implements Schedule {
        private final RateIntegral integral;
        private final int shares;
        private final SplittableRandom random;
        private double sum;

        Poisson(LoadProfile rate, long seed, int share, int shares) {
            this.integral = new RateIntegral(rate);
            this.shares = shares;
            var source = new SplittableRandom(seed);
            for (int i = 0; i < share; i++) {
                source.split();
            }
            random = source.split();
        }

        @Override
        public long next() {
            sum -= Math.log(1 - random.nextDouble()) * shares;
            return integral.reaches(sum);
        }
    }
}
