package dev.loombench.diagnose.rule;

import static dev.loombench.diagnose.rule.Figures.cores;
import static dev.loombench.diagnose.rule.Figures.counted;
import static dev.loombench.diagnose.rule.Figures.mebibytes;
import static dev.loombench.diagnose.rule.Figures.percent;

import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.rule.Finding.Text;
import java.util.List;
import java.util.Optional;

/// Limits of the container that the service reaches.
final class ContainerRules {
    static final String THROTTLED = "cpu-throttled";
    static final String HEAP = "heap-exceeds-container";

    /// The least share of the time in which the quota kept threads from running.
    static final double THROTTLED_SHARE = 0.05;

    static final double CRITICAL_SHARE = 0.5;

    /// The heap is not all that a JVM needs: its code, metadata, stacks and direct buffers do not
    /// fit beside a larger one.
    static final double HEAP_SHARE = 0.9;

    private ContainerRules() {}

    static Optional<Finding> throttled(Evidence evidence) {
        return evidence.container()
                .value()
                .filter(use -> use.throttledShare().orElse(0) >= THROTTLED_SHARE)
                .map(use -> throttled(use, evidence));
    }

    private static Finding throttled(ContainerUse use, Evidence evidence) {
        double share = use.throttledShare().orElse(0);
        double quota = use.end().quotaCores().orElse(1);
        var carriers =
                evidence.carriers().parallelism().map(n -> ", " + counted(n, "carrier")).orElse("");
        return Finding.of(
                THROTTLED,
                share >= CRITICAL_SHARE ? Severity.CRITICAL : Severity.WARNING,
                Confidence.HIGH,
                new Text(
                        "the CPU quota of %s stops the service: %.2f s of stopped time per second, added up over processors"
                                .formatted(cores(quota), share),
                        "all threads stop until the next period, the JVM's own too, so response times"
                                + " have pauses of tens of ms",
                        "raise the quota, or reduce the CPU that the service uses"),
                List.of(
                        "the JVM counts %s%s"
                                .formatted(processors(evidence), carriers)),
                Math.min(1, share / (share + quota)));
    }

    private static String processors(Evidence evidence) {
        var processors = evidence.jvm().processors();
        return processors.isPresent()
                ? counted(processors.getAsInt(), "processor")
                : "an unknown number of processors";
    }

    static Optional<Finding> heap(Evidence evidence) {
        return evidence.container().value().flatMap(use -> heap(use, evidence));
    }

    private static Optional<Finding> heap(ContainerUse use, Evidence evidence) {
        var limit = use.end().memoryBytes();
        long heap = evidence.jvm().maxHeapBytes().orElse(0);
        if (limit.isEmpty() || heap <= HEAP_SHARE * limit.getAsLong()) {
            return Optional.empty();
        }
        double share = (double) heap / limit.getAsLong();
        return Optional.of(
                Finding.of(
                        HEAP,
                        Severity.WARNING,
                        Confidence.HIGH,
                        new Text(
                                "the heap may grow to %s of the container's memory"
                                        .formatted(percent(share)),
                                "the kernel kills the service where heap, code, stacks and buffers"
                                        + " exceed the limit",
                                "lower -Xmx or -XX:MaxRAMPercentage to 75 % of the limit"),
                        List.of(
                                "heap up to %s, container limit %s"
                                        .formatted(mebibytes(heap), mebibytes(limit.getAsLong()))),
                        0));
    }
}
