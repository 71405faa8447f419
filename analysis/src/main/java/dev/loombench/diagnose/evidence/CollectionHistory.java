package dev.loombench.diagnose.evidence;

import dev.loombench.observe.jvm.figure.CollectionState;
import dev.loombench.observe.jvm.figure.GarbageCollectors;
import dev.loombench.observe.jvm.figure.GarbageCollectors.Bean;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;

/// The collections of a JVM over time.
///
/// Shares are of the time between the first sample and the last. The JVM counts a pause or a cycle
/// when it ends; one that ends after the first sample may have begun before, so that no more counts
/// than the time since the first sample.
///
/// @param samples at least two, in order of time, whose collectors count their pauses
public record CollectionHistory(List<Sample> samples) {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final double NANOS_PER_SECOND = 1e9;

    /// The least time until all threads have stopped, ns, that is late. It is well below 1 ms where
    /// each of them reaches a safepoint in time.
    public static final long LATE_NANOS = 10 * NANOS_PER_MILLI;

    /// Causes of a collection for which threads wait until there is memory again.
    private static final Set<String> STALLS = Set.of("Allocation Stall", "Allocation Failure");

    /// Time for which the JVM stopped all threads, collections included.
    ///
    /// @param nanos of safepoints of all kinds
    /// @param reachingNanos of these, until all threads had stopped; empty where it is unknown
    /// @param count of safepoints; empty where it is unknown
    /// @param each what is known where each stop is shown, as in a log; empty by counters
    public record Stops(
            long nanos, OptionalLong reachingNanos, OptionalLong count, Optional<Each> each) {
        public static final Stops NONE =
                new Stops(0, OptionalLong.of(0), OptionalLong.of(0), Optional.empty());

        /// The time after all threads had stopped; with the time before where that is unknown.
        private long stoppedNanos() {
            return nanos - reachingNanos.orElse(0);
        }

        public Stops plus(Stops other) {
            return with(other, 1);
        }

        public Stops minus(Stops other) {
            return with(other, -1);
        }

        private Stops with(Stops other, int sign) {
            return new Stops(
                    nanos + sign * other.nanos,
                    sum(reachingNanos, other.reachingNanos, sign),
                    sum(count, other.count, sign),
                    each.flatMap(own -> other.each.map(others -> own.with(others, sign))));
        }

        private static OptionalLong sum(OptionalLong a, OptionalLong b, int sign) {
            return a.isPresent() && b.isPresent()
                    ? OptionalLong.of(a.getAsLong() + sign * b.getAsLong())
                    : OptionalLong.empty();
        }
    }

    /// Single stops, added up.
    ///
    /// @param operations that are no collections -> time for which all threads had stopped for them
    /// @param named whether the operation of each stop is known
    /// @param lateNanos times of [#LATE_NANOS] or more until all threads had stopped
    public record Each(Map<String, Long> operations, boolean named, long lateNanos) {
        public Each {
            operations = Map.copyOf(operations);
        }

        private Each with(Each other, int sign) {
            var sums = new HashMap<>(operations);
            other.operations.forEach((name, part) -> sums.merge(name, sign * part, Long::sum));
            return new Each(sums, named && other.named, lateNanos + sign * other.lateNanos);
        }
    }

    /// The state at one moment.
    ///
    /// @param nanos on the monotonic clock
    /// @param stops of all threads so far; empty where they are unknown
    /// @param cause of the collection in progress, `No GC` without one; empty where it is unknown
    /// @param latest cause of the collection in progress, else of the last one; empty where it is
    ///   unknown
    public record Sample(
            long nanos,
            CollectionState state,
            Optional<Stops> stops,
            Optional<String> cause,
            Optional<String> latest) {
        private GarbageCollectors collectors() {
            return state.collectors();
        }

        private long pauseNanos() {
            return NANOS_PER_MILLI * collectors().pauseMillis().orElseThrow();
        }

        /// In cycles, whose pauses are a part of them, or in pauses without cycles.
        private long workNanos() {
            return collectors().hasCycles()
                    ? NANOS_PER_MILLI * collectors().cycles().stream().mapToLong(Bean::millis).sum()
                    : pauseNanos();
        }
    }

