package dev.loombench.diagnose.evidence;

import dev.loombench.observe.jvm.JvmIdentity;
import dev.loombench.result.Library;
import dev.loombench.result.Observation.ThreadDump;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// All that was collected about a JVM.
///
/// @param window the time of the observation
/// @param threads all threads, listed once
/// @param pools the pools that the JVM publishes, at several times
/// @param libraries the jars that the JVM has open, with their versions
public record Evidence(
        JvmIdentity jvm,
        Duration window,
        CarrierEvidence carriers,
        Part<ThreadDump> threads,
        Part<List<PoolReading>> pools,
        Part<ContainerUse> container,
        MemoryEvidence memory,
        Part<List<Library>> libraries) {
    private static final int FIRST_WITH_SCHEDULER = 24;

    /// Subject -> why it is missing, in a fixed order. Of virtual threads nothing is missing where
    /// there were none.
    public Map<String, String> missing() {
        var reasons = new LinkedHashMap<String, String>();
        if (carriers.used()) {
            add(reasons, "carriers", carriers.history());
            if (jvm.feature() < FIRST_WITH_SCHEDULER) {
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
        }
        add(reasons, "waits of threads", threads);
        add(reasons, "pools", pools);
        add(reasons, "container limits", container);
        add(reasons, "collections", memory.collections());
        add(reasons, "direct buffers", memory.directBytes());
        add(reasons, "objects by class", memory.histogram());
        add(reasons, "libraries", libraries);
        return reasons;
    }

    /// The subjects in which a fault would have been found, in a fixed order.
    public List<String> examined() {
        var parts = new LinkedHashMap<String, Part<?>>();
        if (carriers.used()) {
            parts.put("carriers", carriers.history());
        }
        parts.put("collections", memory.collections());
        parts.put("waits of threads", threads);
        parts.put("pools", pools);
        parts.put("container limits", container);
        parts.put("direct buffers", memory.directBytes());
        return parts.entrySet().stream()
                .filter(part -> part.getValue().missing().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static void add(Map<String, String> reasons, String subject, Part<?> part) {
        part.missing().ifPresent(reason -> reasons.put(subject, reason));
    }
}
