package dev.loombench.diagnose;

import dev.loombench.observe.file.CollectionLog;
import dev.loombench.observe.file.FileContent;
import dev.loombench.observe.file.ThreadPrints.TimedPrint;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Whether files are of one JVM: by its version, its process, the time of its start, and
/// collections that exclude one another.
///
/// Process ids of files of different kinds may differ: a container has its own. Those of crash logs
/// may too, as a service is started again after a crash.
final class OneJvm {
    /// The time of a print has no fractions, and clocks are set.
    private static final long START_TOLERANCE_SECONDS = 10;

    private OneJvm() {}

    /// @throws WrongInput when they are of several
    static void check(List<FileContent> files) {
        long versions =
                files.stream()
                        .flatMap(f -> f.jvm().version().stream())
                        .map(Runtime.Version::version)
                        .distinct()
                        .count();
        if (versions > 1
                || differ(pidsOfPrints(files))
                || differ(pidsOfLists(files))
                || differInStart(files)
                || contradict(files)) {
            throw new WrongInput(
                    "these files are of different JVMs (%s); inspect those of one at a time"
                            .formatted(
                                    files.stream()
                                            .map(OneJvm::origin)
                                            .collect(Collectors.joining(", "))));
        }
    }

    private static boolean differ(LongStream pids) {
        return pids.distinct().count() > 1;
    }

    private static Stream<TimedPrint> prints(List<FileContent> files) {
        return files.stream().flatMap(f -> f.prints().last().stream());
    }

    private static LongStream pidsOfPrints(List<FileContent> files) {
        return prints(files).flatMapToLong(p -> p.pid().stream());
    }

    private static LongStream pidsOfLists(List<FileContent> files) {
        return files.stream()
                .filter(f -> !f.lists().isEmpty())
                .flatMapToLong(f -> f.jvm().pid().stream());
    }

    private static boolean differInStart(List<FileContent> files) {
        LongSummaryStatistics starts =
                prints(files).flatMapToLong(p -> p.startSeconds().stream()).summaryStatistics();
        return starts.getCount() > 1 && starts.getMax() - starts.getMin() > START_TOLERANCE_SECONDS;
    }

    private static boolean contradict(List<FileContent> files) {
        var logs =
                files.stream()
                        .filter(f -> f.recording().isEmpty())
                        .flatMap(f -> f.collections().stream())
                        .toList();
        return logs.stream().anyMatch(log -> contradicts(log, logs));
    }

    private static boolean contradicts(CollectionLog log, List<CollectionLog> others) {
        return others.stream().anyMatch(log::contradicts);
    }

    private static String origin(FileContent file) {
        var pid = file.jvm().pid();
        var start = prints(List.of(file)).flatMapToLong(p -> p.startSeconds().stream()).findFirst();
        return "%s: %sJDK %s%s"
                .formatted(
                        TextSanitizer.quoted(file.name()),
                        pid.isPresent() ? "process %d, ".formatted(pid.getAsLong()) : "",
                        file.jvm().version().map(Runtime.Version::toString).orElse("unknown"),
                        start.isPresent() ? ", started " + time(start.getAsLong()) : "");
    }

    private static LocalDateTime time(long seconds) {
        return LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
    }
}