    public CollectionHistory {
        if (samples.size() < 2) {
            throw new IllegalArgumentException("a history of %d samples".formatted(samples.size()));
        }
        samples = List.copyOf(samples);
    }

    /// The share of the time in which collections had stopped all threads.
    public double pauseShare() {
        return share(Sample::pauseNanos);
    }

    /// The same of safepoints of all kinds, collections included; empty where it is unknown.
    public OptionalDouble safepointShare() {
        return stopShare(Stops::nanos);
    }

    /// The share of the time in which all threads had stopped for anything but a collection, where
    /// that is known without the time until they had: of all stops less the pauses of collections,
    /// and where each is named, no more than what the operations took, as collections may be known
    /// for a part of the time only. Empty where it is unknown.
    public OptionalDouble otherStopShare() {
        var stopped = stopShare(Stops::stoppedNanos);
        if (stopped.isEmpty()) {
            return stopped;
        }
        double other = Math.max(0, stopped.getAsDouble() - pauseShare());
        return OptionalDouble.of(
                each().filter(Each::named).isPresent()
                        ? Math.min(other, operationsShare())
                        : other);
    }

    /// The share of the time in which threads had been requested to stop, and not all had. Empty
    /// where it is unknown.
    public OptionalDouble reachingShare() {
        boolean known =
                samples.stream()
                        .allMatch(s ->
                                s.stops.filter(t -> t.reachingNanos().isPresent()).isPresent());
        return known
                ? stopShare(stops -> stops.reachingNanos().getAsLong())
                : OptionalDouble.empty();
    }

    /// The mean time between a request to stop and the moment at which all threads had stopped, s.
    /// Empty where it is unknown, and without any stop.
    public OptionalDouble meanReachingSeconds() {
        var stops = stops();
        return stops.filter(s -> s.reachingNanos().isPresent() && s.count().orElse(0) > 0)
                .map(s ->
                        OptionalDouble.of(
                                (double) s.reachingNanos().getAsLong()
                                        / s.count().getAsLong()
                                        / NANOS_PER_SECOND))
                .orElse(OptionalDouble.empty());
    }

    /// Whether its collector leaves loops with a counter without safepoints unless an option sets
    /// some.
    public boolean leavesLoopsWithoutSafepoints() {
        return samples.getLast().collectors().leaveLoopsWithoutSafepoints();
    }

