package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.finding.Amounts.mebibytes;
import static dev.loombench.diagnose.finding.Amounts.percent;
import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.CollectionHistory;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.finding.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Garbage collections that take the service's time: in pauses, in stalls of threads that need
/// memory, or by work beside it that never ends.
public final class GarbageCollections {
    public static final String ID = "collections";

    /// The least share of the time in pauses or stalls. Collectors that may enlarge the heap keep
    /// collections below it: G1 at 8 % of the time (`-XX:GCTimeRatio=12`), Parallel at 1 % (99).
    static final double LOST_SHARE = 0.1;

    /// The service has less than half of its time.
    static final double CRITICAL_SHARE = 0.5;

    /// The least share of the time in which a collector works beside the service: with a quarter
    /// left, little more allocation makes threads wait for memory.
    static final double CYCLE_SHARE = 0.75;

    /// The least share of the heap that is in use after collections where it is too small for what
    /// lives. The usual size is three to four times what lives (Hunt and John, *Java Performance*,
    /// 2011); below twice, a collection frees less than it keeps.
    static final double LIVE_SHARE = 0.5;

    private static final int USUAL_FACTOR = 4;

    /// Of a container's memory, which code, stacks and buffers share with the heap.
    private static final double CONTAINER_SHARE = 0.75;

    /// As many tasks with 1 KiB each are 100 MiB.
    private static final long MANY_TASKS = 100_000;

    private static final long MIB = 1 << 20;

    static final Rule RULE =
            new Rule(
                    ID,
                    "garbage collections take the service's time, by pauses, stalls or work beside it",
                    "the collectors' beans (time and number of pauses and of cycles, heap in use after them); the JVM's counters (`sun.gc.cause`)",
                    "pauses take %s of the time, or at %s of the moments a collection is in progress for which threads wait for memory; critical from %s. A warning too where a collector works beside the service for %s of the time"
                            .formatted(
                                    percent(LOST_SHARE),
                                    percent(LOST_SHARE),
                                    percent(CRITICAL_SHARE),
                                    percent(CYCLE_SHARE)),
                    "warning",
                    "the collectors' own goals: 8 % (G1, `GCTimeRatio=12`), 1 % (Parallel)",
                    Figures.class);

    /// How collections take most of the time that they take.
    private enum Effect {
        PAUSES("every request in progress waits until a pause ends"),
        STALLS("a virtual thread that waits for memory keeps its carrier"),
        CYCLES(
                "it takes processors from the service, and threads wait for memory once it cannot keep"
                        + " up");

        private final String impact;

        Effect(String impact) {
            this.impact = impact;
        }

        static Effect of(CollectionHistory history) {
            if (history.lostShare() < LOST_SHARE) {
                return CYCLES;
            }
            return history.pauseShare() >= history.stallShare().orElse(0) ? PAUSES : STALLS;
        }

        String message(CollectionHistory history) {
            return switch (this) {
                case PAUSES ->
                        "garbage collections stop all threads for %s of the time"
                                .formatted(percent(history.pauseShare()));
                case STALLS ->
                        "threads wait for memory in %s of the time (allocation stalls)"
                                .formatted(percent(history.lostShare()));
                case CYCLES ->
                        "the garbage collector works beside the service for %s of the time"
                                .formatted(percent(history.cycleShare().orElse(0)));
            };
        }
    }

    private GarbageCollections() {}

    /// @param pauseShare of the time, as `cycleShare` beside the service, and `stallShare` of the
    ///   moments
    record Figures(double pauseShare, OptionalDouble cycleShare, OptionalDouble stallShare) {}

    public static Optional<ServiceFinding> in(Evidence evidence) {
        return evidence.memory()
                .collections()
                .value()
                .filter(history ->
                        history.lostShare() >= LOST_SHARE
                                || history.cycleShare().orElse(0) >= CYCLE_SHARE)
                .map(history -> finding(history, evidence));
    }

    /// The share of the time that collections and other stops leave to the service; all of it where
    /// it is unknown.
    public static double left(Evidence evidence) {
        return evidence.memory()
                .collections()
                .value()
                .map(history -> 1 - history.lostShare() - history.otherStopShare().orElse(0))
                .map(left -> Math.max(0, left))
                .orElse(1.0);
    }

    /// Whether the JVM stopped all threads for long, for collections or otherwise.
    public static boolean stops(Evidence evidence) {
        return evidence.memory()
                .collections()
                .value()
                .filter(history ->
                        history.safepointShare().orElse(history.pauseShare()) >= LOST_SHARE)
                .isPresent();
    }

    /// Whether threads may have waited for memory on their carriers, while none of them was
    /// stopped: until a collection has freed some, or because Shenandoah slows down what allocates
    /// (`-XX:+ShenandoahPacing`), for which no cause is given.
    public static boolean stalled(Evidence evidence) {
        return evidence.memory()
                .collections()
                .value()
                .filter(history ->
                        history.stallShare().orElse(0) >= LOST_SHARE
                                || history.cycleShare().orElse(0) >= CYCLE_SHARE)
                .isPresent();
    }

