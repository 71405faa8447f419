package dev.loombench.observe.jvm.figure;

import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.Unavailable;
import java.util.List;
import java.util.OptionalLong;

/// The pools that a JVM publishes at one moment.
///
/// @param nanos on the monotonic clock
/// @param requests that its web server has served since its start; empty where none publishes it
/// @param failed beans that could not be read
public record PublishedPools(
        long nanos, List<PublishedPool> pools, OptionalLong requests, List<Unavailable> failed) {
    public PublishedPools {
        pools = List.copyOf(pools);
        failed = List.copyOf(failed);
    }

    /// The uses of all pools that have ended; empty where no bean reports them.
    public OptionalLong completed() {
        return pools.stream()
                .flatMapToLong(published -> published.completed().stream())
                .mapToObj(OptionalLong::of)
                .reduce((a, b) -> OptionalLong.of(a.getAsLong() + b.getAsLong()))
                .orElse(OptionalLong.empty());
    }

    /// A pool, with what it has done.
    ///
    /// @param completed uses that have ended since its start: tasks of an executor; empty where the
    ///   bean does not report it
    public record PublishedPool(Pool pool, OptionalLong completed) {}
}
