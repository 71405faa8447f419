package dev.loombench.diagnose;

import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.PoolLibrary.Kind;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.PoolEvidence;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.observe.jvm.InspectedJvm;
import dev.loombench.observe.jvm.figure.PublishedPools;
import dev.loombench.observe.jvm.figure.PublishedPools.PublishedPool;
import dev.loombench.observe.result.Observation.Unavailable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Reads the pools that a JVM publishes, and its executors, at several moments.
final class PoolSampler {
    private static final String UNPUBLISHED = "none is published as a management bean";
    private static final String UNTOLD = "no management bean tells the use of one";

    private final InspectedJvm jvm;
    private final List<PublishedPools> moments = new ArrayList<>();
    private final List<PublishedPools> executors = new ArrayList<>();
    private Optional<String> notRead = Optional.empty();

    PoolSampler(InspectedJvm jvm) {
        this.jvm = jvm;
    }

    void sample() throws IOException {
        moments.add(jvm.pools());
    }

    void sampleExecutors() {
        if (notRead.isEmpty()) {
            try {
                executors.add(jvm.executors());
            } catch (IOException e) {
                notRead = Optional.of("they could not be read: " + e.getMessage());
            }
        }
    }

    PoolEvidence evidence() {
        return new PoolEvidence(of(moments), unread(moments), executors());
    }

    /// The executors that had a thread at any moment; may be none.
    private Part<List<PoolReading>> executors() {
        return notRead.isPresent()
                ? Part.missing(notRead.get())
                : Part.of(of(executors).value().orElse(List.of()));
    }

    /// Why a bean could not be read; empty where that is why no pool is known.
    static Optional<String> unread(List<PublishedPools> moments) {
        return of(moments).value().isEmpty() ? Optional.empty() : failure(moments);
    }

    private static Optional<String> failure(List<PublishedPools> moments) {
        return moments.stream()
                .flatMap(moment -> moment.failed().stream())
                .reduce((_, last) -> last)
                .map(Unavailable::reason);
    }

    /// The pools of some moments, in order of time.
    static Part<List<PoolReading>> of(List<PublishedPools> moments) {
        var readings = new LinkedHashMap<String, List<PublishedPool>>();
        for (var moment : moments) {
            for (var published : moment.pools()) {
                var key = published.pool().library() + " " + published.pool().name();
                readings.computeIfAbsent(key, _ -> new ArrayList<>()).add(published);
            }
        }
        boolean none = readings.isEmpty();
        readings.values().removeIf(PoolSampler::tellsNothing);
        var requests = requestsPerSecond(moments);
        var kinds =
                readings.values().stream()
                        .flatMap(all -> kind(all).stream())
                        .collect(Collectors.groupingBy(kind -> kind, Collectors.counting()));
        return readings.isEmpty()
                ? Part.missing(failure(moments).orElse(none ? UNPUBLISHED : UNTOLD))
                : Part.of(
                        readings.values().stream()
                                .map(all -> reading(all, requests, kinds))
                                .toList());
    }

    /// Whether nothing of its use is known, as of a server whose requests run on virtual threads.
    private static boolean tellsNothing(List<PublishedPool> all) {
        return all.stream()
                .map(PublishedPool::pool)
                .allMatch(pool -> pool.inUse().isEmpty() && pool.waiting().isEmpty());
    }

    /// What a pool of a known library holds.
    private static Optional<Kind> kind(List<PublishedPool> all) {
        return PoolLibrary.named(all.getFirst().pool().library()).map(PoolLibrary::kind);
    }

    /// The requests of the web server are the uses of a pool only where it is the only one of its
    /// kind.
    private static PoolReading reading(
            List<PublishedPool> all, OptionalDouble requests, Map<Kind, Long> kinds) {
        var first = all.getFirst();
        var last = all.getLast();
        var completed =
                perSecond(
                        first.completed(),
                        last.completed(),
                        last.pool().nanos() - first.pool().nanos());
        return new PoolReading(
                all.stream().map(PublishedPool::pool).toList(),
                completed.isPresent()
                                || kind(all).filter(k -> kinds.getOrDefault(k, 0L) == 1).isEmpty()
                        ? completed
                        : requests);
    }

    private static OptionalDouble requestsPerSecond(List<PublishedPools> moments) {
        if (moments.isEmpty()) {
            return OptionalDouble.empty();
        }
        var first = moments.getFirst();
        var last = moments.getLast();
        return perSecond(first.requests(), last.requests(), last.nanos() - first.nanos());
    }

    private static OptionalDouble perSecond(OptionalLong first, OptionalLong last, long nanos) {
        return first.isPresent() && last.isPresent() && nanos > 0
                ? OptionalDouble.of((last.getAsLong() - first.getAsLong()) * 1e9 / nanos)
                : OptionalDouble.empty();
    }
}