    private static ServiceFinding finding(CollectionHistory history, Evidence evidence) {
        double lost = history.lostShare();
        var effect = Effect.of(history);
        var cause =
                effect == Effect.STALLS
                        ? Optional.<CollectionCause>empty()
                        : CollectionCause.of(history);
        var lines = evidence(history, evidence);
        cause.ifPresent(c -> lines.add(1, c.evidence(history)));
        var finding =
                ServiceFinding.of(
                        RULE,
                        lost >= CRITICAL_SHARE ? Severity.CRITICAL : Severity.WARNING,
                        effect == Effect.CYCLES ? Confidence.MEDIUM : Confidence.HIGH,
                        new FindingText(
                                effect.message(history),
                                effect.impact,
                                cause.map(CollectionCause::remedy)
                                        .orElseGet(() -> remedy(history, evidence))),
                        lines,
                        lost,
                        new Figures(
                                history.pauseShare(), history.cycleShare(), history.stallShare()));
        var present = evidence.jvm().maxHeapBytes();
        return present.isEmpty() || cause.isPresent()
                ? finding
                : finding.withSetting(
                        new Setting(
                                Setting.HEAP,
                                present.getAsLong(),
                                proposed(history, present.getAsLong())));
    }

    private static String remedy(CollectionHistory history, Evidence evidence) {
        var present = evidence.jvm().maxHeapBytes();
        if (present.isEmpty()) {
            return "raise -Xmx, or allocate less per request; -Xlog:gc* also logs the size of the heap";
        }
        long heap = present.getAsLong();
        long proposed = proposed(history, heap);
        var raise =
                "raise -Xmx from %s to %s%s"
                        .formatted(
                                mebibytes(heap),
                                mebibytes(proposed),
                                container(proposed, evidence));
        return isTooSmall(history, heap)
                ? "the heap is too small for what lives: %s%s, or find what keeps the objects"
                        .formatted(backlog(evidence), raise)
                : "allocation is too fast for the heap: allocate less per request, or %s so that collections are rarer"
                        .formatted(raise);
    }

    /// To bound the queue whose tasks may be what lives, in front of another remedy: a larger heap
    /// fills with them, too. Empty where no such queue is known.
    private static String backlog(Evidence evidence) {
        return evidence.pools().all().stream()
                .filter(pool -> pool.mostWaiting() >= MANY_TASKS)
                .max(Comparator.comparingLong(PoolReading::mostWaiting))
                .map(pool ->
                        "bound the queue of %s %s, whose %s keep what they refer to; else "
                                .formatted(
                                        pool.last().library(),
                                        pool.last().name(),
                                        counted(pool.mostWaiting(), "task")))
                .orElse("");
    }

    /// The same as a share of the container's memory, or the memory that it needs.
    private static String container(long heap, Evidence evidence) {
        var limit =
                evidence.container()
                        .value()
                        .map(use -> use.end().memoryBytes())
                        .orElse(OptionalLong.empty());
        if (limit.isEmpty()) {
            return "";
        }
        long memory = limit.getAsLong();
        return heap <= CONTAINER_SHARE * memory
                ? " (-XX:MaxRAMPercentage=%.0f)".formatted(Math.ceil(100.0 * heap / memory))
                : " in a container of %s or more (it has %s)"
                        .formatted(mebibytes((long) (heap / CONTAINER_SHARE)), mebibytes(memory));
    }

    /// @param heap its limit, bytes
    private static boolean isTooSmall(CollectionHistory history, long heap) {
        return history.leastHeapAfter().orElse(0) >= LIVE_SHARE * heap;
    }

    /// The usual size where the heap is too small for what lives, else twice the present one.
    private static long proposed(CollectionHistory history, long present) {
        long bytes =
                isTooSmall(history, present)
                        ? USUAL_FACTOR * history.leastHeapAfter().orElseThrow()
                        : 2 * present;
        return Math.ceilDiv(bytes, MIB) * MIB;
    }

    private static List<String> evidence(CollectionHistory history, Evidence evidence) {
        var lines = new ArrayList<String>();
        lines.add(
                "%s; %s of the time in pauses%s"
                        .formatted(
                                collections(history),
                                percent(history.pauseShare()),
                                after(history.leastHeapAfter(), evidence)));
        history.cycleShare()
                .ifPresent(share ->
                        lines.add(
                                "the collector worked beside the service in %s of the time"
                                        .formatted(percent(share))));
        history.stallShare()
                .ifPresent(share ->
                        lines.add(
                                "at %s of %s a collection was in progress for which threads waited"
                                        .formatted(
                                                percent(share),
                                                counted(history.samples().size(), "moment"))));
        history.safepointShare()
                .ifPresent(share ->
                        lines.add(
                                "all threads were stopped for %s of the time, collections included"
                                        .formatted(percent(share))));
        return lines;
    }

    /// `412 collections, 300 of them full, at least 41 in a row`.
    private static String collections(CollectionHistory history) {
        long full = history.full().orElse(0);
        long row = history.fullInARow().orElse(0);
        return counted(history.count().orElse(0), "collection")
                + (full > 0 ? ", %,d of them full".formatted(full) : "")
                + (row > 1 ? ", at least %,d in a row".formatted(row) : "");
    }

    private static String after(OptionalLong bytes, Evidence evidence) {
        return bytes.isEmpty()
                ? ""
                : "; after them %s%s are in use"
                        .formatted(mebibytes(bytes.getAsLong()), ofLimit(evidence));
    }

    /// ` of 64 MiB`; empty where the limit is unknown.
    private static String ofLimit(Evidence evidence) {
        var heap = evidence.jvm().maxHeapBytes();
        return heap.isPresent() ? " of " + mebibytes(heap.getAsLong()) : "";
    }
}
