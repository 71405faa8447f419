package dev.loombench.observe.file;

import dev.loombench.observe.file.content.MemoryErrors;
import dev.loombench.observe.file.content.MemoryErrors.Kind;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// How often there was no room, by the messages of a JVM and by the errors that an application
/// logs, a line at a time.
///
/// Sources: `CodeCache::report_codemem_full` of HotSpot, which writes its message to the unified
/// log and as a warning, `Metaspace::report_metadata_oome`, `os::create_thread`, which warns before
/// the error, and `report_java_out_of_memory`, which prints the error before it dumps the heap, and
/// again where the JVM then ends (`Terminating due to`).
final class PrintedFailures {
    private static final Pattern FULL_CODE =
            Pattern.compile(
                    "(?:^|\\] |VM (warning): )(CodeCache|CodeHeap '[^']{1,40}') is full\\. Compiler has been disabled");

    private static final Pattern FAILED =
            Pattern.compile("\\bMetaspace \\((data|class)\\) allocation failed for size \\d");

    private static final Pattern NO_THREAD =
            Pattern.compile("Failed to start thread (?:\".*\" )?- pthread_create failed \\(");

    /// More than a code cache has.
    private static final int MOST_SEGMENTS = 100;

    private static final String DUMPS = "Dumping heap to ";

    /// Those that are counted with the memory that they are about.
    private static final List<Kind> OF_METADATA = List.of(Kind.METADATA, Kind.CLASSES);

    /// Messages by segment, in the unified log and as warnings.
    private final Map<String, Integer> logged = new HashMap<>();

    private final Map<String, Integer> warned = new HashMap<>();
    private final Map<Kind, Integer> errors = new EnumMap<>(Kind.class);
    private int failedData;
    private int failedClass;
    private int unstarted;

    /// The message of an error in the line before; empty without one.
    private String announced = "";

    /// That of the error for which the JVM has dumped the heap; empty once it was thrown.
    private String dumped = "";

    /// A line of a stack, which is none of these.
    void frame() {
        announced = "";
    }

    void line(String line) {
        if (line.contains(DUMPS)) {
            dumped = announced;
        }
        announced = "";
        if (line.contains("is full. Compiler")) {
            fullCode(line);
        } else if (line.contains("MemoryError: ")) {
            error(line);
        } else if (line.contains("pthread_create failed")) {
            unstarted += NO_THREAD.matcher(line).find() ? 1 : 0;
        } else if (line.contains(") allocation failed for size")) {
            failed(line);
        }
    }

    private void failed(String line) {
        var failure = FAILED.matcher(line);
        if (failure.find()) {
            boolean ofClass = failure.group(1).equals("class");
            failedClass += ofClass ? 1 : 0;
            failedData += ofClass ? 0 : 1;
        }
    }

    private void fullCode(String line) {
        var full = FULL_CODE.matcher(line);
        if (full.find()) {
            var messages = full.group(1) == null ? logged : warned;
            if (messages.size() < MOST_SEGMENTS || messages.containsKey(full.group(2))) {
                messages.merge(full.group(2), 1, Integer::sum);
            }
        }
    }

    private void error(String line) {
        for (var kind : Kind.values()) {
            kind.messageIn(line).ifPresent(message -> count(kind, message, kind.isHeadOf(line)));
        }
    }

    private void count(Kind kind, String message, boolean head) {
        boolean again = head && message.equals(dumped);
        errors.merge(kind, head && !again ? 1 : 0, Integer::sum);
        dumped = again ? "" : dumped;
        announced = head ? message : announced;
    }

    /// Whether metadata or compiled code had no room.
    boolean any() {
        return ofCode() > 0 || ofMetadata() > 0 || ofClasses() > 0;
    }

    /// Of the code cache: each segment has its own messages.
    long ofCode() {
        return Math.max(sum(logged), sum(warned));
    }

    private static long sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToLong(Integer::longValue).sum();
    }

    /// Of all metadata. A class finds no room in the class space, as the errors of that show, or
    /// below the limit of all.
    long ofMetadata() {
        boolean ofClassSpace = errors(Kind.CLASSES) > 0;
        return Math.max(errors(Kind.METADATA), failedData + (ofClassSpace ? 0L : failedClass));
    }

    long ofClasses() {
        long errors = errors(Kind.CLASSES);
        return errors > 0 ? Math.max(errors, failedClass) : 0;
    }

    /// Those that are about other memory than metadata and code.
    List<MemoryErrors> others() {
        return Stream.of(Kind.values())
                .filter(kind -> !OF_METADATA.contains(kind))
                .map(kind ->
                        new MemoryErrors(
                                kind, Math.max(errors(kind), kind == Kind.THREADS ? unstarted : 0)))
                .filter(found -> found.times() > 0)
                .toList();
    }

    /// One where only messages of other errors name it.
    private long errors(Kind kind) {
        var count = errors.get(kind);
        return count == null ? 0 : Math.max(1, count);
    }
}
