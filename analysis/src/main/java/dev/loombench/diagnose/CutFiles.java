package dev.loombench.diagnose;

import static dev.loombench.text.Figures.counted;

import dev.loombench.observe.file.content.CollectionLog;
import dev.loombench.observe.file.content.CollectionLog.Run;
import dev.loombench.observe.file.content.FileContent.Recording;
import dev.loombench.observe.file.content.FileContent.ThreadsListed;
import dev.loombench.observe.file.content.ThreadPrints.TimedPrint;
import dev.loombench.observe.threads.ThreadPrint;
import dev.loombench.text.Figures;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What files that are cut off do not show, and the runs of a JVM in a log that are not judged, in
/// words: a fault may be in the part that is missing.
final class CutFiles {
    /// Runs of a JVM that are named.
    private static final int NAMED = 3;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /// 20 years; a clock that shows more counts from 1970.
    private static final long LONGEST_UPTIME_SECONDS = 20L * 365 * 86_400;

    private CutFiles() {}

    /// A clause for each kind; empty where all files are whole, and judged.
    ///
    /// @param prints that are judged, and lists
    /// @param log of collections
    static Optional<String> missing(
            List<TimedPrint> prints,
            List<ThreadsListed> lists,
            List<Recording> recordings,
            Optional<CollectionLog> log) {
        var missing =
                Stream.of(
                                ofPrints(prints),
                                ofLists(lists),
                                ofRecordings(recordings),
                                log.flatMap(all -> ofRuns(all.otherRuns())))
                        .flatMap(Optional::stream)
                        .collect(Collectors.joining("; "));
        return missing.isEmpty() ? Optional.empty() : Optional.of(missing);
    }

    private static Optional<String> ofPrints(List<TimedPrint> judged) {
        var prints = judged.stream().map(TimedPrint::print).toList();
        var cut = prints.stream().filter(ThreadPrint::cut).toList();
        if (!cut.isEmpty()) {
            return Optional.of(
                    "%s and %s %s: further threads, the sizes of pools and the owners of some locks are unknown"
                            .formatted(
                                    subject(cut.size(), prints.size()),
                                    prints.size() == 1 ? "shows" : "the last of these shows",
                                    counted(cut.getLast().count(), "thread")));
        }
        return prints.stream()
                .filter(print -> print.omitted() > 0)
                .reduce((_, last) -> last)
                .map(print ->
                        String.format(
                                Locale.ROOT,
                                "a thread dump has %,d threads, of which %,d are judged",
                                print.count(),
                                print.threads().size()));
    }

    private static String subject(int cut, int all) {
        return all == 1
                ? "the thread dump is cut off"
                : "%d of %d thread dumps %s cut off".formatted(cut, all, cut == 1 ? "is" : "are");
    }

    private static Optional<String> ofLists(List<ThreadsListed> lists) {
        return lists.stream()
                .filter(ThreadsListed::cut)
                .findFirst()
                .map(list ->
                        "a list of threads is cut off after %s: further ones are unknown (jcmd PID Thread.dump_to_file FILE lists all, and with - in place of FILE the first 16,000 bytes)"
                                .formatted(counted(list.counts().total(), "thread")));
    }

    private static Optional<String> ofRecordings(List<Recording> recordings) {
        return recordings.stream().anyMatch(Recording::cut)
                ? Optional.of("the flight recording is cut off: its last part is unknown")
                : Optional.empty();
    }

    private static Optional<String> ofRuns(List<Run> runs) {
        return runs.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "the log of collections also has %s%s of a JVM, not judged (%s%s): inspect the lines of one at a time"
                                .formatted(
                                        runs.size() < CollectionLog.MOST_RUNS ? "" : "at least ",
                                        counted(runs.size(), "earlier run"),
                                        runs.stream()
                                                .skip(Math.max(0, runs.size() - NAMED))
                                                .map(CutFiles::describe)
                                                .collect(Collectors.joining(", ")),
                                        runs.size() > NAMED ? ", and before" : ""));
    }

    /// `120 collections from 1 s to 3,600 s`, on the clock of the log.
    private static String describe(Run run) {
        return "%s from %s to %s"
                .formatted(
                        counted(run.collections(), "collection"),
                        time(run.startNanos()),
                        time(run.endNanos()));
    }

    private static String time(long nanos) {
        long seconds = nanos / NANOS_PER_SECOND;
        return seconds < LONGEST_UPTIME_SECONDS
                ? Figures.whole(seconds) + " s"
                : LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC).toString();
    }
}
