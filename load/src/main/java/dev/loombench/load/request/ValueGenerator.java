package dev.loombench.load.request;

import java.util.SplittableRandom;

/// Generates a worker's sequence of a value, or of the row that holds it.
sealed interface ValueGenerator {

    /// Moves to the next request's value.
    void next();

    /// An integer of 0 or more.
    sealed interface Whole extends ValueGenerator {
        long value();
    }

    /// The index of a row.
    sealed interface Row extends ValueGenerator {
        int index();
    }

    /// `from`, `from + step` ...
    final class Count implements Whole {
        private final long step;
        private long value;

        Count(long from, long step) {
            this.step = step;
            value = from - step;
        }

        @Override
        public void next() {
            value += step;
        }

        @Override
        public long value() {
            return value;
        }
    }

    /// Any of `least..most` with equal probability.
    final class Uniform implements Whole {
        private final SplittableRandom random;
        private final long least;
        private final long bound;
        private long value;

        Uniform(long least, long most, SplittableRandom random) {
            this.least = least;
            this.bound = most + 1;
            this.random = random;
        }

        @Override
        public void next() {
            value = random.nextLong(least, bound);
        }

        @Override
        public long value() {
            return value;
        }
    }

    /// The length of the request itself: set, not generated.
    final class Length implements Whole {
        private long value;

        void set(long length) {
            value = length;
        }

        @Override
        public void next() {}

        @Override
        public long value() {
            return value;
        }
    }

    /// Every `step`-th row in order, cyclically.
    final class Cycle implements Row {
        private final int rows;
        private final int step;
        private int index;

        Cycle(int first, int step, int rows) {
            this.rows = rows;
            this.step = step % rows;
            index = Math.floorMod(first - step, rows);
        }

        @Override
        public void next() {
            index = (int) (((long) index + step) % rows);
        }

        @Override
        public int index() {
            return index;
        }
    }

    /// Any row with equal probability.
    final class RandomRow implements Row {
        private final SplittableRandom random;
        private final int rows;
        private int index;

        RandomRow(int rows, SplittableRandom random) {
            this.rows = rows;
            this.random = random;
        }

        @Override
        public void next() {
            index = random.nextInt(rows);
        }

        @Override
        public int index() {
            return index;
        }
    }
}
