package dev.loombench.diagnose.evidence;

import dev.loombench.diagnose.evidence.CarrierEvidence.Use;
import dev.loombench.observe.proc.OpenFiles;
import dev.loombench.observe.result.JvmIdentity;
import dev.loombench.observe.result.Observation.ThreadDump;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/// All that was collected about a JVM.
///
/// @param window the time of the observation
/// @param threads all threads, listed once
/// @param unseenWaits why their lists do not show for what virtual threads wait, and for how long;
///   empty where they do
/// @param printed platform threads, and virtual threads on carriers, at some moments
/// @param openFiles at the end, with their limit; empty where they are not known
public record Evidence(
        JvmIdentity jvm,
        Duration window,
        CarrierEvidence carriers,
        Part<ThreadDump> threads,
        Optional<String> unseenWaits,
        Part<ThreadHistory> printed,
        PoolEvidence pools,
        Part<ContainerUse> container,
        MemoryEvidence memory,
        ApplicationEvidence application,
        FileEvidence files,
        Optional<OpenFiles> openFiles) {
    private static final int FIRST_WITH_SCHEDULER = 24;

    /// Also of the virtual threads on carriers.
    private static final String PLATFORM = "platform threads and their locks";

    /// Of those without a carrier too.
    private static final String VIRTUAL = "waits of virtual threads";

    /// Memory outside the heap that has a limit.
    private static final String LIMITED = "metadata and code";

    private static final String METADATA = "metadata";
    private static final String CODE = "code";

    /// The processors that the service may use: those that the JVM counts, or its quota where that
    /// is less. Empty where neither is known.
    public OptionalDouble allowedProcessors() {
        var quota =
                container.value().map(use -> use.end().quotaCores()).orElse(OptionalDouble.empty());
        return DoubleStream.concat(jvm.processors().stream().asDoubleStream(), quota.stream())
                .min();
    }

    /// Those of them that it did not use, on average; empty where that is not known.
    public OptionalDouble freeProcessors() {
        var allowed = allowedProcessors();
        var used = usedProcessors();
        return allowed.isPresent() && used.isPresent()
                ? OptionalDouble.of(Math.max(0, allowed.getAsDouble() - used.getAsDouble()))
                : OptionalDouble.empty();
    }

    /// Whether it was observed for so long that threads without progress in it are stuck.
    public boolean showsProgress() {
        return window.compareTo(ThreadHistory.SHORTEST) >= 0;
    }

    /// By the kernel's account of the process, else by that of its printed threads.
    private OptionalDouble usedProcessors() {
        var used =
                container.value().map(ContainerUse::usedProcessors).orElse(OptionalDouble.empty());
        return used.isPresent()
                ? used
                : printed.value().map(ThreadHistory::usedProcessors).orElse(OptionalDouble.empty());
    }

    /// Whether the version of the JVM is known, and that of a JDK or later.
    public boolean isFrom(int feature) {
        return jvm.isFrom(feature);
    }

    /// The most uses per second that the size of a pool allows; empty where that is unknown, and
    /// where most of its busy threads await one lock, a connection or permits at most moments: that
    /// bounds them, whatever their number.
    public OptionalDouble mostPerSecond(PoolReading pool) {
        var most = pool.mostPerSecond();
        return most.isPresent()
                        && printed.value().filter(h -> isBoundElsewhere(pool, h)).isPresent()
                ? OptionalDouble.empty()
                : most;
    }

    private static boolean isBoundElsewhere(PoolReading pool, ThreadHistory history) {
        return history.isLasting(
                history.moments().stream()
                        .flatMap(moment -> pool.find(PlatformPool.of(moment)).stream())
                        .filter(PlatformPool::isBoundElsewhere)
                        .count());
    }

    /// Whether the JVM has run virtual threads, or nothing shows whether it has.
    public boolean mayUseVirtualThreads() {
        return carriers.use() != Use.NONE;
    }

    /// Whether virtual threads may wait that no list shows.
    public boolean mayHideVirtualThreads() {
        return carriers.use() == Use.UNKNOWN || (carriers.used() && threads.value().isEmpty());
    }

    /// Subject -> why it is missing, in a fixed order. Of virtual threads nothing is missing where
    /// there were none.
    public Map<String, String> missing() {
        var reasons = new LinkedHashMap<String, String>();
        if (carriers.used()) {
            add(reasons, "carriers", carriers.history());
            if (jvm.isBefore(FIRST_WITH_SCHEDULER)) {
                reasons.put(
                        "queued virtual threads",
                        "JDK %d and later report them".formatted(FIRST_WITH_SCHEDULER));
            }
            add(reasons, "stacks of carriers", carriers.stacks());
            if (carriers.hasNoFrames()) {
                reasons.put(
                        "calls on carriers",
                        "this JDK shows only those that run, are in native code, or ended a pinned wait");
            }
            add(reasons, "pinning", carriers.pinned());
        } else if (mayUseVirtualThreads()) {
            add(reasons, "carriers", carriers.history());
        }
        add(reasons, PLATFORM, printed);
        if (mayUseVirtualThreads()) {
            add(reasons, VIRTUAL, examinedWaits());
        }
        add(reasons, publishedPools(), pools.published());
        add(reasons, executorsOfPlatformThreads(), pools.executors());
        reasons.putAll(unseenPools());
        reasons.putAll(unseenThreads());
        reasons.putAll(UnfedThreads.unseen(this));
        add(reasons, "container limits", container);
        add(reasons, "collections", memory.collections());
        reasons.putAll(unseenStops());
        add(reasons, "direct buffers", memory.directBytes());
        limited().forEach((subject, part) -> add(reasons, subject, part));
        add(reasons, "objects by class", memory.histogram());
        add(reasons, "libraries", application.libraries());
        return reasons;
    }

    /// Pools that the service has, and whose queue neither a bean nor a stack shows.
    private Map<String, String> unseenPools() {
        var reasons = new LinkedHashMap<String, String>();
        var published = pools.readings();
        pools.unread().ifPresent(reason -> reasons.put("some pools", reason));
        boolean listed = !mayHideVirtualThreads();
        for (var library : application.libraries().value().orElse(List.of())) {
            PoolPublication.of(library, published, listed)
                    .filter(pool -> pool.mayExist(application.packages()))
                    .map(PoolPublication::reason)
                    .ifPresent(reason ->
                            reasons.put(
                                    "pools of %s %s".formatted(library.name(), library.version()),
                                    reason));
        }
        var busy = printed.value().map(ThreadHistory::busyExecutors).orElse(List.of());
        for (var pool : busy) {
            if (isHidden(pool) && published.stream().noneMatch(bean -> bean.publishes(pool))) {
                reasons.put("queue of " + pool.name(), pool.describeBusy());
            }
        }
        return reasons;
    }

    /// Stops for anything but a collection, where collections are known.
    private Map<String, String> unseenStops() {
        return memory.collections().value().filter(h -> h.otherStopShare().isEmpty()).isPresent()
                ? Map.of(
                        "other stops of all threads",
                        "neither counters of the JVM (-XX:+UsePerfData, without -XX:+PerfDisableSharedMem) nor a log of safepoints shows them; -Xlog:safepoint writes one")
                : Map.of();
    }

    /// What the printed threads do not show.
    private Map<String, String> unseenThreads() {
        var reasons = new LinkedHashMap<String, String>();
        printed.value()
                .map(history -> UnseenThreads.of(history, window))
                .ifPresent(reasons::putAll);
        reasons.putAll(StillThreads.unseen(this));
        reasons.putAll(UnseenWaits.of(this));
        if (printed.value().isPresent() && freeProcessors().isEmpty()) {
            reasons.put(
                    "threads that run all the time",
                    "the processors that the service uses and may use are not known; loombench inspect PID reads them");
        }
        return reasons;
    }

    /// Whether nothing shows the tasks that wait for a pool: its executor was not read, as only
    /// those of the JDK are, nor do connections show them.
    private boolean isHidden(PlatformPool pool) {
        return pools.executors().value().isEmpty()
                || (!pool.isOfJdk()
                        && printed.value()
                                .filter(history -> history.last().showsWaitsFor(pool))
                                .isEmpty());
    }

    /// The subjects in which a fault would have been found, in a fixed order.
    public List<String> examined() {
        return subjects().entrySet().stream()
                .filter(part -> part.getValue().missing().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Subject in which a fault would not have been found -> the reason, in a fixed order.
    public Map<String, String> unexamined() {
        var reasons = new LinkedHashMap<String, String>();
        subjects().forEach((subject, part) -> add(reasons, subject, part));
        reasons.putAll(unseenStops());
        reasons.putAll(unseenPools());
        reasons.putAll(unseenThreads());
        return reasons;
    }

    private Map<String, Part<?>> subjects() {
        var parts = new LinkedHashMap<String, Part<?>>();
        if (mayUseVirtualThreads()) {
            parts.put("carriers", examinedCarriers());
        }
        parts.put("collections", memory.collections());
        parts.put(PLATFORM, printed);
        if (mayUseVirtualThreads()) {
            parts.put(VIRTUAL, examinedWaits());
        }
        parts.put(publishedPools(), pools.published());
        parts.put(executorsOfPlatformThreads(), pools.executors());
        parts.put("container limits", container);
        parts.put("direct buffers", memory.directBytes());
        parts.putAll(limited());
        return parts;
    }

    private String publishedPools() {
        return pools.subject(printed.value().map(h -> PlatformPool.of(h.last())).orElse(List.of()));
    }

    private String executorsOfPlatformThreads() {
        return mayUseVirtualThreads() ? "executors of platform threads" : "executors";
    }

    /// Memory outside the heap that has a limit.
    private Map<String, Part<?>> limited() {
        var parts = new LinkedHashMap<String, Part<?>>();
        if (memory.metadata().missing().equals(memory.code().missing())) {
            parts.put(LIMITED, memory.metadata());
        } else {
            parts.put(METADATA, memory.metadata());
            parts.put(CODE, memory.code());
        }
        return parts;
    }

    /// Of a live JVM a print also shows which threads are carriers, and so their times.
    private Part<?> examinedCarriers() {
        return carriers.exact() && carriers.history().value().isPresent()
                ? carriers.stacks()
                : carriers.history();
    }

    /// The list of all threads, unless it shows where virtual threads wait and not for what, or for
    /// how long, or has platform threads only.
    private Part<?> examinedWaits() {
        if (carriers.use() == Use.UNKNOWN && threads.value().isPresent()) {
            return carriers.history();
        }
        boolean waits = threads.value().filter(list -> list.virtual() > 0).isPresent();
        return waits && unseenWaits.isPresent() ? Part.missing(unseenWaits.get()) : threads;
    }

    private static void add(Map<String, String> reasons, String subject, Part<?> part) {
        part.missing().ifPresent(reason -> reasons.put(subject, reason));
    }

    /// The same with other moments at which threads were seen, and carriers as one of them shows
    /// them.
    public Evidence with(Part<ThreadHistory> moments, Duration time, Optional<HeldCarriers> held) {
        return with(moments, time, carriers.with(held));
    }

    /// Where the times of the carriers decide nothing.
    ///
    /// @param reason in words that follow a colon
    public Evidence withoutCarrierTimes(String reason) {
        return with(printed, window, carriers.withoutTimes(reason));
    }

    private Evidence with(Part<ThreadHistory> moments, Duration time, CarrierEvidence other) {
        return new Evidence(
                jvm,
                time,
                other,
                threads,
                unseenWaits,
                moments,
                pools,
                container,
                memory,
                application,
                files,
                openFiles);
    }
}
