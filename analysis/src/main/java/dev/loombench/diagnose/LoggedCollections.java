package dev.loombench.diagnose;

import dev.loombench.diagnose.evidence.CollectionHistory;
import dev.loombench.diagnose.evidence.CollectionHistory.Each;
import dev.loombench.diagnose.evidence.CollectionHistory.Sample;
import dev.loombench.diagnose.evidence.CollectionHistory.Stops;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.observe.file.content.CollectionLog;
import dev.loombench.observe.file.content.CollectionLog.Collection;
import dev.loombench.observe.file.content.CollectionLog.Scope;
import dev.loombench.observe.file.content.CollectionLog.Span;
import dev.loombench.observe.file.content.CollectionLog.Stop;
import dev.loombench.observe.jvm.figure.CollectionState;
import dev.loombench.observe.jvm.figure.GarbageCollectors;
import dev.loombench.observe.jvm.figure.GarbageCollectors.Bean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The history of the collections of a log, as if the JVM's beans had been sampled meanwhile: in
/// the minute in which collectors and other stops took most, since the log of a day hides a bad
/// hour.
///
/// @param log what was logged
/// @param startNanos of that minute, on the log's clock
/// @param endNanos its end, at most that of the log
record LoggedCollections(CollectionLog log, long startNanos, long endNanos) {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MINUTE = 60_000 * NANOS_PER_MILLI;

    /// The share of a shorter log is that of single collections.
    private static final long SHORTEST = 2_000 * NANOS_PER_MILLI;

    /// Ten per second in a minute.
    private static final int SAMPLES = 600;

    private static final String NONE = "No GC";
    private static final String STALL = "Allocation Stall";

    /// The minute that ends with the collection, or another stop, whose last minute has the most
    /// work of collectors and other stops.
    static LoggedCollections of(CollectionLog logged) {
        var log = logged.orByStops();
        var all =
                Stream.concat(
                                log.collections().stream(),
                                log.otherStops().stream().map(Stop::asPause))
                        .sorted(Comparator.comparingLong(Collection::endNanos))
                        .toList();
        long most = -1;
        var work = new Work();
        long end = log.endNanos();
        int first = 0;
        for (int i = 0; i < all.size(); i++) {
            work.add(all.get(i), 1);
            while (all.get(first).endNanos() <= all.get(i).endNanos() - MINUTE) {
                work.add(all.get(first++), -1);
            }
            if (work.nanos() >= most) {
                most = work.nanos();
                end = all.get(i).endNanos();
            }
        }
        long start = Math.max(log.startNanos(), Math.min(end, log.endNanos()) - MINUTE);
        return new LoggedCollections(log, start, Math.min(log.endNanos(), start + MINUTE));
    }

    /// Whether it is a part of the log.
    boolean isPart() {
        return endNanos - startNanos < log.nanos();
    }

    Part<CollectionHistory> history() {
        if (!log.hasDurations()) {
            return Part.missing(Unseen.DURATIONS);
        }
        return endNanos - startNanos < SHORTEST
                ? Part.missing("the log shows collections in less than 2 s")
                : Part.of(new CollectionHistory(samples()));
    }

    private List<Sample> samples() {
        var samples = new ArrayList<Sample>();
        var beans = new Beans(log.hasCycles());
        var collections = log.collections();
        var stops = log.stops();
        var stalls =
                log.stalls().stream()
                        .filter(s -> s.endNanos() > startNanos)
                        .filter(s -> s.endNanos() - s.durationNanos() <= endNanos)
                        .toList();
        int collection = 0;
        int stop = 0;
        var stopped = new StopCounts();
        for (int i = 0; i <= SAMPLES; i++) {
            long nanos = startNanos + (long) ((double) i / SAMPLES * (endNanos - startNanos));
            while (collection < collections.size()
                    && collections.get(collection).endNanos() <= nanos) {
                beans.add(collections.get(collection++));
            }
            while (stop < stops.size() && stops.get(stop).endNanos() <= nanos) {
                stopped.add(stops.get(stop++));
            }
            samples.add(
                    new Sample(
                            nanos,
                            beans.state(),
                            stops.isEmpty() ? Optional.empty() : Optional.of(stopped.stops()),
                            Optional.of(cause(nanos, stalls, collections, collection)),
                            latest(collections, collection)));
        }
        return samples;
    }

