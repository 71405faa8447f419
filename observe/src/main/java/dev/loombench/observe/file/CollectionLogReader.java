package dev.loombench.observe.file;

import dev.loombench.observe.GcLog;
import dev.loombench.observe.file.content.CollectionLog;
import dev.loombench.observe.file.content.CollectionLog.Collection;
import dev.loombench.observe.file.content.CollectionLog.Scope;
import dev.loombench.observe.file.content.CollectionLog.Span;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.text.LineOrigins;
import dev.loombench.observe.result.Observation.Event;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Reader of a log of collections with any decorations, a line at a time. The lines themselves are
/// those that [GcLog] knows.
///
/// A line of a collection has its number. Collections of ZGC and Shenandoah are cycles beside the
/// application, from the first line with their number to the last; those of other collectors are
/// single pauses.
final class CollectionLogReader {
    private static final Pattern NUMBERED = Pattern.compile("GC\\((\\d{1,18})\\) (.*)");

    /// Of ZGC: `Major Collection (Allocation Stall) 90M(70%)->32M(25%) 0.002s`, and without sizes
    /// at its start. The cause may be `System.gc()`.
    private static final LinePattern CYCLE =
            pattern(
                    " Collection (",
                    "^(?:Major|Minor|Garbage) Collection \\(([^()]*(?:\\(\\))?)\\)(.*)$");

    private static final Pattern COLLECTOR =
            Pattern.compile(
                    "Using (Serial|Parallel|G1|Shenandoah|Epsilon|The Z Garbage Collector|Concurrent Mark Sweep)\\b.*");

    /// With text behind its duration, as what stores a log may add it.
    private static final Pattern TIMED_PAUSE =
            Pattern.compile("(?:[yYO]: )?Pause .*\\d[.,]\\d{3}ms.*");

    private static final Pattern CYCLE_SECONDS = Pattern.compile(".* (\\d{1,9})[.,](\\d{3})s");

    /// Of Shenandoah.
    private static final Pattern SHENANDOAH =
            Pattern.compile("(Concurrent [a-z]|Pause (Init|Final|Degenerated)\\b).*");

    private static final Pattern NO_MEMORY =
            Pattern.compile("Pause (Degenerated|Full)\\b.*|.*Handle Allocation Failure.*");

    /// `Pause Young (Concurrent Start) (Metadata GC Threshold)`, with the cause last or before an
    /// evacuation that failed.
    private static final Pattern CAUSE =
            Pattern.compile("Pause .*\\((?!Evacuation Failure)([^()]+(?:\\(\\))?)\\).*");

    private static final LinePattern STALL =
            pattern("Allocation Stall (", "^Allocation Stall \\(.*\\) (\\d{1,9})[.,](\\d{3})ms$");
    private static final LinePattern VERSION = pattern("Version: ", "^Version: (\\S+) \\(");
    private static final LinePattern PROCESSORS =
            pattern("CPUs: ", "^CPUs: \\d{1,6} total, (\\d{1,6}) available");
    private static final LinePattern MAX_HEAP =
            pattern("Max Capacity: ", "^(?:Heap )?Max Capacity: (\\d{1,6})([KMGT])$");

    /// Of Epsilon, which never collects: `Heap: 8192K reserved, 8192K (100.00%) committed, 1060K
    /// (12.94%) used`.
    private static final LinePattern ALLOCATED =
            pattern("Heap: ", "^Heap: \\d{1,12}[KMGT] reserved, .* committed, .* used$");

    private final Map<Long, Open> open = new LinkedHashMap<>();
    private final FoundFacts facts = new FoundFacts();
    private LineOrigins origins = new LineOrigins();
    private final LoggedRuns runs = new LoggedRuns();
    private final CollectionOrder order = new CollectionOrder();
    private final SafepointLines safepoints = new SafepointLines();
    private boolean collectionSeen;
    private boolean stopSeen;

    private static LinePattern pattern(String part, String text) {
        return new LinePattern(part, Pattern.compile(text));
    }

    /// @param line with what a container's log adds in front of it
    void line(String line) {
        UnifiedLogLine.of(line).ifPresent(this::add);
    }

