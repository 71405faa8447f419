package dev.loombench.load;

import dev.loombench.spec.LoadModel;
import java.util.SplittableRandom;

/// When the arrivals of an open model are due. Knows no clock: it gives ns after the start.
///
/// A schedule can be split among loops: the shares together are the whole.
sealed interface Schedule {

    /// When the next arrival is due, ns after the start; never less than the one before.
    long next();

    /// Share `share` (from 0) of `shares` of an open model's arrivals.
    static Schedule of(LoadModel.Open model, long seed, int share, int shares) {
        return switch (model.arrival()) {
            case CONSTANT -> new Constant(model.rate(), share, shares);
            case POISSON -> new Poisson(model.rate(), seed, share, shares);
        };
    }

    /// `t[i] = ceil(i * 1e9 / rate)`, i = 1, 2, ...; share k of n takes i = k + 1, k + 1 + n, ...
    final class Constant implements Schedule {
        private final double rate;
        private final int shares;
        private long i;

        Constant(double rate, int share, int shares) {
            this.rate = rate;
            this.shares = shares;
            this.i = share + 1L;
        }

        @Override
        public long next() {
            long due = (long) Math.ceil(i * 1e9 / rate);
            i += shares;
            return due;
        }
    }

    /// Gaps of `-ln(1 - U) * shares * 1e9 / rate`, U uniform in [0, 1): n independent Poisson
    /// processes of rate/n make one of the whole rate.
    final class Poisson implements Schedule {
        private final double meanGap;
        private final SplittableRandom random;
        private double due;

        Poisson(double rate, long seed, int share, int shares) {
            meanGap = shares * 1e9 / rate;
            var source = new SplittableRandom(seed);
            for (int i = 0; i < share; i++) {
                source.split();
            }
            random = source.split();
        }

        @Override
        public long next() {
            due -= Math.log(1 - random.nextDouble()) * meanGap;
            return (long) Math.ceil(due);
        }
    }
}
