package dev.loombench.diagnose.evidence;

import dev.loombench.observe.result.Observation.Pool;
import java.util.List;
import java.util.OptionalDouble;

/// A pool of connections or threads at several times.
///
/// @param readings at least one, in order of time
/// @param perSecond uses that ended per second between the first and the last reading: tasks of an
///   executor, else requests of the web server, each of which counts as one use; empty where
///   nothing publishes them
public record PoolReading(List<Pool> readings, OptionalDouble perSecond) {
    public PoolReading {
        if (readings.isEmpty()) {
            throw new IllegalArgumentException("a pool without a reading");
        }
        readings = List.copyOf(readings);
    }

    public Pool last() {
        return readings.getLast();
    }

    /// The share of the readings in which all of it was in use while others waited; in which all of
    /// it was in use, where the pool does not publish how many wait.
    public double exhaustedShare() {
        return (double) readings.stream().filter(PoolReading::isExhausted).count()
                / readings.size();
    }

    /// A pool that publishes what waits and not what is in use, as Undertow's, has all in use while
    /// something waits.
    private static boolean isExhausted(Pool pool) {
        long unknown = pool.waiting().isPresent() ? pool.capacity() : 0;
        return pool.inUse().orElse(unknown) >= pool.capacity()
                && (pool.waiting().isEmpty() || pool.waiting().getAsLong() > 0);
    }

    /// Most requests that waited at once.
    public long mostWaiting() {
        return readings.stream().mapToLong(p -> p.waiting().orElse(0)).max().orElse(0);
    }

    /// The mean time of a use, by Little's law: `S = N / X`, with N in use on average and X uses
    /// per second. Empty where one of them is unknown or 0.
    public OptionalDouble holdSeconds() {
        double inUse = readings.stream().mapToLong(p -> p.inUse().orElse(0)).average().orElse(0);
        return inUse > 0 && perSecond.orElse(0) > 0
                ? OptionalDouble.of(inUse / perSecond.getAsDouble())
                : OptionalDouble.empty();
    }

    /// The most uses per second that its capacity allows at that time: `capacity / S`.
    public OptionalDouble mostPerSecond() {
        var hold = holdSeconds();
        return hold.isPresent()
                ? OptionalDouble.of(last().capacity() / hold.getAsDouble())
                : OptionalDouble.empty();
    }
}