    /// The cause of the last collection that has ended.
    ///
    /// @param next the first one that ends later
    private static Optional<String> latest(List<Collection> collections, int next) {
        return next == 0 ? Optional.empty() : Optional.of(collections.get(next - 1).cause());
    }

    /// The cause of the collection in progress; a stall where a thread waited for memory.
    ///
    /// @param next the first collection that ends later
    private static String cause(
            long nanos, List<Span> stalls, List<Collection> collections, int next) {
        if (stalls.stream().anyMatch(stall -> stall.contains(nanos))) {
            return STALL;
        }
        return collections.subList(next, Math.min(collections.size(), next + 2)).stream()
                .filter(c -> c.startNanos() <= nanos)
                .map(Collection::cause)
                .findFirst()
                .orElse(NONE);
    }

    /// What collectors did. Cycles of two kinds may run at once, so that those of the kind with the
    /// most count.
    private static final class Work {
        private final Map<Scope, Long> nanos = new EnumMap<>(Scope.class);

        /// @param sign 1 for a collection more, -1 for one less
        void add(Collection collection, int sign) {
            nanos.merge(collection.scope(), sign * collection.workNanos(), Long::sum);
        }

        long nanos() {
            long paused = sum(Scope.PART) + sum(Scope.FULL);
            return Math.max(paused, Math.max(sum(Scope.MINOR_CYCLE), sum(Scope.CYCLE)));
        }

        private long sum(Scope scope) {
            return nanos.getOrDefault(scope, 0L);
        }
    }

    /// What the JVM's counters of stops would show, with the operations.
    private static final class StopCounts {
        private final Map<String, Long> operations = new HashMap<>();
        private long nanos;
        private long reachingNanos;
        private long lateNanos;
        private long count;
        private boolean reachingKnown = true;
        private boolean named = true;

        void add(Stop stop) {
            long reaching = stop.reachingNanos().orElse(0);
            nanos += stop.durationNanos();
            reachingNanos += reaching;
            lateNanos += reaching >= CollectionHistory.LATE_NANOS ? reaching : 0;
            named &= !stop.operation().isEmpty();
            reachingKnown &= stop.reachingNanos().isPresent();
            count++;
            if (!stop.isCollection() && !stop.operation().isEmpty()) {
                operations.merge(stop.operation(), stop.asPause().pauseNanos(), Long::sum);
            }
        }

        Stops stops() {
            return new Stops(
                    nanos,
                    reachingKnown ? OptionalLong.of(reachingNanos) : OptionalLong.empty(),
                    OptionalLong.of(count),
                    Optional.of(new Each(operations, named, lateNanos)));
        }
    }

    /// What the beans of the collectors would count.
    private static final class Beans {
        private final boolean hasCycles;
        private final Map<Scope, Long> counts = new EnumMap<>(Scope.class);
        private final Map<Scope, Long> nanos = new EnumMap<>(Scope.class);
        private long pauses;
        private long pauseNanos;
        private OptionalLong heapAfter = OptionalLong.empty();

        Beans(boolean hasCycles) {
            this.hasCycles = hasCycles;
        }

        void add(Collection collection) {
            counts.merge(collection.scope(), 1L, Long::sum);
            nanos.merge(collection.scope(), collection.workNanos(), Long::sum);
            pauses += collection.pauses();
            pauseNanos += collection.pauseNanos();
            heapAfter =
                    collection.heapAfterBytes().isPresent()
                            ? collection.heapAfterBytes()
                            : heapAfter;
        }

        CollectionState state() {
            return new CollectionState(
                    new GarbageCollectors(
                            hasCycles
                                    ? List.of(
                                            bean("Minor Cycles", Scope.MINOR_CYCLE),
                                            bean("Cycles", Scope.CYCLE),
                                            new Bean("Pauses", pauses, millis(pauseNanos)))
                                    : List.of(
                                            bean("Young", Scope.PART),
                                            bean(GarbageCollectors.FULL_OF_LOG, Scope.FULL))),
                    heapAfter);
        }

        private Bean bean(String name, Scope scope) {
            return new Bean(
                    name, counts.getOrDefault(scope, 0L), millis(nanos.getOrDefault(scope, 0L)));
        }

        private static long millis(long nanos) {
            return nanos / NANOS_PER_MILLI;
        }
    }
}