    /// Lines of other messages may have times of another clock.
    private void add(UnifiedLogLine line) {
        var message = line.message();
        var numbered = NUMBERED.matcher(message);
        boolean ofCollection = message.startsWith("GC(") && numbered.matches();
        boolean ofCollector = message.startsWith("Using ") && COLLECTOR.matcher(message).matches();
        collectionSeen |= ofCollection || ofCollector;
        if (line.nanos().isEmpty()) {
            init(message);
            return;
        }
        long nanos = line.nanos().getAsLong();
        if (ofCollector) {
            begin(nanos);
        }
        if (ofCollection) {
            long number = Long.parseLong(numbered.group(1));
            beginWhereBack(nanos, number);
            runs.last().passed(nanos);
            origins.add(line.front());
            collection(nanos, number, numbered.group(2));
        } else if (ofCollector || isStop(nanos, line) || init(message)) {
            runs.last().passed(nanos);
        }
    }

    /// A JVM that is started again counts its collections from 0 again. Where it also has a clock
    /// of its own, only the last run is kept, which may be of another container.
    private void begin(long nanos) {
        closeAll();
        order.start();
        if (nanos < runs.last().lastNanos()) {
            runs.begin();
            origins = new LineOrigins();
        }
    }

    /// Begins another run where its start is not shown, as in a log of safepoints alone, in lines
    /// that were filtered, and in one of several files.
    ///
    /// @param number of a collection; -1 of a stop
    private void beginWhereBack(long nanos, long number) {
        if (runs.goesBack(nanos, number)) {
            closeAll();
            runs.begin();
        }
    }

    private void collection(long nanos, long number, String message) {
        runs.last().numbered(nanos, number);
        var present = open.get(number);
        if (present != null && present.cycle && isOfNext(message, nanos, present)) {
            present.close();
            open.remove(number);
        }
        if (!open.containsKey(number)) {
            order.begin(nanos, number);
        }
        open.computeIfAbsent(number, _ -> new Open(nanos)).add(nanos, number, message);
        closeOldest();
    }

    /// Whether a line begins or ends another cycle of the same number, as that of a JVM that was
    /// started again, and is not one that is repeated.
    private static boolean isOfNext(String message, long nanos, Open cycle) {
        var whole = CYCLE.in(message);
        return whole.isPresent()
                && (whole.get().group(2).isBlank()
                        ? nanos > cycle.startNanos
                        : cycle.ended && nanos > cycle.endNanos);
    }

    private void closeAll() {
        open.values().forEach(Open::close);
        open.clear();
    }

    /// A cycle that has not ended stays open: that of the old generation of ZGC may last for many
    /// of the young one.
    private void closeOldest() {
        if (open.size() > LoggedRun.OPEN) {
            long oldest =
                    open.entrySet().stream()
                            .filter(collection -> !collection.getValue().lasts)
                            .map(Map.Entry::getKey)
                            .findFirst()
                            .orElseGet(() -> open.keySet().iterator().next());
            Objects.requireNonNull(open.remove(oldest)).close();
        }
    }

    /// Whether it is the end of a stall or a safepoint, which is kept.
    private boolean isStop(long nanos, UnifiedLogLine line) {
        var stall = STALL.in(line.message());
        var safepoint = safepoints.line(nanos, line.message());
        if (stall.isEmpty() && safepoint.isEmpty()) {
            return false;
        }
        beginWhereBack(nanos, -1);
        stall.ifPresent(found -> runs.last().addStall(span(nanos, found)));
        safepoint.ifPresent(runs.last()::addStop);
        stopSeen |= safepoint.isPresent();
        origins.add(line.front());
        return true;
    }

    private static Span span(long nanos, MatchResult stall) {
        return new Span(nanos, nanos(stall.group(1), stall.group(2), 1_000_000));
    }

    /// @param whole and its thousandths, of a unit of some ns
    private static long nanos(String whole, String thousandths, long unit) {
        return Long.parseLong(whole) * unit + Long.parseLong(thousandths) * unit / 1_000;
    }

    /// Whether it is a fact that the JVM logs at its start, or the heap in use of one that never
    /// collects.
    private boolean init(String message) {
        var version = VERSION.in(message);
        var processors = PROCESSORS.in(message);
        var heap = MAX_HEAP.in(message);
        version.ifPresent(found -> facts.version = JvmFacts.version(found.group(1)));
        processors.ifPresent(
                found -> facts.processors = OptionalInt.of(Integer.parseInt(found.group(1))));
        heap.ifPresent(found -> {
            int power = 10 * (1 + "KMGT".indexOf(found.group(2)));
            facts.maxHeapBytes = OptionalLong.of(Long.parseLong(found.group(1)) << power);
        });
        return version.isPresent()
                || processors.isPresent()
                || heap.isPresent()
                || ALLOCATED.in(message).isPresent();
    }

