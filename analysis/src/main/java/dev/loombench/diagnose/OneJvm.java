package dev.loombench.diagnose;

import dev.loombench.observe.file.content.CollectionLog;
import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.ThreadPrints.TimedPrint;
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

    /// Characters of the name of a file in a message.
    private static final int MOST_OF_NAME = 80;

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
                    "these files are of different JVMs (%s%s); inspect those of one at a time"
                            .formatted(
                                    files.stream()
                                            .map(OneJvm::origin)
                                            .collect(Collectors.joining(", ")),
                                    contradict(files)
                                            ? "; their collections exclude one another"
                                            : ""));
        }
    }

    /// Whether files of one JVM name several process ids, each of which a report has to name.
    static boolean haveSeveralPids(List<FileContent> files) {
        return differ(
                LongStream.concat(
                        files.stream().flatMapToLong(f -> f.jvm().pid().stream()),
                        pidsOfPrints(files)));
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
        return differ(starts(files));
    }

    private static LongSummaryStatistics starts(List<FileContent> files) {
        return prints(files).flatMapToLong(p -> p.startSeconds().stream()).summaryStatistics();
    }

    private static boolean differ(LongSummaryStatistics starts) {
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

    /// Of a file with several, the process ids and the first and the last start.
    private static String origin(FileContent file) {
        return "%s: %sJDK %s%s"
                .formatted(
                        quoted(file.name()),
                        process(file),
                        file.jvm().version().map(Runtime.Version::toString).orElse("unknown"),
                        started(starts(List.of(file))));
    }

    /// With the end of a long name, which tells the files of an archive apart.
    private static String quoted(String name) {
        int length = name.codePointCount(0, name.length());
        var end =
                length <= MOST_OF_NAME
                        ? name
                        : "…" + name.substring(name.offsetByCodePoints(0, length - MOST_OF_NAME));
        return '"' + TextSanitizer.of(end) + '"';
    }

    /// `process 4711, `; empty where the file does not show it.
    static String process(FileContent file) {
        var pids =
                LongStream.concat(file.jvm().pid().stream(), pidsOfPrints(List.of(file)))
                        .distinct()
                        .mapToObj(Long::toString)
                        .toList();
        return pids.isEmpty() ? "" : "process %s, ".formatted(String.join(" and ", pids));
    }

    private static String started(LongSummaryStatistics starts) {
        if (starts.getCount() == 0) {
            return "";
        }
        var first = ", started " + time(starts.getMin());
        return differ(starts) ? "%s and %s".formatted(first, time(starts.getMax())) : first;
    }

    private static LocalDateTime time(long seconds) {
        return LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
    }
}
