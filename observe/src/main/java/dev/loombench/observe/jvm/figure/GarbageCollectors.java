package dev.loombench.observe.jvm.figure;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The collectors of a JVM at one moment, by their management beans.
///
/// A collector that works beside the application has one bean for its whole cycles and one for the
/// pauses within (`ZGC Minor Cycles` and `ZGC Minor Pauses`, `Shenandoah Cycles` and `Shenandoah
/// Pauses`). The time of every other bean is one of pauses, also that of `G1 Concurrent GC`, which
/// counts the pauses remark and cleanup of a concurrent cycle (JDK-8297247).
///
/// @param beans in the JVM's order
public record GarbageCollectors(List<Bean> beans) {
    private static final String PAUSES = "Pauses";

    /// What stands for such beans where a log has the collections.
    public static final String FULL_OF_LOG = "Full";

    /// The beans of collectors that collect the whole heap while all threads are stopped.
    private static final Set<String> FULL =
            Set.of("MarkSweepCompact", "PS MarkSweep", "G1 Old Generation", FULL_OF_LOG);

    /// Those of the collectors with which compiled loops have no safepoints unless an option sets
    /// some: `-XX:+UseCountedLoopSafepoints` is on with G1, ZGC and Shenandoah. Sources:
    /// `g1Arguments.cpp`, `zArguments.cpp` and `shenandoahArguments.cpp` of HotSpot, JDK 21 and 25.
    private static final Set<String> WITHOUT_SAFEPOINTS =
            Set.of("Copy", "MarkSweepCompact", "PS Scavenge", "PS MarkSweep");

    /// One management bean.
    ///
    /// @param count of collections so far, -1 where it is unknown
    /// @param millis of all of them, -1 where it is unknown
    public record Bean(String name, long count, long millis) {
        private boolean countsPauses() {
            return name.endsWith(PAUSES);
        }
    }

    public GarbageCollectors {
        beans = List.copyOf(beans);
    }

    /// Whether one works beside the application, in cycles.
    public boolean hasCycles() {
        return beans.stream().anyMatch(Bean::countsPauses);
    }

    /// Whether loops with a counter have no safepoints unless an option sets some.
    public boolean leaveLoopsWithoutSafepoints() {
        return beans.stream().anyMatch(bean -> WITHOUT_SAFEPOINTS.contains(bean.name()));
    }

    /// Collections so far, whole cycles where there are some; empty where it is unknown.
    public OptionalLong count() {
        return sum(beans.stream().filter(bean -> !bean.countsPauses()), Bean::count);
    }

    /// Collections of the whole heap with all threads stopped; empty where no bean counts them
    /// apart, as with ZGC and Shenandoah.
    public OptionalLong full() {
        var full = beans.stream().filter(bean -> FULL.contains(bean.name())).toList();
        return full.isEmpty() ? OptionalLong.empty() : sum(full.stream(), Bean::count);
    }

    /// Time in pauses so far, ms; empty where it is unknown.
    public OptionalLong pauseMillis() {
        return sum(
                beans.stream().filter(bean -> bean.countsPauses() || !hasCycles()), Bean::millis);
    }

    /// Pauses so far; empty where it is unknown.
    public OptionalLong pauses() {
        return sum(beans.stream().filter(bean -> bean.countsPauses() || !hasCycles()), Bean::count);
    }

    /// Time of cycles so far, ms, pauses within them included, by bean. Cycles of two beans may run
    /// at the same time. Empty where there are none.
    public List<Bean> cycles() {
        return hasCycles()
                ? beans.stream().filter(bean -> !bean.countsPauses()).toList()
                : List.of();
    }

    /// Empty where any is unknown, and without a bean.
    private static OptionalLong sum(Stream<Bean> beans, ToLongFunction<Bean> figure) {
        var values = beans.mapToLong(figure).toArray();
        return values.length == 0 || LongStream.of(values).anyMatch(value -> value < 0)
                ? OptionalLong.empty()
                : OptionalLong.of(LongStream.of(values).sum());
    }
}