    /// Whether a line of a collection or of the collector was read, also one without a time, or of
    /// a stop of all threads, which may be one.
    boolean hasCollections() {
        return collectionSeen || stopSeen;
    }

    /// Names of the programs whose collections or stops are mixed; empty where it is one.
    List<String> programs() {
        return origins.several();
    }

    /// Whether the collections are of several JVMs, whose names the lines do not have.
    boolean isMixed() {
        return order.isMixed();
    }

    /// Whether the newest line is the first one.
    boolean isReversed() {
        return order.isReversed();
    }

    JvmFacts jvm() {
        return facts.facts();
    }

    /// The collections; empty where no line has a time, or all have the same.
    Optional<CollectionLog> end() {
        closeAll();
        return runs.log();
    }

    /// A collection whose lines are read.
    private final class Open {
        private final long startNanos;
        private final Set<Event> pauses = new LinkedHashSet<>();
        private long cycleStart;
        private long endNanos;
        private boolean cycle;
        private boolean minor;

        /// Whether its start was read, and not its end.
        private boolean lasts;

        /// Whether its last line was read; others of statistics may follow.
        private boolean ended;

        private String cause = "";
        private OptionalLong heapAfter = OptionalLong.empty();

        Open(long startNanos) {
            this.startNanos = startNanos;
            cycleStart = startNanos;
        }

        void add(long nanos, long number, String message) {
            endNanos = ended ? endNanos : Math.max(endNanos, nanos);
            var known = "[" + nanos + "ns][gc] GC(" + number + ") " + message;
            if (message.contains("Pause ")) {
                pause(message, known);
            }
            if (message.contains("->")) {
                GcLog.heapAfter(known)
                        .ifPresent(
                                after -> heapAfter = OptionalLong.of((long) after.point().value()));
            }
            var whole = CYCLE.in(message);
            whole.ifPresent(found -> wholeCycle(nanos, message, found));
            if (whole.isEmpty() && SHENANDOAH.matcher(message).matches()) {
                cycle = true;
            }
            if (cycle && NO_MEMORY.matcher(message).matches()) {
                cause = "Allocation Failure";
            }
        }

        private void pause(String message, String known) {
            var pause = GcLog.pause(known);
            pause.ifPresent(this::addPause);
            if (pause.isEmpty() && TIMED_PAUSE.matcher(message).matches()) {
                runs.last().addUnreadPause();
            }
        }

        private void wholeCycle(long nanos, String message, MatchResult whole) {
            cycle = true;
            minor = message.startsWith("Minor");
            lasts = whole.group(2).isBlank();
            ended = !lasts;
            cause = whole.group(1);
            seconds(whole.group(2))
                    .ifPresent(length -> cycleStart = Math.min(startNanos, nanos - length));
        }

        private void addPause(Event pause) {
            if (pauses.size() < LoggedRun.MOST) {
                pauses.add(pause);
            }
        }

        private OptionalLong seconds(String text) {
            var seconds = CYCLE_SECONDS.matcher(text);
            return seconds.matches()
                    ? OptionalLong.of(nanos(seconds.group(1), seconds.group(2), 1_000_000_000))
                    : OptionalLong.empty();
        }

        void close() {
            var run = runs.last();
            if (cycle) {
                long paused = pauses.stream().mapToLong(Event::durationNanos).sum();
                run.add(
                        new Collection(
                                cycleStart,
                                endNanos,
                                paused,
                                pauses.size(),
                                minor ? Scope.MINOR_CYCLE : Scope.CYCLE,
                                cause,
                                heapAfter));
            } else if (pauses.isEmpty()) {
                run.addUnreadCollection();
            } else {
                pauses.forEach(pause -> run.add(collection(pause)));
            }
        }

        private static String pauseCause(String description) {
            var found = CAUSE.matcher(description);
            return found.matches() ? found.group(1) : "";
        }

        private Collection collection(Event pause) {
            boolean full = pause.description().startsWith("Pause Full");
            return new Collection(
                    pause.nanos(),
                    pause.nanos() + pause.durationNanos(),
                    pause.durationNanos(),
                    1,
                    full ? Scope.FULL : Scope.PART,
                    pauseCause(pause.description()),
                    heapAfter);
        }
    }
}
