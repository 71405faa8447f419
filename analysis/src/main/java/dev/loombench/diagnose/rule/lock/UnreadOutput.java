package dev.loombench.diagnose.rule.lock;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.Libraries;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import dev.loombench.observe.proc.OpenFiles;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Threads that print to a pipe which nobody reads, as once the reader of a log stands still. A
/// write to a full pipe waits until it is read, and each further thread that prints waits for the
/// lock of the output.
///
/// Which file a thread writes to is not known: it has been in the call all the time, and an output
/// of the process is such a pipe. Of the virtual threads without a carrier those in a list wait
/// behind it that take a lock, or enter a method, of the JDK's or a library's classes through which
/// it prints: the list of all threads does not name its owner before JDK 26.
public final class UnreadOutput {
    public static final String ID = "output-unread";

    /// Of `System.out`, `System.err` and the appenders of logs.
    private static final String WRITE = "java.io.FileOutputStream.write";

    /// Beginnings of frames of a wait for a lock, above the method that takes it.
    private static final List<String> LOCKS =
            List.of("java.util.concurrent.locks.", "jdk.internal.misc.InternalLock.");

    /// What runs a thread that only prints is no output.
    private static final List<String> RUN = List.of("java.lang.", "java.util.concurrent.");

    static final Rule RULE =
            new Rule(
                    ID,
                    "threads wait to print to a pipe that nobody reads",
                    "printed threads, at all moments of 10 s or more, and virtual ones in a list of all threads; standard output and standard error (`/proc/PID/fd`)",
                    "one of the outputs is a full pipe that is not read for half a second, and a thread is in `FileOutputStream.write` with the same stack and 1 ms of CPU time or less",
                    "critical",
                    "pipe(7)",
                    Figures.class);

    private UnreadOutput() {}

    /// @param writers threads that print
    /// @param stopped these, and those that wait for them, as far as they are printed or listed
    record Figures(int writers, int stopped, long seconds) {}

    public static Optional<ServiceFinding> in(Evidence evidence) {
        return evidence.openFiles()
                .filter(files -> !files.unread().isEmpty() && evidence.showsProgress())
                .flatMap(files ->
                        evidence.printed()
                                .value()
                                .flatMap(history -> finding(files, history, evidence)));
    }

    private static Optional<ServiceFinding> finding(
            OpenFiles files, ThreadHistory history, Evidence evidence) {
        var writers =
                history.last().threads().stream()
                        .filter(thread -> thread.frames().getFirst().startsWith(WRITE))
                        .filter(history::standsStill)
                        .toList();
        return writers.isEmpty()
                ? Optional.empty()
                : Optional.of(finding(files, writers, history, evidence));
    }

    /// The virtual threads in a list that wait for the output of some threads, on carriers too.
    private static int listed(List<LiveThread> writers, Evidence evidence) {
        var types =
                writers.stream()
                        .flatMap(writer ->
                                writer.frames().stream().takeWhile(UnreadOutput::isOfLibrary))
                        .map(UnreadOutput::type)
                        .filter(type -> RUN.stream().noneMatch(type::startsWith))
                        .collect(Collectors.toSet());
        return evidence.threads().value().stream()
                .flatMap(dump -> dump.groups().stream())
                .filter(group -> group.kind() == ThreadKind.VIRTUAL)
                .filter(group -> group.frames().stream().noneMatch(f -> f.startsWith(WRITE)))
                .filter(group -> types.contains(entered(group.frames())))
                .mapToInt(StackGroup::count)
                .sum();
    }

    private static boolean isOfLibrary(String frame) {
        return StackFrames.isOfJdk(frame) || Libraries.contains(frame);
    }

    /// The class of the method that a thread enters, or that takes the lock which it awaits.
    private static String entered(List<String> frames) {
        return StackFrames.withoutWaiting(frames).stream()
                .filter(frame -> LOCKS.stream().noneMatch(frame::startsWith))
                .findFirst()
                .map(UnreadOutput::type)
                .orElse("");
    }

    private static String type(String frame) {
        var call = StackFrames.call(frame);
        return call.substring(0, Math.max(0, call.lastIndexOf('.')));
    }

    private static ServiceFinding finding(
            OpenFiles files, List<LiveThread> writers, ThreadHistory history, Evidence evidence) {
        var numbers = LockGraph.of(history.last()).stoppedBy(writers);
        var printed =
                history.last().threads().stream()
                        .filter(thread -> numbers.contains(thread.number()))
                        .toList();
        int virtual =
                (int)
                        printed.stream()
                                .filter(thread -> thread.virtual() && !writers.contains(thread))
                                .count();
        int stopped = printed.size() - virtual + Math.max(virtual, listed(writers, evidence));
        boolean hidden = evidence.mayHideVirtualThreads();
        var writer = writers.getFirst();
        long seconds = evidence.window().toSeconds();
        var output = String.join(" and ", files.unread());
        return ServiceFinding.of(
                        RULE,
                        Severity.CRITICAL,
                        Confidence.HIGH,
                        new FindingText(
                                "%s%s stopped: %s prints in %s and did not go on in %d s, and %s %s a full pipe that nobody reads"
                                        .formatted(
                                                hidden ? "at least " : "",
                                                stopped == 1
                                                        ? "1 thread is"
                                                        : "%,d threads are".formatted(stopped),
                                                writer.label(),
                                                AppCalls.of(writer.frames()),
                                                seconds,
                                                output,
                                                files.unread().size() == 1 ? "is" : "are each"),
                                "what they do stands still until it is read, and each further thread that"
                                        + " prints there stops too",
                                "read the pipe, or start again what reads it (ls -l /proc/PID/fd/1"
                                        + " /proc/PID/fd/2 shows the pipe); print into a file that is"
                                        + " rotated, or log through an asynchronous appender that discards"
                                        + " (neverBlock of Logback)"),
                        List.of(
                                "%s in write, and %,d behind%s; %s"
                                        .formatted(
                                                counted(writers.size(), "thread"),
                                                stopped - writers.size(),
                                                hidden
                                                        ? ", without virtual threads, which are not listed"
                                                        : "",
                                                NoProgress.STILL)),
                        GarbageCollections.left(evidence)
                                * stopped
                                / Math.max(stopped, history.last().atWork()),
                        new Figures(writers.size(), stopped, seconds))
                .withFrames(
                        AppCalls.mostFrequent(printed.stream().map(LiveThread::frames).toList()));
    }
}
