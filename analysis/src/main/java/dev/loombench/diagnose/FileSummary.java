package dev.loombench.diagnose;

import static dev.loombench.text.Figures.counted;

import dev.loombench.observe.file.content.CollectionLog;
import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileContent.ThreadsListed;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.observe.file.content.MemoryErrors;
import dev.loombench.observe.file.content.ThreadPrints;
import dev.loombench.observe.file.content.ThreadPrints.TimedPrint;
import dev.loombench.observe.result.LimitedMemory.Kind;
import dev.loombench.observe.threads.ThreadPrint;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a file contains, in words.
final class FileSummary {
    private static final double NANOS_PER_SECOND = 1e9;

    private FileSummary() {}

    /// `2 thread dumps in 20 s, log of 1,234 collections in 3,600 s (the minute from 120 s on is
    /// judged)`.
    ///
    /// @param moments at which the judged prints of all files were taken
    /// @param judged the part of all collections that is judged
    static String of(
            FileContent file, List<TimedPrint> moments, Optional<LoggedCollections> judged) {
        var parts = new ArrayList<String>();
        file.recording()
                .ifPresent(r ->
                        parts.add(
                                "%s of %s%s"
                                        .formatted(
                                                FileKind.RECORDING.label(),
                                                seconds(r.nanos()),
                                                r.cut() ? " (cut off)" : "")));
        if (file.prints().count() > 0) {
            parts.add(prints(file.prints(), moments));
        }
        file.lists().forEach(list -> parts.add(list(list)));
        if (!file.crashes().isEmpty()) {
            parts.add(crashes(file.crashes().size()));
        }
        file.collections().ifPresent(log -> parts.add(collections(log, judged)));
        if (file.kinds().contains(FileKind.MEMORY)) {
            parts.add(memory(file.limits().kinds()));
        }
        if (file.kinds().contains(FileKind.MEMORY_ERRORS)) {
            long errors = file.limits().errors().stream().mapToLong(MemoryErrors::times).sum();
            parts.add(counted(errors, "error") + " of full memory");
        }
        if (file.kinds().contains(FileKind.COMMAND_LINE)) {
            parts.add(FileKind.COMMAND_LINE.label());
        }
        if (parts.isEmpty()) {
            parts.add(FileKind.COLLECTION_LOG.label() + " without times");
        }
        return String.join(", ", parts);
    }

    /// `40 thread dumps, the last 12 in 130 s`.
    private static String prints(ThreadPrints prints, List<TimedPrint> moments) {
        var last = prints.last();
        long time = last.getLast().nanos() - last.getFirst().nanos();
        long judged = last.stream().filter(moments::contains).count();
        int omitted = last.stream().mapToInt(p -> p.print().omitted()).max().orElse(0);
        return "%s%s%s%s%s%s"
                .formatted(
                        counted(prints.count(), FileKind.THREAD_PRINT.label()),
                        prints.earlier() > 0 ? ", the last " + last.size() : "",
                        last.size() > 1 ? " in " + seconds(time) : "",
                        judged < last.size() ? " (%d judged)".formatted(judged) : "",
                        omitted > 0
                                ? String.format(
                                        Locale.ROOT, " (without %,d of their threads)", omitted)
                                : "",
                        cut(last));
    }

    private static String cut(List<TimedPrint> prints) {
        var cut = prints.stream().map(TimedPrint::print).filter(ThreadPrint::cut).toList();
        return cut.isEmpty()
                ? ""
                : " (%d cut off, the last with %s)"
                        .formatted(cut.size(), counted(cut.getLast().count(), "thread"));
    }

    private static String list(ThreadsListed list) {
        return String.format(
                Locale.ROOT,
                "list of %,d threads%s%s",
                list.counts().total(),
                list.omitted() > 0
                        ? String.format(Locale.ROOT, " (locks of %,d)", list.threads().size())
                        : "",
                list.cut() ? " (cut off)" : "");
    }

    private static String crashes(int count) {
        return count == 1 ? FileKind.CRASH_LOG.label() : counted(count, FileKind.CRASH_LOG.label());
    }

    /// `memory outside the heap (metadata, code)`.
    private static String memory(List<Kind> kinds) {
        return "%s (%s)"
                .formatted(
                        FileKind.MEMORY.label(),
                        kinds.isEmpty()
                                ? "no limit of metadata or code"
                                : kinds.stream()
                                        .map(FileSummary::name)
                                        .collect(Collectors.joining(", ")));
    }

    private static String name(Kind kind) {
        return switch (kind) {
            case METADATA -> "metadata";
            case CLASSES -> "class space";
            case CODE -> "code";
        };
    }

    private static String collections(CollectionLog log, Optional<LoggedCollections> judged) {
        if (!log.hasDurations()) {
            return FileKind.COLLECTION_LOG.label() + " without durations";
        }
        return "%s in %s%s%s"
                .formatted(
                        log.collections().isEmpty() && !log.stops().isEmpty()
                                ? counted(log.stops().size(), "stop") + " of all threads"
                                : counted(log.collections().size() + log.omitted(), "collection"),
                        seconds(log.nanos()),
                        log.otherRuns().isEmpty()
                                ? ""
                                : " (the last of %d runs)".formatted(log.otherRuns().size() + 1),
                        judged.filter(LoggedCollections::isPart).map(FileSummary::part).orElse(""));
    }

    private static String part(LoggedCollections judged) {
        return " (the minute from %s on is judged, in which %s)"
                .formatted(
                        seconds(judged.startNanos() - judged.log().startNanos()),
                        judged.log().otherStops().isEmpty()
                                ? "collectors did most"
                                : "collectors and other stops took most");
    }

    private static String seconds(long nanos) {
        return Figures.whole(nanos / NANOS_PER_SECOND) + " s";
    }
}
