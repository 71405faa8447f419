package dev.loombench.observe.file.content;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The collections that a log or a recording shows.
///
/// @param startNanos when it begins, since any fixed moment
/// @param endNanos when it ends, after the start
/// @param collections in the order of their ends; the first ones where there are too many
/// @param stops of all threads, collections included; empty where they are not logged
/// @param stalls times in which a thread waited for memory
/// @param omitted collections beyond the number that is kept
/// @param unread what its lines do not show
/// @param otherRuns of a JVM that the same log shows before this one, in the order of the log; the
///   last [#MOST_RUNS]
public record CollectionLog(
        long startNanos,
        long endNanos,
        List<Collection> collections,
        List<Stop> stops,
        List<Span> stalls,
        long omitted,
        Unread unread,
        List<Run> otherRuns) {
    /// Of a log that is never emptied, while its JVM is started again and again.
    public static final int MOST_RUNS = 64;

    /// Of the collections, which single lines that are damaged do not reach.
    private static final double MOST_UNREAD = 0.1;

    public CollectionLog {
        collections = List.copyOf(collections);
        stops = List.copyOf(stops);
        stalls = List.copyOf(stalls);
        otherRuns = List.copyOf(otherRuns);
    }

    /// A run that does not count.
    ///
    /// @param startNanos when it begins, on its own clock
    /// @param endNanos when it ends
    public record Run(long startNanos, long endNanos, long collections) {}

    /// One collection.
    ///
    /// @param startNanos when it began, as far as it is shown
    /// @param endNanos when it ended
    /// @param pauseNanos for which it had stopped all threads
    /// @param pauses how often it had stopped them
    /// @param scope what it collected, and how
    /// @param cause as in `Allocation Stall`; empty where it is not shown
    /// @param heapAfterBytes heap in use after it; empty where it is not shown
    public record Collection(
            long startNanos,
            long endNanos,
            long pauseNanos,
            int pauses,
            Scope scope,
            String cause,
            OptionalLong heapAfterBytes) {
        /// The time that the collector took: of pauses, and of the whole cycle where it worked
        /// beside the application.
        public long workNanos() {
            return scope.isCycle() ? endNanos - startNanos : pauseNanos;
        }

        private Ended ended() {
            return new Ended(endNanos, scope, heapAfterBytes);
        }

        private Collection fuller(Collection other) {
            return pauses >= other.pauses ? this : other;
        }
    }

    /// What each log of a collection shows of it, whichever of its lines the log has.
    private record Ended(long nanos, Scope scope, OptionalLong heapAfterBytes) {}

    /// How a collection worked.
    public enum Scope {
        /// With all threads stopped, a part of the heap; also the pauses of a concurrent cycle of
        /// G1.
        PART,
        /// With all threads stopped, the whole heap.
        FULL,
        /// Beside the application, of the young generation of ZGC; one of the whole heap may work
        /// at the same time.
        MINOR_CYCLE,
        /// Beside the application, any other.
        CYCLE;

        public boolean isCycle() {
            return this == MINOR_CYCLE || this == CYCLE;
        }
    }

    /// What was in the log and could not be read.
    ///
    /// @param collections that have lines of which none shows a duration; a concurrent cycle of G1
    ///   may be one
    /// @param pauses whose lines show a duration in a form that is not known
    public record Unread(long collections, long pauses) {
        public static final Unread NONE = new Unread(0, 0);

        private Unread and(Unread other) {
            return new Unread(collections + other.collections, pauses + other.pauses);
        }
    }

    /// A stop of all threads.
    ///
    /// @param endNanos when they may go on
    /// @param durationNanos from the request to stop until then
    /// @param reachingNanos of it, until all had stopped; empty where it is not shown
    /// @param operation for which they stopped, as in `ThreadDump`; empty where it is not shown
    public record Stop(
            long endNanos, long durationNanos, OptionalLong reachingNanos, String operation) {
        /// Of HotSpot's `vmOperation.hpp`. `GC_HeapInspection` counts objects.
        private static final Pattern COLLECTION =
                Pattern.compile(
                        "(?:G1|Gen|Serial|Parallel|Shenandoah|CollectFor|CGC_|CMS_|[XZ][A-Z]).*");

        /// Whether it is the pause of a collection.
        public boolean isCollection() {
            return COLLECTION.matcher(operation).matches();
        }

        /// The same as a pause; a collection as far as a stop shows it, which is without work
        /// beside the application.
        public Collection asPause() {
            long paused = durationNanos - reachingNanos.orElse(0);
            return new Collection(
                    endNanos - paused,
                    endNanos,
                    paused,
                    1,
                    operation.contains("Full") ? Scope.FULL : Scope.PART,
                    "",
                    OptionalLong.empty());
        }
    }

    /// A time, which ends with its duration.
    public record Span(long endNanos, long durationNanos) {
        public boolean contains(long nanos) {
            return nanos < endNanos && nanos >= endNanos - durationNanos;
        }
    }

    /// Its length, ns.
    public long nanos() {
        return endNanos - startNanos;
    }

    /// Whether the collector worked beside the application.
    public boolean hasCycles() {
        return collections.stream().anyMatch(c -> c.scope.isCycle());
    }

    /// Whether the time that collections took is known.
    public boolean hasDurations() {
        return collections.isEmpty()
                ? unread.equals(Unread.NONE)
                : unread.pauses + cyclesWithoutLength() <= MOST_UNREAD * collections.size();
    }

    /// Cycles of which only the last line was read, and that without their length, as `-Xlog:gc` of
    /// JDK 21 logs those of ZGC. Where threads waited for memory, these times show what is wrong,
    /// and so does a pause, as that of Shenandoah's degenerated collections, which have one line.
    private long cyclesWithoutLength() {
        return stalls.isEmpty()
                ? collections.stream()
                        .filter(c -> c.scope.isCycle() && c.startNanos == c.endNanos)
                        .filter(c -> c.pauseNanos == 0)
                        .count()
                : 0;
    }

    /// Whether another log is of another process: it shows other collections, or other stops, at
    /// the same time. A collection and its stop have different times.
    public boolean contradicts(CollectionLog other) {
        long from = Math.max(startNanos, other.startNanos);
        long to = Math.min(endNanos, other.endNanos);
        return differ(collections(from, to), other.collections(from, to))
                || differ(stops(from, to), other.stops(from, to));
    }

    private static <T> boolean differ(Set<T> own, Set<T> others) {
        return !own.isEmpty() && !others.isEmpty() && own.stream().noneMatch(others::contains);
    }

    private Set<Ended> collections(long from, long to) {
        return collections.stream()
                .filter(c -> c.startNanos > from && c.endNanos < to)
                .map(Collection::ended)
                .collect(Collectors.toSet());
    }

    private Set<Stop> stops(long from, long to) {
        return stops.stream()
                .filter(s -> s.endNanos - s.durationNanos > from && s.endNanos < to)
                .collect(Collectors.toSet());
    }

    /// The stops for operations that are no collections.
    public List<Stop> otherStops() {
        return stops.stream().filter(s -> !s.isCollection() && !s.operation.isEmpty()).toList();
    }

    /// The same with the collections that its stops are, where it shows no others, as a log of
    /// safepoints alone.
    public CollectionLog orByStops() {
        return collections.isEmpty() && unread.equals(Unread.NONE)
                ? new CollectionLog(
                        startNanos,
                        endNanos,
                        stops.stream().filter(Stop::isCollection).map(Stop::asPause).toList(),
                        stops,
                        stalls,
                        omitted,
                        unread,
                        otherRuns)
                : this;
    }

    /// This log and another of the same process, as after a rotation.
    public CollectionLog and(CollectionLog other) {
        return new CollectionLog(
                Math.min(startNanos, other.startNanos),
                Math.max(endNanos, other.endNanos),
                merged(collections, other.collections),
                merged(stops, other.stops, Stop::endNanos),
                merged(stalls, other.stalls, Span::endNanos),
                omitted + other.omitted,
                unread.and(other.unread),
                Stream.concat(otherRuns.stream(), other.otherRuns.stream()).distinct().toList());
    }

    /// Each once: a log with fewer tags has the same ones with fewer lines.
    private static List<Collection> merged(List<Collection> a, List<Collection> b) {
        return Stream.concat(a.stream(), b.stream())
                .collect(
                        Collectors.toMap(
                                Collection::ended,
                                Function.identity(),
                                Collection::fuller,
                                LinkedHashMap::new))
                .values()
                .stream()
                .sorted(Comparator.comparingLong(Collection::endNanos))
                .toList();
    }

    /// Without those that both have, as overlapping copies do.
    private static <T> List<T> merged(List<T> a, List<T> b, ToLongFunction<T> end) {
        return Stream.concat(a.stream(), b.stream())
                .distinct()
                .sorted(Comparator.comparingLong(end))
                .toList();
    }
}
