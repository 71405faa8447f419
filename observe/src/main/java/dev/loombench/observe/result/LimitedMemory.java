package dev.loombench.observe.result;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/// Memory of a JVM outside the heap that has a limit.
///
/// @param use empty where only failures are known
/// @param failures how often there was no room, as far as that is counted
public record LimitedMemory(Kind kind, Optional<Use> use, long failures) {
    private static final BinaryOperator<Use> WORSE =
            BinaryOperator.maxBy(Comparator.comparingDouble(Use::share));

    public LimitedMemory(Kind kind, long usedBytes, long maxBytes, long failures) {
        this(kind, Optional.of(new Use(usedBytes, maxBytes)), failures);
    }

    /// At a moment, at which failures are not counted.
    public LimitedMemory(Kind kind, long usedBytes, long maxBytes) {
        this(kind, usedBytes, maxBytes, 0);
    }

    /// What is in use of a limit.
    ///
    /// @param bytes what counts to the limit: committed memory of metadata, and code in use
    /// @param maxBytes the limit, above 0
    public record Use(long bytes, long maxBytes) {
        public double share() {
            return (double) bytes / maxBytes;
        }
    }

    /// What is in it.
    public enum Kind {
        /// Metadata of classes (`-XX:MaxMetaspaceSize`).
        METADATA("metaspace"),
        /// The part of them that objects refer to (`-XX:CompressedClassSpaceSize`).
        CLASSES("class-space"),
        /// Compiled code (`-XX:ReservedCodeCacheSize`).
        CODE("code");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /// The name in JSON.
        public String label() {
            return label;
        }
    }

    /// The larger share in use, and the larger number of failures, of two readings of one kind.
    public LimitedMemory worse(LimitedMemory other) {
        return new LimitedMemory(
                kind,
                Stream.of(use, other.use).flatMap(Optional::stream).reduce(WORSE),
                Math.max(failures, other.failures));
    }
}
