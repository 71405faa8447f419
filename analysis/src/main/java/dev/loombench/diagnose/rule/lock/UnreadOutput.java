package dev.loombench.diagnose.rule.lock;

import static dev.loombench.text.Figures.counted;

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
import java.util.List;
import java.util.Optional;

/// Threads that print to a pipe which nobody reads, as once the reader of a log stands still. A
/// write to a full pipe waits until it is read, and each further thread that prints waits for the
/// lock of the output.
///
/// Which file a thread writes to is not known: it has been in the call all the time, and an output
/// of the process is such a pipe.
public final class UnreadOutput {
    public static final String ID = "output-unread";

    /// Of `System.out`, `System.err` and the appenders of logs.
    private static final String WRITE = "java.io.FileOutputStream.write";

    static final Rule RULE =
            new Rule(
                    ID,
                    "threads wait to print to a pipe that nobody reads",
                    "printed threads, at all moments of 10 s or more; standard output and standard error (`/proc/PID/fd`)",
                    "one of the outputs is a full pipe that is not read for half a second, and a thread is in `FileOutputStream.write` with the same stack and 1 ms of CPU time or less",
                    "critical",
                    "pipe(7)",
                    Figures.class);

    private UnreadOutput() {}

    /// @param writers threads that print
    /// @param stopped these, and those that wait for them
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

    private static ServiceFinding finding(
            OpenFiles files, List<LiveThread> writers, ThreadHistory history, Evidence evidence) {
        var numbers = LockGraph.of(history.last()).stoppedBy(writers);
        var stopped =
                history.last().threads().stream()
                        .filter(thread -> numbers.contains(thread.number()))
                        .toList();
        var writer = writers.getFirst();
        long seconds = evidence.window().toSeconds();
        var output = String.join(" and ", files.unread());
        return ServiceFinding.of(
                        RULE,
                        Severity.CRITICAL,
                        Confidence.HIGH,
                        new FindingText(
                                "%s stopped: %s prints in %s and did not go on in %d s, and %s %s a full pipe that nobody reads"
                                        .formatted(
                                                stopped.size() == 1
                                                        ? "1 thread is"
                                                        : "%,d threads are"
                                                                .formatted(stopped.size()),
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
                                "%s in write, and %d behind; %s"
                                        .formatted(
                                                counted(writers.size(), "thread"),
                                                stopped.size() - writers.size(),
                                                NoProgress.STILL)),
                        GarbageCollections.left(evidence)
                                * stopped.size()
                                / Math.max(stopped.size(), history.last().atWork()),
                        new Figures(writers.size(), stopped.size(), seconds))
                .withFrames(
                        AppCalls.mostFrequent(stopped.stream().map(LiveThread::frames).toList()));
    }
}
