package dev.loombench.observe.file.content;

import java.util.Optional;
import java.util.regex.Pattern;

/// Errors of one kind by which a JVM or its application says that there was no room.
///
/// @param times how often, at least 1
public record MemoryErrors(Kind kind, long times) {
    private static final String ERROR = "\\bjava\\.lang\\.OutOfMemoryError: ";

    /// What had no room, with the messages of JDK 8 to 25, of OpenJ9 and of native images.
    public enum Kind {
        HEAP(
                "heap",
                ERROR
                        + "(?:Java heap space|GC overhead limit exceeded|Garbage-collected heap size exceeded)"),
        METADATA("metadata", ERROR + "Metaspace\\b"),
        CLASSES("class-space", ERROR + "Compressed class space\\b"),
        /// The operating system started no further thread.
        THREADS(
                "threads",
                ERROR + "(?:unable to create (?:new )?native thread|Failed to create a thread)"),
        /// Buffers outside the heap, also those that Netty counts by itself.
        DIRECT(
                "direct-buffers",
                "(?:"
                        + ERROR
                        + "(?:Direct buffer memory|Cannot reserve \\d{1,19} bytes of direct buffer memory)"
                        + "|(?<![\\w.])[\\w.]{0,100}\\.OutOfDirectMemoryError: failed to allocate \\d)"),
        /// The operating system mapped no further file.
        MAPS("mapped-files", ERROR + "Map failed"),
        /// An array longer than any may be.
        ARRAY(
                "array-length",
                ERROR
                        + "(?:Requested array size exceeds VM limit|Required (?:array )?length (?:exceeds|\\d{1,19} \\+ \\d))");

        private final String label;
        private final Pattern message;

        /// At the head of a stack trace, or as a cause; the message of another error may repeat it.
        private final Pattern head;

        Kind(String label, String message) {
            this.label = label;
            this.message = Pattern.compile(message);
            this.head = Pattern.compile("(?<!(?<!Caused by): |nested exception is )" + message);
        }

        /// The name in JSON.
        public String label() {
            return label;
        }

        public Optional<String> messageIn(String line) {
            var found = message.matcher(line);
            return found.find() ? Optional.of(found.group()) : Optional.empty();
        }

        public boolean isHeadOf(String line) {
            return head.matcher(line).find();
        }
    }
}
