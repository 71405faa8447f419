package dev.loombench.report.inspect;

import dev.loombench.diagnose.evidence.CarrierHistory;
import dev.loombench.diagnose.evidence.CollectionHistory;
import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.report.Format;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The figures of a service, one per kind. Its texts are neither masked nor escaped.
///
/// @param name as in `Carriers`
record ServiceFigure(String name, String text) {
    private static final int BRIEF = 2;
    private static final int MOST = 20;

    /// The most important ones, with the first items of each.
    static List<ServiceFigure> brief(Evidence evidence) {
        var brief = new ArrayList<>(figures(evidence, BRIEF));
        pools(evidence).ifPresent(brief::add);
        return brief;
    }

    /// Those that stand beside a table of the pools.
    static List<ServiceFigure> besidePools(Evidence evidence) {
        var all = new ArrayList<>(figures(evidence, MOST));
        evidence.carriers()
                .pinned()
                .value()
                .ifPresent(pinned ->
                        all.add(
                                new ServiceFigure(
                                        "Pinning",
                                        "%s of 1 ms or more, %s in total"
                                                .formatted(
                                                        Figures.counted(pinned.count(), "wait"),
                                                        Format.time((double) pinned.nanos())))));
        evidence.memory()
                .collections()
                .value()
                .map(CollectionHistory::safepointShare)
                .filter(OptionalDouble::isPresent)
                .ifPresent(stopped ->
                        all.add(
                                new ServiceFigure(
                                        "Safepoints", share(stopped) + ", collections included")));
        evidence.container()
                .value()
                .ifPresent(
                        use -> all.add(new ServiceFigure("Container", container(use, evidence))));
        all.add(new ServiceFigure("Memory", memory(evidence)));
        evidence.application()
                .libraries()
                .value()
                .ifPresent(libraries ->
                        all.add(
                                new ServiceFigure(
                                        "Libraries",
                                        Figures.counted(libraries.size(), "open jar"))));
        return all;
    }

    private static List<ServiceFigure> figures(Evidence evidence, int items) {
        var all = new ArrayList<ServiceFigure>();
        all.add(
                new ServiceFigure(
                        "Carriers",
                        evidence.mayUseVirtualThreads()
                                ? evidence.carriers()
                                        .history()
                                        .value()
                                        .map(history -> carriers(history, evidence))
                                        .orElseGet(() -> listedCarriers(evidence))
                                : "none, " + evidence.carriers().history().missing().orElse("")));
        evidence.memory()
                .collections()
                .value()
                .ifPresent(history ->
                        all.add(new ServiceFigure("Collections", collections(history, evidence))));
        evidence.threads()
                .value()
                .ifPresent(dump -> all.add(new ServiceFigure("Threads", threads(dump, items))));
        return all;
    }

    /// As in `Carriers: 2, parallelism 2`.
    String line() {
        return "%s: %s".formatted(name, text);
    }

    /// Those that a list of all threads shows, which has no times.
    private static String listedCarriers(Evidence evidence) {
        return evidence.threads()
                .value()
                .filter(list -> list.carriers() > 0)
                .map(list -> "%,d, whose use is unknown".formatted(list.carriers()))
                .orElse("unknown");
    }

    /// The parallelism where it is known: files show the carriers that exist, which may be fewer.
    private static String carriers(CarrierHistory history, Evidence evidence) {
        var last = history.samples().getLast();
        boolean known = evidence.carriers().exact() || evidence.jvm().parallelism().isPresent();
        return "%,d%s; virtual threads mounted %,d, queued %s (median), %s (most)"
                .formatted(
                        last.carriers(),
                        known ? ", parallelism %,d".formatted(last.parallelism()) : "",
                        last.mounted(),
                        Format.count(history.typicalQueued()),
                        Format.count(history.mostQueued()));
    }