    /// Operations that are no collections -> the share of the time for which each stopped the
    /// threads, the largest first. Empty where they are not named.
    public Map<String, Double> operationShares() {
        var shares = new LinkedHashMap<String, Double>();
        each().map(Each::operations).orElse(Map.of()).entrySet().stream()
                .filter(operation -> operation.getValue() > 0)
                .sorted(
                        Map.Entry.<String, Long>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                .forEach(operation -> shares.put(operation.getKey(), ofAll(operation.getValue())));
        return shares;
    }

    private double operationsShare() {
        return operationShares().values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /// The share of the time in which threads waited for others that had not stopped [#LATE_NANOS]
    /// after the request to stop, from the request on. Empty where single stops are unknown.
    public OptionalDouble lateShare() {
        return each().stream().mapToDouble(stops -> ofAll(stops.lateNanos())).findFirst();
    }

    /// At most 1: what ends after the first sample may have begun before.
    private double ofAll(long nanos) {
        double all = samples.getLast().nanos - samples.getFirst().nanos;
        return all == 0 ? 0 : Math.min(1, nanos / all);
    }

    private Optional<Each> each() {
        return stops().flatMap(Stops::each);
    }

    /// Those between the first sample and the last.
    private Optional<Stops> stops() {
        var first = samples.getFirst().stops;
        return samples.getLast()
                .stops
                .filter(_ -> first.isPresent())
                .map(last -> last.minus(first.orElseThrow()));
    }

    private OptionalDouble stopShare(ToLongFunction<Stops> counted) {
        return samples.stream().allMatch(s -> s.stops.isPresent())
                ? OptionalDouble.of(share(s -> counted.applyAsLong(s.stops.orElseThrow())))
                : OptionalDouble.empty();
    }

    /// The share of the time in which a collector worked beside the application: that of the bean
    /// with the most, as cycles of two may run at once. Empty where none works so.
    public OptionalDouble cycleShare() {
        return samples.getLast().collectors().cycles().stream()
                .map(Bean::name)
                .mapToDouble(name -> share(s -> cycleNanos(s, name)))
                .max();
    }

    private static long cycleNanos(Sample sample, String bean) {
        return sample.collectors().cycles().stream()
                .filter(cycles -> cycles.name().equals(bean))
                .mapToLong(cycles -> NANOS_PER_MILLI * cycles.millis())
                .sum();
    }

    /// The share of the moments at which a collection was in progress that began because threads
    /// waited for memory. Empty where no collector works beside the application, so that they wait
    /// in its pauses, and where the cause is unknown.
    public OptionalDouble stallShare() {
        return samples.getLast().collectors().hasCycles()
                        && samples.stream().allMatch(s -> s.cause.isPresent())
                ? samples.stream().mapToInt(s -> STALLS.contains(s.cause.get()) ? 1 : 0).average()
                : OptionalDouble.empty();
    }

    /// The share of the time that collections took from all threads that need memory: that of
    /// pauses, or of stalls where it is larger.
    public double lostShare() {
        return Math.max(pauseShare(), stallShare().orElse(0));
    }

    /// About the share of the collectors' time that collections with some causes took: all of it
    /// between two samples is taken as that of the latest cause at the second.
    public double causedShare(Set<String> causes) {
        long caused = 0;
        long all = 0;
        for (int i = 1; i < samples.size(); i++) {
            var to = samples.get(i);
            long spent = to.workNanos() - samples.get(i - 1).workNanos();
            all += spent;
            caused += to.latest.filter(causes::contains).isPresent() ? spent : 0;
        }
        return all == 0 ? 0 : (double) caused / all;
    }

    /// Collections that ended meanwhile; empty where they are not counted.
    public OptionalLong count() {
        return added(GarbageCollectors::count);
    }

    /// Those of the whole heap with all threads stopped; empty where they are not counted apart.
    public OptionalLong full() {
        return added(GarbageCollectors::full);
    }

    /// The most full collections that followed one another without another one in between, as far
    /// as samples show it: those of successive intervals in which no others ended.
    public OptionalLong fullInARow() {
        if (full().isEmpty() || count().isEmpty()) {
            return OptionalLong.empty();
        }
        long row = 0;
        long most = 0;
        for (int i = 1; i < samples.size(); i++) {
            long full = added(i, GarbageCollectors::full);
            row = added(i, GarbageCollectors::count) == full ? row + full : 0;
            most = Math.max(most, row);
        }
        return OptionalLong.of(most);
    }

    /// The least heap that was in use after collections, bytes: more than what lives by what was
    /// not collected, and less where a pool has not been collected. That of the later half of the
    /// samples: a log has the start of the JVM too, when little lived. Empty where it is unknown,
    /// and before the first collection.
    public OptionalLong leastHeapAfter() {
        var after =
                samples.stream()
                        .flatMapToLong(s -> s.state.heapAfterBytes().stream())
                        .filter(bytes -> bytes > 0)
                        .toArray();
        return Arrays.stream(after, after.length / 2, after.length).min();
    }

    private double share(ToLongFunction<Sample> counted) {
        long spent = 0;
        for (int i = 1; i < samples.size(); i++) {
            var to = samples.get(i);
            long added = counted.applyAsLong(to) - counted.applyAsLong(samples.get(i - 1));
            spent = Math.min(spent + added, to.nanos - samples.getFirst().nanos);
        }
        long all = samples.getLast().nanos - samples.getFirst().nanos;
        return all == 0 ? 0 : (double) spent / all;
    }

    private interface Figure {
        OptionalLong of(GarbageCollectors collectors);
    }

    private OptionalLong added(Figure figure) {
        var first = figure.of(samples.getFirst().collectors());
        var last = figure.of(samples.getLast().collectors());
        return first.isPresent() && last.isPresent()
                ? OptionalLong.of(last.getAsLong() - first.getAsLong())
                : OptionalLong.empty();
    }

    private long added(int end, Figure figure) {
        return figure.of(samples.get(end).collectors()).orElseThrow()
                - figure.of(samples.get(end - 1).collectors()).orElseThrow();
    }
}
