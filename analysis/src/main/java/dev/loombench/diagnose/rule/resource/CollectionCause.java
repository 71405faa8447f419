package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.finding.Amounts.percent;

import dev.loombench.diagnose.evidence.CollectionHistory;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/// What begins collections of a heap that has room, so that a larger one makes them no rarer.
///
/// Source: the texts of `gcCause.cpp` of HotSpot.
enum CollectionCause {
    CALL(
            "calls of System.gc()",
            "find what calls System.gc() and remove the calls, or set -XX:+DisableExplicitGC; the"
                    + " JDK calls it for RMI, and where direct buffers reach their limit (then raise"
                    + " -XX:MaxDirectMemorySize)"),
    TOOL(
            "requests of a tool or of an agent",
            "find what requests them, such as a monitoring agent that counts objects, and let it do"
                    + " so less often"),
    METADATA(
            "metadata of classes that reached a threshold",
            "raise -XX:MetaspaceSize, and -XX:MaxMetaspaceSize where it is set, or find what loads"
                    + " classes again and again"),
    CODE("compiled code that reached a threshold", "raise -XX:ReservedCodeCacheSize");

    /// Of the collectors' time.
    private static final double LEAST_SHARE = 0.5;

    private final String subject;
    private final String remedy;

    CollectionCause(String subject, String remedy) {
        this.subject = subject;
        this.remedy = remedy;
    }

    /// The cause of half of the collectors' time or more; empty where that is the heap, or is
    /// unknown.
    static Optional<CollectionCause> of(CollectionHistory history) {
        return Arrays.stream(values())
                .filter(cause -> history.causedShare(cause.names()) >= LEAST_SHARE)
                .findFirst();
    }

    private Set<String> names() {
        return switch (this) {
            case CALL -> Set.of("System.gc()");
            case TOOL ->
                    Set.of(
                            "Diagnostic Command",
                            "Heap Dump Initiated GC",
                            "Heap Inspection Initiated GC",
                            "JvmtiEnv ForceGarbageCollection");
            case METADATA -> Set.of("Metadata GC Threshold", "Metadata GC Clear Soft References");
            case CODE -> Set.of("CodeCache GC Threshold", "CodeCache GC Aggressive");
        };
    }

    String remedy() {
        return remedy;
    }

    String evidence(CollectionHistory history) {
        return "%s began collections that took about %s of the collectors' time"
                .formatted(subject, percent(history.causedShare(names())));
    }
}
