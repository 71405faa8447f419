package dev.loombench.base;

import java.util.function.LongSupplier;

/// A value with the instant at which it was read: the middle of its reading, which is wrong by half
/// of the length at most.
///
/// A thread that has to wait for a processor while it reads does not know when it read: a reading
/// that took long is repeated, and the shortest one counts.
///
/// @param nanos the middle of the reading, on the monotonic clock
/// @param lengthNanos of the reading
public record TimedReading<T>(T value, long nanos, long lengthNanos) {
    /// At most so many, of which one counts.
    private static final int READINGS = 5;

    /// What is read.
    @FunctionalInterface
    public interface Source<T, E extends Exception> {
        T read() throws E;
    }

    /// Reads once.
    ///
    /// @param nanoTime the monotonic clock
    public static <T, E extends Exception> TimedReading<T> of(
            LongSupplier nanoTime, Source<T, E> source) throws E {
        long before = nanoTime.getAsLong();
        var value = source.read();
        long length = nanoTime.getAsLong() - before;
        return new TimedReading<>(value, before + length / 2, length);
    }

    /// Reads until a reading is short, five times at most.
    ///
    /// @param longNanos length of a reading that is repeated
    /// @param nanoTime the monotonic clock
    /// @return the shortest
    public static <T, E extends Exception> TimedReading<T> shortest(
            long longNanos, LongSupplier nanoTime, Source<T, E> source) throws E {
        var shortest = of(nanoTime, source);
        for (int i = 1; i < READINGS && shortest.lengthNanos >= longNanos; i++) {
            var next = of(nanoTime, source);
            shortest = next.lengthNanos < shortest.lengthNanos ? next : shortest;
        }
        return shortest;
    }
}
