package dev.loombench.diagnose.evidence;

import dev.loombench.result.Observation.Pool;
import java.util.List;

/// A pool of connections or threads at several times.
///
/// @param readings at least one, in order of time
public record PoolReading(List<Pool> readings) {
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

    private static boolean isExhausted(Pool pool) {
        return pool.inUse().orElse(0) >= pool.capacity()
                && (pool.waiting().isEmpty() || pool.waiting().getAsLong() > 0);
    }

    /// Most requests that waited at once.
    public long mostWaiting() {
        return readings.stream().mapToLong(p -> p.waiting().orElse(0)).max().orElse(0);
    }
}
