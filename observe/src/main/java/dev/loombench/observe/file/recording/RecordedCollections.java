package dev.loombench.observe.file.recording;

import dev.loombench.observe.file.content.CollectionLog;
import dev.loombench.observe.file.content.CollectionLog.Collection;
import dev.loombench.observe.file.content.CollectionLog.Scope;
import dev.loombench.observe.file.content.CollectionLog.Span;
import dev.loombench.observe.file.content.CollectionLog.Stop;
import dev.loombench.observe.file.content.CollectionLog.Unread;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;

/// The collections in the events of a flight recording, which are not in order.
public final class RecordedCollections {
    /// The event of a collection.
    public static final String COLLECTION = "jdk.GarbageCollection";

    private static final int MOST = 500_000;

    /// Names of collectors of the whole heap that stop all threads.
    private static final List<String> FULL = List.of("G1Full", "SerialOld", "ParallelOld", "Full");

    /// Not counted as an operation of its own.
    private static final String PAUSE = "";

    /// A collection, a stall or another operation as its event has it.
    private record Recorded(
            Instant start, Instant end, long pauseNanos, String name, String cause) {
        /// ZGC and Shenandoah work beside the application.
        boolean isCycle() {
            return name.startsWith("Z") || name.startsWith("Shenandoah");
        }

        Scope scope() {
            if (isCycle()) {
                return name.endsWith("Minor") ? Scope.MINOR_CYCLE : Scope.CYCLE;
            }
            return FULL.contains(name) ? Scope.FULL : Scope.PART;
        }
    }

    /// A collection has an event for each generation of ZGC too.
    private final Map<Long, Recorded> collections = new HashMap<>();

    private final Map<Long, Long> heapAfter = new HashMap<>();
    private final Map<Long, Integer> pauses = new HashMap<>();
    private final List<Recorded> stalls = new ArrayList<>();

    /// Operations that stopped all threads and are no collections; of at least 10 ms by default.
    private final List<Recorded> operations = new ArrayList<>();

    private boolean recorded;
    private Optional<Boolean> enabled = Optional.empty();
    private long omitted;

    /// Whether collections are recorded, by one of the settings, which may change within a file.
    public void setEnabled(boolean value) {
        enabled = Optional.of(value || enabled.orElse(false));
    }

    public void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case COLLECTION -> collection(event);
            case "jdk.GCHeapSummary" -> heap(event);
            case "jdk.GCPhasePause" -> pauses.merge(event.getLong("gcId"), 1, Integer::sum);
            case "jdk.GCConfiguration", "jdk.GCHeapConfiguration" -> recorded = true;
            case "jdk.ZAllocationStall" -> {
                if (stalls.size() < MOST) {
                    stalls.add(new Recorded(event.getStartTime(), event.getEndTime(), 0, "", ""));
                }
            }
            case "jdk.ExecuteVMOperation" -> operation(event);
            default -> {
                // other events say nothing about collections
            }
        }
    }

    private void collection(RecordedEvent event) {
        recorded = true;
        if (collections.size() >= MOST) {
            omitted++;
            return;
        }
        collections.put(
                event.getLong("gcId"),
                new Recorded(
                        event.getStartTime(),
                        event.getEndTime(),
                        event.getDuration("sumOfPauses").toNanos(),
                        String.valueOf(event.getString("name")),
                        String.valueOf(event.getString("cause"))));
    }

    private void operation(RecordedEvent event) {
        if (event.getBoolean("safepoint") && operations.size() < MOST) {
            operations.add(
                    new Recorded(
                            event.getStartTime(),
                            event.getEndTime(),
                            0,
                            String.valueOf(event.getString("operation")),
                            ""));
        }
    }

    private void heap(RecordedEvent event) {
        if ("After GC".equals(event.getString("when")) && heapAfter.size() < MOST) {
            heapAfter.put(event.getLong("gcId"), event.getLong("heapUsed"));
        }
    }

    /// @return empty where collections were not recorded, or no time passed
    public Optional<CollectionLog> log(Instant start, Instant end) {
        boolean unseen = collections.isEmpty() && !enabled.orElse(true);
        if (!recorded || unseen || !end.isAfter(start)) {
            return Optional.empty();
        }
        var all = new ArrayList<Collection>();
        collections.forEach((id, collection) -> all.add(of(id, collection, start)));
        all.sort(Comparator.comparingLong(Collection::endNanos));
        return Optional.of(
                new CollectionLog(
                        0,
                        nanos(start, end),
                        all,
                        stops(all, start),
                        stalls.stream()
                                .map(s -> new Span(nanos(start, s.end), nanos(s.start, s.end)))
                                .toList(),
                        omitted,
                        Unread.NONE,
                        List.of()));
    }

    /// The pauses of collections and the other operations; none where no operation was recorded. A
    /// collection within an operation, as of one that counts the objects, is a part of it.
    private List<Stop> stops(List<Collection> all, Instant start) {
        var others =
                operations.stream()
                        .map(o ->
                                new Stop(
                                        nanos(start, o.end),
                                        nanos(o.start, o.end),
                                        OptionalLong.empty(),
                                        o.name))
                        .filter(stop -> !stop.isCollection())
                        .toList();
        var spans = new TreeMap<Long, Long>();
        others.forEach(stop ->
                spans.merge(stop.endNanos() - stop.durationNanos(), stop.endNanos(), Long::max));
        var pauses =
                all.stream()
                        .filter(c -> !isWithin(c, spans))
                        .map(c ->
                                new Stop(
                                        c.endNanos(), c.pauseNanos(), OptionalLong.empty(), PAUSE));
        return others.isEmpty()
                ? List.of()
                : Stream.concat(others.stream(), pauses)
                        .sorted(Comparator.comparingLong(Stop::endNanos))
                        .toList();
    }

    /// @param spans start -> end
    private static boolean isWithin(Collection collection, NavigableMap<Long, Long> spans) {
        var span = spans.floorEntry(collection.startNanos());
        return span != null && collection.endNanos() <= span.getValue();
    }

    private Collection of(long id, Recorded collection, Instant start) {
        var heap = heapAfter.get(id);
        return new Collection(
                nanos(start, collection.start),
                nanos(start, collection.end),
                collection.pauseNanos,
                pauses.getOrDefault(id, 1),
                collection.scope(),
                collection.cause,
                heap == null ? OptionalLong.empty() : OptionalLong.of(heap));
    }

    private static long nanos(Instant from, Instant to) {
        return Duration.between(from, to).toNanos();
    }
}
