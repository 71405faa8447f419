package dev.loombench.observe.jvm;

import java.util.List;
import java.util.stream.Stream;

/// Memory of a JVM outside the heap that has a limit.
///
/// @param usedBytes in use
/// @param maxBytes its limit, above 0
public record LimitedMemory(Kind kind, long usedBytes, long maxBytes) {
    /// What is in it.
    public enum Kind {
        /// Metadata of classes (`-XX:MaxMetaspaceSize`).
        METADATA("metaspace"),
        /// The part of them that objects refer to (`-XX:CompressedClassSpaceSize`).
        CLASSES("class-space"),
        /// Compiled code (`-XX:ReservedCodeCacheSize`).
        CODE("code");

        private final String key;

        Kind(String key) {
            this.key = key;
        }
    }

    /// Those of a sample that have a limit.
    static List<LimitedMemory> of(JvmSample sample) {
        return Stream.of(Kind.values())
                .map(kind ->
                        new LimitedMemory(
                                kind,
                                sample.figure(kind.key + "-used").orElse(0),
                                sample.figure(kind.key + "-max").orElse(0)))
                .filter(memory -> memory.maxBytes > 0)
                .toList();
    }
}
