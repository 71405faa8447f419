package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.finding.Amounts.cores;
import static dev.loombench.diagnose.finding.Amounts.mebibytes;
import static dev.loombench.diagnose.finding.Amounts.percent;
import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.finding.Severity;
import java.util.List;
import java.util.Optional;

/// Limits of the container that the service reaches.
public final class ContainerRules {
    public static final String THROTTLED = "cpu-throttled";
    public static final String HEAP = "heap-exceeds-container";

    /// The least share of the time in which the quota kept threads from running.
    static final double THROTTLED_SHARE = 0.05;

    static final double CRITICAL_SHARE = 0.5;

    /// The heap is not all that a JVM needs: its code, metadata, stacks and direct buffers do not
    /// fit beside a larger one.
    static final double HEAP_SHARE = 0.9;

    /// The share of the limit that leaves room for them.
    private static final double REMEDY_SHARE = 0.75;

    static final Rule RULE_THROTTLED =
            new Rule(
                    THROTTLED,
                    "the quota of the container stops threads",
                    "`cpu.stat` of the process's control groups",
                    "threads are stopped for %s of the time, added up over processors; critical from %s. It replaces `carriers-busy` and `carriers-starved`, and precedes `carriers-monopolized`, which it makes"
                            .formatted(percent(THROTTLED_SHARE), percent(CRITICAL_SHARE)),
                    "warning",
                    "the kernel's *sched-bwc.rst*",
                    Throttling.class);

    static final Rule RULE_HEAP =
            new Rule(
                    HEAP,
                    "the heap may grow beyond the memory of the container",
                    "largest heap, memory limit",
                    "above %s of the limit".formatted(percent(HEAP_SHARE)),
                    "warning",
                    "the kernel kills a process above its limit",
                    Heap.class);

    private ContainerRules() {}

    /// @param throttledShare of the time, added up over processors
    record Throttling(double throttledShare, double quotaCores) {}

    record Heap(long maxHeapBytes, long memoryBytes) {}

    public static Optional<ServiceFinding> throttled(Evidence evidence) {
        return evidence.container()
                .value()
                .filter(use -> use.throttledShare().orElse(0) >= THROTTLED_SHARE)
                .map(use -> throttled(use, evidence));
    }

    private static ServiceFinding throttled(ContainerUse use, Evidence evidence) {
        double share = use.throttledShare().orElse(0);
        double quota = use.end().quotaCores().orElse(1);
        var carriers =
                evidence.carriers().parallelism().map(n -> ", " + counted(n, "carrier")).orElse("");
        return ServiceFinding.of(
                RULE_THROTTLED,
                share >= CRITICAL_SHARE ? Severity.CRITICAL : Severity.WARNING,
                Confidence.HIGH,
                new FindingText(
                        "the CPU quota of %s stops the service: %.2f s of stopped time per second, added up over processors"
                                .formatted(cores(quota), share),
                        "all threads stop until the next period, the JVM's own too, so response times"
                                + " have pauses of tens of ms",
                        "raise the quota, or reduce the CPU that the service uses"),
                List.of("the JVM counts %s%s".formatted(processors(evidence), carriers)),
                Math.min(1, share / (share + quota)),
                new Throttling(share, quota));
    }

    private static String processors(Evidence evidence) {
        var processors = evidence.jvm().processors();
        return processors.isPresent()
                ? counted(processors.getAsInt(), "processor")
                : "an unknown number of processors";
    }

    public static Optional<ServiceFinding> heap(Evidence evidence) {
        return evidence.container().value().flatMap(use -> heap(use, evidence));
    }

    private static Optional<ServiceFinding> heap(ContainerUse use, Evidence evidence) {
        var limit = use.end().memoryBytes();
        long heap = evidence.jvm().maxHeapBytes().orElse(0);
        if (limit.isEmpty() || heap <= HEAP_SHARE * limit.getAsLong()) {
            return Optional.empty();
        }
        double share = (double) heap / limit.getAsLong();
        return Optional.of(
                ServiceFinding.of(
                                RULE_HEAP,
                                Severity.WARNING,
                                Confidence.HIGH,
                                new FindingText(
                                        "the heap may grow to %s of the container's memory"
                                                .formatted(percent(share)),
                                        "the kernel kills the service where heap, code, stacks and buffers"
                                                + " exceed the limit",
                                        "lower -Xmx or -XX:MaxRAMPercentage to %s of the limit"
                                                .formatted(percent(REMEDY_SHARE))),
                                List.of(
                                        "heap up to %s, container limit %s"
                                                .formatted(
                                                        mebibytes(heap),
                                                        mebibytes(limit.getAsLong()))),
                                0,
                                new Heap(heap, limit.getAsLong()))
                        .withLowerSetting(
                                new Setting(
                                        Setting.HEAP,
                                        heap,
                                        (long) (REMEDY_SHARE * limit.getAsLong()))));
    }
}