    /// Of the largest heap; a collector's share beside the application only where it works so.
    private static String collections(CollectionHistory history, Evidence evidence) {
        var full = history.full();
        return "%s%s, %s in pauses%s%s"
                .formatted(
                        Format.count(history.count()),
                        full.isPresent() ? " (%,d full)".formatted(full.getAsLong()) : "",
                        share(OptionalDouble.of(history.pauseShare())),
                        history.cycleShare().isPresent()
                                ? ", %s beside the service".formatted(share(history.cycleShare()))
                                : "",
                        history.leastHeapAfter().isPresent()
                                ? "; heap in use after them %s of %s"
                                        .formatted(
                                                bytes(history.leastHeapAfter()),
                                                bytes(evidence.jvm().maxHeapBytes()))
                                : "");
    }

    private static String threads(ThreadDump dump, int items) {
        var waits =
                Waits.byName(dump).stream()
                        .limit(items)
                        .map(wait -> "%,d in %s".formatted(wait.getValue(), wait.getKey()))
                        .toList();
        return "%,d platform, %,d virtual%s"
                .formatted(
                        dump.platform(),
                        dump.virtual(),
                        waits.isEmpty()
                                ? ""
                                : "; waiting%s: %s"
                                        .formatted(Waits.listed(dump), String.join(", ", waits)));
    }

    /// Those whose use is not told with the threads already; empty without one.
    private static Optional<ServiceFigure> pools(Evidence evidence) {
        var told = WorkLine.told(evidence);
        var pools =
                evidence.pools().all().stream()
                        .filter(reading -> !told.contains(reading))
                        .limit(BRIEF)
                        .map(reading -> pool(reading, evidence))
                        .toList();
        return pools.isEmpty()
                ? Optional.empty()
                : Optional.of(new ServiceFigure("Pools", String.join("; ", pools)));
    }

    private static String pool(PoolReading reading, Evidence evidence) {
        var pool = reading.last();
        var most = evidence.mostPerSecond(reading);
        return "%s %s: %s of %,d in use, %s waiting%s"
                .formatted(
                        pool.library(),
                        pool.name(),
                        Format.count(pool.inUse()),
                        pool.capacity(),
                        Format.count(pool.waiting()),
                        most.isEmpty()
                                ? ""
                                : ", at most %s/s".formatted(Figures.number(most.getAsDouble())));
    }

    private static String container(ContainerUse use, Evidence evidence) {
        var quota = use.end().quotaCores();
        return "%s, throttled %s; the JVM counts %s; memory limit %s, largest heap %s"
                .formatted(
                        quota.isPresent()
                                ? "quota of %.2f processors".formatted(quota.getAsDouble())
                                : "no CPU quota",
                        share(use.throttledShare()),
                        processors(evidence),
                        bytes(use.end().memoryBytes()),
                        bytes(evidence.jvm().maxHeapBytes()));
    }

    private static String processors(Evidence evidence) {
        var processors = evidence.jvm().processors();
        return processors.isPresent()
                ? Figures.counted(processors.getAsInt(), "processor")
                : Format.MISSING;
    }

    private static String memory(Evidence evidence) {
        var direct = evidence.memory().directBytes().value();
        return "direct buffers %s; %s"
                .formatted(
                        bytes(direct.map(OptionalLong::of).orElse(OptionalLong.empty())),
                        platformThreads(evidence));
    }

    private static String platformThreads(Evidence evidence) {
        var threads = evidence.memory().platformThreads();
        return threads.isPresent()
                ? Figures.counted(threads.getAsLong(), "platform thread")
                : "platform threads " + Format.MISSING;
    }

    private static String share(OptionalDouble value) {
        return value.isPresent()
                ? "%.0f %% of the time".formatted(100 * value.getAsDouble())
                : Format.MISSING;
    }

    private static String bytes(OptionalLong value) {
        return value.isPresent() ? Figures.bytes((double) value.getAsLong()) : Format.MISSING;
    }
}
