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

/// The figures of a service, a line per kind.
final class FigureLines {
    private static final int BRIEF = 2;
    private static final int MOST = 20;

    private FigureLines() {}

    static List<String> brief(Evidence evidence) {
        var lines = new ArrayList<>(lines(evidence, BRIEF));
        pools(evidence, BRIEF).ifPresent(lines::add);
        return lines;
    }

    static List<String> all(Evidence evidence) {
        var lines = new ArrayList<>(lines(evidence, MOST));
        pools(evidence, MOST).ifPresent(lines::add);
        lines.addAll(further(evidence));
        return lines;
    }

    /// Those that stand beside a table of the pools.
    static List<String> ofPage(Evidence evidence) {
        var lines = new ArrayList<>(lines(evidence, MOST));
        lines.addAll(further(evidence));
        return lines;
    }

    private static List<String> further(Evidence evidence) {
        var lines = new ArrayList<String>();
        evidence.carriers()
                .pinned()
                .value()
                .ifPresent(pinned ->
                        lines.add(
                                "Pinning: %s of 1 ms or more, %s in total"
                                        .formatted(
                                                Figures.counted(pinned.count(), "wait"),
                                                Format.time((double) pinned.nanos()))));
        evidence.memory()
                .collections()
                .value()
                .map(CollectionHistory::safepointShare)
                .filter(OptionalDouble::isPresent)
                .ifPresent(stopped ->
                        lines.add(
                                "Safepoints: %s, collections included".formatted(share(stopped))));
        evidence.container().value().map(use -> container(use, evidence)).ifPresent(lines::add);
        lines.add(memory(evidence));
        evidence.libraries()
                .value()
                .ifPresent(all -> lines.add("Libraries: %d open jars".formatted(all.size())));
        return lines;
    }

    private static List<String> lines(Evidence evidence, int items) {
        var lines = new ArrayList<String>();
        lines.add(
                evidence.mayUseVirtualThreads()
                        ? evidence.carriers()
                                .history()
                                .value()
                                .map(history -> carriers(history, evidence))
                                .orElse("Carriers: unknown")
                        : "Carriers: none, " + evidence.carriers().history().missing().orElse(""));
        evidence.memory()
                .collections()
                .value()
                .map(history -> collections(history, evidence))
                .ifPresent(lines::add);
        evidence.threads().value().map(dump -> threads(dump, items)).ifPresent(lines::add);
        return lines;
    }

    /// The parallelism where it is known: files show the carriers that exist, which may be fewer.
    private static String carriers(CarrierHistory history, Evidence evidence) {
        var last = history.samples().getLast();
        boolean known = evidence.carriers().exact() || evidence.jvm().parallelism().isPresent();
        return "Carriers: %,d%s; virtual threads mounted %,d, queued %s (median), %s (most)"
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
        return "Collections: %s%s, %s in pauses%s%s"
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
                Waits.of(dump).stream()
                        .limit(items)
                        .map(wait -> "%,d in %s".formatted(wait.count(), wait.call()))
                        .toList();
        return "Threads: %,d platform, %,d virtual%s"
                .formatted(
                        dump.platform(),
                        dump.virtual(),
                        waits.isEmpty() ? "" : "; waiting: " + String.join(", ", waits));
    }

    /// Those whose use is not told with the threads already; empty without one.
    private static Optional<String> pools(Evidence evidence, int items) {
        var told = WorkLine.told(evidence);
        var pools =
                evidence.allPools().stream()
                        .filter(reading -> !told.contains(reading))
                        .limit(items)
                        .map(reading -> pool(reading, evidence))
                        .toList();
        return pools.isEmpty()
                ? Optional.empty()
                : Optional.of("Pools: " + String.join("; ", pools));
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
        return "Container: %s, throttled %s; the JVM counts %s; memory limit %s, largest heap %s"
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
        return "Memory: direct buffers %s; %s"
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
