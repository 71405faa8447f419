package dev.loombench.observe.file.recording;

import dev.loombench.observe.file.content.LockWaits;
import dev.loombench.observe.file.content.LockWaits.Queue;
import dev.loombench.observe.jvm.RecordedPins;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;

/// The waits for locks in the events of a flight recording, which are not in order: by their added
/// up times, how many threads waited for a lock on average in each second.
///
/// The JVM records a wait when it ends, from a threshold on. It has those of platform threads; of
/// virtual threads only those that keep their carriers, as for a monitor before JDK 24.
///
/// Source: `ObjectMonitor::enter` and `Unsafe_Park` of HotSpot.
public final class RecordedLocks {
    public static final String MONITOR = "jdk.JavaMonitorEnter";
    public static final String PARK = "jdk.ThreadPark";

    /// Those that a collection has moved count again.
    private static final int MOST_LOCKS = 20_000;

    /// Of all locks, those in which waits begin or end, and those that are kept.
    private static final int MOST_SECONDS = 1_000_000;

    /// Of a lock.
    private static final int MOST_STACKS = 20;

    /// The last day of a longer recording is read.
    private static final long LONGEST_SECONDS = 86_400;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /// `20 ms`.
    private static final Pattern TIME = Pattern.compile("(\\d{1,9}) (ns|us|ms|s|m|h|d)");

    private final Map<PrintedLock, Waits> locks = new HashMap<>();
    private final Map<String, Long> thresholds = new HashMap<>();
    private final Map<String, Boolean> enabled = new HashMap<>();
    private int seconds;

    /// A setting of an event by its name.
    public void setting(String event, String name, String value) {
        if (!event.equals(MONITOR) && !event.equals(PARK)) {
            return;
        }
        if (name.equals("enabled")) {
            enabled.merge(event, value.equals("true"), Boolean::logicalOr);
        } else if (name.equals("threshold")) {
            thresholds.merge(event, nanos(value), Math::max);
        }
    }

    private static long nanos(String text) {
        var time = TIME.matcher(text);
        if (!time.matches()) {
            return 0;
        }
        long unit =
                switch (time.group(2)) {
                    case "ns" -> 1;
                    case "us" -> 1_000;
                    case "ms" -> 1_000_000;
                    case "m" -> 60 * NANOS_PER_SECOND;
                    case "h" -> 3_600 * NANOS_PER_SECOND;
                    case "d" -> 86_400 * NANOS_PER_SECOND;
                    default -> NANOS_PER_SECOND;
                };
        return Long.parseLong(time.group(1)) * unit;
    }

    /// @param event of a wait
    public void add(RecordedEvent event) {
        var frames = RecordedPins.frames(event);
        if (!frames.isEmpty()) {
            lock(event)
                    .ifPresent(lock -> add(lock, event.getStartTime(), event.getEndTime(), frames));
        }
    }

    /// @param frames of the thread that waited, at least one
    void add(PrintedLock lock, Instant start, Instant end, List<String> frames) {
        if (seconds < MOST_SECONDS && (locks.size() < MOST_LOCKS || locks.containsKey(lock))) {
            var waits = locks.computeIfAbsent(lock, _ -> new Waits());
            int before = waits.seconds.size();
            waits.add(start, end, frames);
            seconds += waits.seconds.size() - before;
        }
    }

    /// That for which a thread waited; empty where it parked for something else.
    static Optional<PrintedLock> lock(RecordedEvent event) {
        return event.getEventType().getName().equals(MONITOR)
                ? lock(event, "monitorClass", Kind.MONITOR)
                : lock(event, "parkedClass", Kind.SYNCHRONIZER)
                        .filter(lock -> PrintedLock.isExclusive(lock.type()));
    }

    private static Optional<PrintedLock> lock(RecordedEvent event, String field, Kind kind) {
        if (!event.hasField(field) || !event.hasField("address")) {
            return Optional.empty();
        }
        RecordedClass type = event.getClass(field);
        return Optional.ofNullable(type)
                .map(known ->
                        new PrintedLock(
                                kind, Long.toHexString(event.getLong("address")), known.getName()));
    }

    /// @param from when the recording begins
    /// @param to when it ends
    public LockWaits waits(Instant from, Instant to) {
        long last = to.getEpochSecond();
        long first =
                Math.max(
                        from.getEpochSecond() + (from.getNano() > 0 ? 1 : 0),
                        last - LONGEST_SECONDS);
        var queues = new ArrayList<Queue>();
        int kept = 0;
        for (var lock : locks.entrySet()) {
            if (kept < MOST_SECONDS) {
                var queue = lock.getValue().queue(lock.getKey(), first, last);
                kept += queue.waiting().size();
                if (!queue.waiting().isEmpty()) {
                    queues.add(queue);
                }
            }
        }
        return new LockWaits(first, Math.max(first, last), queues, threshold());
    }

    private OptionalLong threshold() {
        boolean all = Stream.of(MONITOR, PARK).allMatch(e -> enabled.getOrDefault(e, false));
        return all
                ? OptionalLong.of(
                        thresholds.values().stream().mapToLong(Long::longValue).max().orElse(0))
                : OptionalLong.empty();
    }

    /// The waits for one lock.
    private static final class Waits {
        private final NavigableMap<Long, Second> seconds = new TreeMap<>();
        private final Map<List<String>, Long> stacks = new HashMap<>();

        /// @param start of a wait
        void add(Instant start, Instant end, List<String> frames) {
            long first = start.getEpochSecond();
            long last = end.getEpochSecond();
            if (first == last) {
                second(first).nanos += Duration.between(start, end).toNanos();
            } else if (first < last) {
                second(first).nanos += NANOS_PER_SECOND - start.get(ChronoField.NANO_OF_SECOND);
                second(first + 1).begun++;
                second(last).begun--;
                second(last).nanos += end.get(ChronoField.NANO_OF_SECOND);
            }
            if (stacks.size() < MOST_STACKS || stacks.containsKey(frames)) {
                stacks.merge(frames, 1 + last - first, Long::sum);
            }
        }

        private Second second(long number) {
            return seconds.computeIfAbsent(number, _ -> new Second());
        }

        Queue queue(PrintedLock lock, long from, long to) {
            var waiting = new HashMap<Long, Double>();
            long whole = 0;
            for (var second : seconds.entrySet()) {
                whole += second.getValue().begun;
                long number = second.getKey();
                double parts = (double) second.getValue().nanos / NANOS_PER_SECOND;
                add(waiting, number, whole + parts, from, to);
                var next = seconds.higherKey(number);
                if (next != null && whole >= LockWaits.FEWEST) {
                    for (long s = Math.max(number + 1, from); s < Math.min(next, to); s++) {
                        waiting.put(s, (double) whole);
                    }
                }
            }
            return new Queue(lock, frames(), waiting);
        }

        private static void add(
                Map<Long, Double> waiting, long second, double threads, long from, long to) {
            if (second >= from && second < to && threads >= LockWaits.FEWEST) {
                waiting.put(second, threads);
            }
        }

        private List<String> frames() {
            return stacks.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse(List.of());
        }
    }

    /// What waits took of a second.
    private static final class Second {
        /// Of those that began or ended in it.
        private long nanos;

        /// Waits that take whole seconds from this one on, less those that take none.
        private long begun;
    }
}
