package dev.loombench.diagnose.evidence;

import dev.loombench.analysis.concurrency.WebServer;
import dev.loombench.analysis.concurrency.WebServer.Trait;
import dev.loombench.observe.result.Observation.Pool;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The pools and the executors of a JVM, at several times.
///
/// @param published by beans
/// @param unread why a bean of a pool could not be read, where others were
/// @param executors of the JDK that have a thread, published or not
public record PoolEvidence(
        Part<List<PoolReading>> published,
        Optional<String> unread,
        Part<List<PoolReading>> executors) {
    private static final String HIDDEN = "limits and queues of pools";

    /// Pools that are named.
    private static final int NAMED = 3;

    /// The published pools, then the executors.
    public List<PoolReading> all() {
        return Stream.concat(readings().stream(), unpublished().stream()).toList();
    }

    /// The published ones; none where they are not known.
    public List<PoolReading> readings() {
        return published.value().orElse(List.of());
    }

    /// The executors that no bean publishes and that had a task at some time, without the threads
    /// of web servers whose requests wait in connections.
    public List<PoolReading> unpublished() {
        return executors.value().orElse(List.of()).stream()
                .filter(executor -> executor.readings().stream().anyMatch(PoolEvidence::isUsed))
                .filter(executor -> !waitsInConnections(executor.last().name() + "-1"))
                .filter(executor -> readings().stream().noneMatch(bean -> bean.publishes(executor)))
                .toList();
    }

    private static boolean isUsed(Pool pool) {
        return pool.inUse().orElse(0) > 0 || pool.waiting().orElse(0) > 0;
    }

    /// Whether what waits for a thread of this name waits in the connections of a web server.
    private static boolean waitsInConnections(String thread) {
        return WebServer.ofWorker(thread).filter(s -> !s.has(Trait.HIDES_WAITS)).isPresent();
    }

    /// Whether threads are those of an executor, all of which executed tasks at every moment while
    /// others waited.
    public boolean hasQueue(PlatformPool threads) {
        return unpublished().stream()
                .filter(executor -> executor.last().name().equals(threads.name()))
                .anyMatch(executor -> executor.exhaustedShare() == 1);
    }

    /// `pools (Tomcat, HikariCP)`: no others are examined by a bean. Where none is, `limits and
    /// queues of pools (orders, scheduling-1)`: those of the printed ones that are no executor
    /// which was read.
    ///
    /// @param printed pools of platform threads
    String subject(List<PlatformPool> printed) {
        var libraries =
                readings().stream()
                        .map(pool -> pool.last().library())
                        .distinct()
                        .collect(Collectors.joining(", "));
        return libraries.isEmpty() ? HIDDEN + hidden(printed) : "pools (" + libraries + ")";
    }

    private String hidden(List<PlatformPool> printed) {
        var read = executors.value().orElse(List.of());
        var hidden =
                printed.stream()
                        .filter(PlatformPool::isPool)
                        .filter(pool -> read.stream().noneMatch(e -> e.names(pool)))
                        .map(PlatformPool::name)
                        .toList();
        return hidden.isEmpty()
                ? ""
                : hidden.stream()
                        .limit(NAMED)
                        .collect(
                                Collectors.joining(
                                        ", ", " (", hidden.size() > NAMED ? ", …)" : ")"));
    }
}
