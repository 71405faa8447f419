package dev.loombench.observe.jvm;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Memory of a JVM outside the heap that has a limit.
///
/// @param usedBytes what counts to its limit: committed memory of metadata, and code in use
/// @param maxBytes its limit, above 0
/// @param failures how often there was no room, as far as that is counted
public record LimitedMemory(Kind kind, long usedBytes, long maxBytes, long failures) {
    /// By how much room was missing: by failures, then by the share in use.
    public static final Comparator<LimitedMemory> BY_LACK =
            Comparator.comparingLong(LimitedMemory::failures)
                    .thenComparingDouble(memory -> (double) memory.usedBytes / memory.maxBytes);

    /// At a moment, at which failures are not counted.
    public LimitedMemory(Kind kind, long usedBytes, long maxBytes) {
        this(kind, usedBytes, maxBytes, 0);
    }

    /// What is in it.
    public enum Kind {
        /// Metadata of classes (`-XX:MaxMetaspaceSize`).
        METADATA("metaspace", "metaspace-committed"),
        /// The part of them that objects refer to (`-XX:CompressedClassSpaceSize`).
        CLASSES("class-space", "class-space-committed"),
        /// Compiled code (`-XX:ReservedCodeCacheSize`).
        CODE("code", "code-used");

        private final String label;
        private final String used;

        /// @param used the figure that counts to the limit
        Kind(String label, String used) {
            this.label = label;
            this.used = used;
        }

        /// The name in JSON.
        public String label() {
            return label;
        }
    }

    /// Those of a sample that have a limit.
    static List<LimitedMemory> of(JvmSample sample) {
        return Stream.of(Kind.values())
                .map(kind ->
                        new LimitedMemory(
                                kind,
                                sample.figure(kind.used).orElse(0),
                                sample.figure(kind.label + "-max").orElse(0)))
                .filter(memory -> memory.maxBytes > 0)
                .toList();
    }
}
