package dev.loombench.diagnose.rule.lock;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.Libraries;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.CarrierHistory;
import dev.loombench.diagnose.evidence.CarrierStacks.Carried;
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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Threads that print to a pipe which nobody reads, as once the reader of a log stands still. A
/// write to a full pipe waits until it is read, and each further thread that prints waits for the
/// lock of the output.
///
/// Which file a thread writes to is not known: it has been in the call all the time, and an output
/// of the process is such a pipe. Of the virtual threads without a carrier those in a list wait
/// behind it that take a lock, or enter a method, of the JDK's or a library's classes through which
/// it prints: the list of all threads does not name its owner before JDK 26. Nor does a print
/// without the owners of locks of `java.util.concurrent`. Before JDK 24 the calls of a virtual
/// thread on its carrier are not printed: one that stays there without CPU time may be in a write.
public final class UnreadOutput {
    public static final String ID = "output-unread";

    /// Of `System.out`, `System.err` and the appenders of logs.
    private static final String WRITE = "java.io.FileOutputStream.write";

    /// Beginnings of frames of a wait for a lock, above the method that takes it.
    private static final List<String> LOCKS =
            List.of(
                    "java.util.concurrent.locks.",
                    "jdk.internal.misc.InternalLock.",
                    "java.util.logging.Handler.tryUseLock");

    /// What runs a thread that only prints is no output.
    private static final List<String> RUN = List.of("java.lang.", "java.util.concurrent.");

    private static final String READ =
            "read the pipe, or start again what reads it (ls -l /proc/PID/fd/1 /proc/PID/fd/2 shows the pipe); print into a file that is rotated, or log through an asynchronous appender that discards (neverBlock of Logback)";

    static final Rule RULE =
            new Rule(
                    ID,
                    "threads wait to print to a pipe that nobody reads",
                    "printed threads, at all moments of 10 s or more, and virtual ones in a list of all threads; standard output and standard error (`/proc/PID/fd`)",
                    "one of the outputs is a full pipe that is not read for half a second, and a thread is in `FileOutputStream.write` with the same stack and 1 ms of CPU time or less",
                    "critical; a warning where only a virtual thread may be in it that stays on its carrier with 1 ms of CPU time or less, whose calls are not printed before JDK 24",
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
                        .filter(thread -> writes(thread.frames().getFirst()))
                        .filter(history::standsStill)
                        .toList();
        return writers.isEmpty()
                ? staying(evidence).map(carried -> finding(files, carried, evidence))
                : Optional.of(finding(files, writers, history, evidence));
    }

    /// A virtual thread that stayed on its carrier, which did not run, in a write or in a call that
    /// is not shown.
    private static Optional<Carried> staying(Evidence evidence) {
        var moments = evidence.carriers().stacks().value().orElse(List.of());
        return moments.size() < ThreadHistory.FEWEST_MOMENTS
                ? Optional.empty()
                : moments.getLast().carried().stream()
                        .filter(carried ->
                                carried.frames().stream().limit(1).allMatch(UnreadOutput::writes))
                        .filter(carried ->
                                moments.stream().allMatch(m -> m.carried().contains(carried)))
                        .filter(carried -> standsStill(carried, evidence))
                        .findFirst();
    }

    private static boolean standsStill(Carried carried, Evidence evidence) {
        return evidence.carriers()
                .history()
                .value()
                .map(CarrierHistory::samples)
                .filter(samples -> {
                    var first = samples.getFirst().tasks().get(carried.osThread());
                    var last = samples.getLast().tasks().get(carried.osThread());
                    return first != null
                            && last != null
                            && last.ranNanos() - first.ranNanos() <= ThreadHistory.STILL_NANOS;
                })
                .isPresent();
    }

    /// The classes of the JDK and of libraries through which some threads print.
    private static Set<String> types(List<LiveThread> writers) {
        return writers.stream()
                .flatMap(writer -> writer.frames().stream().takeWhile(UnreadOutput::isOfLibrary))
                .map(UnreadOutput::type)
                .filter(type -> RUN.stream().noneMatch(type::startsWith))
                .collect(Collectors.toSet());
    }

    /// The numbers of the threads that print, and of those that wait for them, as far as they are
    /// printed.
    private static Set<Long> stopped(List<LiveThread> writers, ThreadHistory history) {
        var graph = LockGraph.of(history.last());
        var types = types(writers);
        var behind =
                history.last().threads().stream()
                        .filter(thread ->
                                thread.stack()
                                        .awaited()
                                        .filter(lock -> graph.owner(lock).isEmpty())
                                        .isPresent())
                        .filter(thread -> types.contains(entered(thread.frames())))
                        .filter(history::standsStill);
        return graph.stoppedBy(Stream.concat(writers.stream(), behind).toList());
    }

    /// The virtual threads in a list that wait for the output of some threads, on carriers too.
    private static int listed(List<LiveThread> writers, Evidence evidence) {
        var types = types(writers);
        return evidence.threads().value().stream()
                .flatMap(dump -> dump.groups().stream())
                .filter(group -> group.kind() == ThreadKind.VIRTUAL)
                .filter(group -> group.frames().stream().noneMatch(UnreadOutput::writes))
                .filter(group -> types.contains(entered(group.frames())))
                .mapToInt(StackGroup::count)
                .sum();
    }

    private static boolean writes(String frame) {
        return frame.startsWith(WRITE);
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

    private static ServiceFinding finding(OpenFiles files, Carried carried, Evidence evidence) {
        long seconds = evidence.window().toSeconds();
        return ServiceFinding.of(
                RULE,
                Severity.WARNING,
                Confidence.MEDIUM,
                new FindingText(
                        outputs(files),
                        "each thread that prints there stops until it is read",
                        READ),
                List.of(
                        "virtual thread #%d, whose calls this JDK does not print, stayed on its carrier for %d s and did not run, as one does that prints"
                                .formatted(carried.virtualThread(), seconds)),
                GarbageCollections.left(evidence)
                        / Math.max(1, evidence.carriers().parallelism().orElse(1L)),
                new Figures(0, 0, seconds));
    }

    private static String outputs(OpenFiles files) {
        return "%s %s a full pipe that nobody reads"
                .formatted(
                        String.join(" and ", files.unread()),
                        files.unread().size() == 1 ? "is" : "are each");
    }

    private static ServiceFinding finding(
            OpenFiles files, List<LiveThread> writers, ThreadHistory history, Evidence evidence) {
        var numbers = stopped(writers, history);
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
        return ServiceFinding.of(
                        RULE,
                        Severity.CRITICAL,
                        Confidence.HIGH,
                        new FindingText(
                                "%s%s stopped: %s prints in %s and did not go on in %d s, and %s"
                                        .formatted(
                                                hidden ? "at least " : "",
                                                stopped == 1
                                                        ? "1 thread is"
                                                        : "%,d threads are".formatted(stopped),
                                                writer.label(),
                                                AppCalls.of(writer.frames()),
                                                seconds,
                                                outputs(files)),
                                "what they do stands still until it is read, and each further thread that"
                                        + " prints there stops too",
                                READ),
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
