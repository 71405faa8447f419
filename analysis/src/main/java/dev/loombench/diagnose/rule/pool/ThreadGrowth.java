package dev.loombench.diagnose.rule.pool;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Platform threads that become more over the whole observation, each of an executor of its own or
/// of none: something creates an executor or a thread for each of its tasks, and does not end it.
/// One pool that grows has a limit, and is not meant.
public final class ThreadGrowth {
    static final String ID = "thread-growth";

    /// The least number of further threads.
    private static final int FEWEST = 10;

    /// The least part of them in the second half of the observation.
    private static final double LATER = 1 / 3.0;

    private static final Pattern NUMBERS = Pattern.compile("\\d+");

    /// The last number is that of a thread within its executor.
    private static final Pattern LAST = Pattern.compile("\\d+(?=\\D*$)");

    private static final String UNNAMED = "Thread-#";

    static final Rule RULE =
            new Rule(
                    ID,
                    "platform threads become more and more, of an executor each or of none",
                    "names of printed threads over 10 s or more",
                    "%d more threads or more at the end than at the start, a third of them since the middle where threads are printed then, whose names differ in more than the last number (`pool-7-thread-1`), or that have none"
                            .formatted(FEWEST),
                    "warning",
                    "");

    private ThreadGrowth() {}

    record Figures(long first, long last) {}

    /// @param threads at one moment
    /// @param executors of these, by the number before the last one
    private record Group(List<LiveThread> threads, long executors) {
        static final Group NONE = new Group(List.of(), 0);

        long size() {
            return threads.size();
        }
    }

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return evidence.printed().value().stream()
                .filter(_ -> evidence.window().compareTo(ThreadHistory.SHORTEST) >= 0)
                .flatMap(history -> in(history, evidence));
    }

    private static Stream<ServiceFinding> in(ThreadHistory history, Evidence evidence) {
        if (history.moments().size() < ThreadHistory.FEWEST_MOMENTS
                || !history.moments().getFirst().whole()) {
            return Stream.empty();
        }
        var first = groups(history.moments().getFirst());
        var middle = middle(history).map(ThreadGrowth::groups);
        return groups(history.last()).entrySet().stream()
                .filter(group ->
                        grows(
                                group.getKey(),
                                first.getOrDefault(group.getKey(), Group.NONE),
                                middle.map(m -> m.getOrDefault(group.getKey(), Group.NONE)),
                                group.getValue()))
                .map(group ->
                        finding(
                                group.getKey(),
                                first.getOrDefault(group.getKey(), Group.NONE),
                                group.getValue(),
                                evidence));
    }

    /// The first moment in the middle third of the time at which all threads are known; empty where
    /// there is none.
    private static Optional<ThreadMoment> middle(ThreadHistory history) {
        long start = history.moments().getFirst().nanos();
        long third = (history.last().nanos() - start) / 3;
        return history.moments().stream()
                .filter(moment -> moment.nanos() - start >= third)
                .filter(moment -> moment.nanos() - start <= 2 * third)
                .filter(ThreadMoment::whole)
                .findFirst();
    }

    private static boolean grows(String name, Group first, Optional<Group> middle, Group last) {
        long more = last.size() - first.size();
        return more >= FEWEST
                && middle.stream().allMatch(m -> last.size() - m.size() >= LATER * more)
                && (name.equals(UNNAMED) || last.executors() - first.executors() >= FEWEST);
    }

    /// Name without numbers -> the threads, in the order of the names.
    private static Map<String, Group> groups(ThreadMoment moment) {
        return moment.threads().stream()
                .filter(thread -> !thread.virtual())
                .collect(
                        Collectors.groupingBy(
                                thread -> NUMBERS.matcher(thread.name()).replaceAll("#"),
                                Collectors.collectingAndThen(
                                        Collectors.toList(),
                                        all ->
                                                new Group(
                                                        all,
                                                        all.stream()
                                                                .map(ThreadGrowth::executor)
                                                                .distinct()
                                                                .count()))));
    }

    private static String executor(LiveThread thread) {
        return LAST.matcher(thread.name()).replaceFirst("#");
    }

    private static ServiceFinding finding(String name, Group first, Group last, Evidence evidence) {
        var atWork =
                last.threads().stream()
                        .filter(LiveThread::isAtWork)
                        .map(LiveThread::frames)
                        .toList();
        return ServiceFinding.of(
                        RULE,
                        Severity.WARNING,
                        Confidence.HIGH,
                        new FindingText(
                                "platform threads %s become more and more: %,d, then %,d after %d s"
                                        .formatted(
                                                name,
                                                first.size(),
                                                last.size(),
                                                evidence.window().toSeconds()),
                                "each takes memory, and the JVM cannot start more at a limit of the"
                                        + " container or the system",
                                "look for an executor or a thread that is created for each task or"
                                        + " request: use one executor, or close each of them"),
                        List.of(
                                "their names differ in more than the number of a thread of one executor, or they have none; %,d of %,d are at work"
                                        .formatted(atWork.size(), last.size())),
                        0)
                .withFigures(new Figures(first.size(), last.size()))
                .withFrames(AppCalls.mostFrequent(atWork));
    }
}
