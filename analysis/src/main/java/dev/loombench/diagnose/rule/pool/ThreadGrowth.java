package dev.loombench.diagnose.rule.pool;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.concurrency.WebServer;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.EventLoop;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.proc.UnreadConnections;
import dev.loombench.observe.result.ThreadNumber;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Platform threads that become more over the whole observation, each of an executor of its own or
/// of none: something creates an executor, a client, a timer or a thread for each of its tasks, and
/// does not end it. A pool grows only while its threads are at work; those of clients and timers
/// wait for work and are more all the same. One pool that grows has a limit, and is meant only
/// where it grows much while half of its threads are in one call, as a cached pool without a limit
/// does. Threads that wait for work and began at once, as those of a client that has just been
/// created, do not become more and more. One thread dump shows no growth, but where there are far
/// more than anything needs. Where connections are half as many, each may have a thread: less is
/// certain.
public final class ThreadGrowth {
    static final String ID = "thread-growth";

    /// The least number of further threads.
    private static final int FEWEST = 10;

    /// The least number in one pool. That of a web server has a limit.
    private static final int FEWEST_OF_POOL = 100;

    /// The least number at one moment of threads that wait for work, and are in no pool or of an
    /// executor each.
    private static final int FEWEST_AT_ONCE = 1_000;

    /// The least part of a pool in one call.
    private static final double IN_ONE_CALL = 0.5;

    /// The least part of them in the second half of the observation.
    private static final double LATER = 1 / 3.0;

    /// The least part of them from which connections may be why they are more.
    private static final double OF_CONNECTIONS = 0.5;

    /// Some names have an identity in hexadecimal digits.
    private static final Pattern NUMBERS = Pattern.compile("\\p{XDigit}{16,}|\\d+");

    /// The last number is that of a thread within its executor.
    private static final Pattern LAST = Pattern.compile("\\d+(?=\\D*$)");

    /// The last number is that of what a thread works for, and not of the thread: as in
    /// `HikariPool-7:housekeeper`.
    private static final Pattern OF_OBJECT = Pattern.compile(".*\\d+[: -][A-Za-z]\\D*");

    private static final String UNNAMED = "Thread-#";

    private static final String IMPACT =
            "each takes memory, and the JVM cannot start more at a limit of the container or the system";

    private static final String CLOSE =
            "look for an executor, a client, a timer or a thread that is created for each task or request:"
                    + " use one, or close each of them";

    private static final String EXECUTOR =
            "pass an executor to supplyAsync, runAsync and the like of CompletableFuture: where the JVM"
                    + " counts one or two processors, each task without one has a thread of its own";

    private static final String FUTURE = "java.util.concurrent.CompletableFuture$";

    static final Rule RULE =
            new Rule(
                    ID,
                    "platform threads become more and more without an end",
                    "names of printed threads over 10 s or more",
                    "%d more threads or more at the end than at the start, a third of them since the middle where threads are printed then, whose names differ in more than the last number (`pool-7-thread-1`), or that have none, or (where a third of them came until the middle too) that wait for work and are in no pool, as those of timers and clients (`Timer-7`, `HikariPool-7:housekeeper`); or %d more of one pool, of no web server and without a known limit, half of which are in one call. Or %,d at one moment that wait for work, and are in no pool or of an executor each. With low confidence where half as many connections are new, or there at one moment: each may have a thread"
                            .formatted(FEWEST, FEWEST_OF_POOL, FEWEST_AT_ONCE),
                    "warning",
                    "",
                    Figures.class);

    private ThreadGrowth() {}

    record Figures(long first, long last) {}

    /// @param threads at one moment
    /// @param executors of these, by the number before the last one
    /// @param alone those that wait for work and are in no pool
    private record Group(List<LiveThread> threads, long executors, long alone) {
        static final Group NONE = new Group(List.of(), 0, 0);

        static Group of(List<LiveThread> threads) {
            return new Group(
                    threads,
                    threads.stream().map(ThreadGrowth::executor).distinct().count(),
                    threads.stream().filter(ThreadGrowth::isAlone).count());
        }

        long size() {
            return threads.size();
        }
    }

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return evidence.printed().value().stream()
                .flatMap(history -> {
                    var growing =
                            evidence.showsProgress()
                                    ? in(history, evidence).toList()
                                    : List.<ServiceFinding>of();
                    return growing.isEmpty() ? many(history.last()) : growing.stream();
                });
    }

    private static Stream<ServiceFinding> many(ThreadMoment moment) {
        return groups(moment).entrySet().stream()
                .filter(group -> unused(group.getValue()) >= FEWEST_AT_ONCE)
                .map(group -> many(group.getKey(), group.getValue(), accepted(moment)));
    }

    /// Those that wait for work and are in no pool, or executors that have such a thread.
    private static long unused(Group group) {
        long executors =
                group.threads().stream()
                        .filter(thread -> !thread.isAtWork())
                        .map(ThreadGrowth::executor)
                        .distinct()
                        .count();
        return Math.max(group.alone(), executors);
    }

    /// Connections of clients; 0 where they are not known.
    private static int accepted(ThreadMoment moment) {
        return moment.connections().map(UnreadConnections::accepted).orElse(0);
    }

    /// The confidence where nothing but connections is another reason.
    ///
    /// @param more threads
    /// @param connections likewise
    private static Confidence certain(Confidence otherwise, long more, int connections) {
        return connections >= OF_CONNECTIONS * more ? Confidence.LOW : otherwise;
    }

    private static ServiceFinding many(String name, Group group, int connections) {
        return ServiceFinding.of(
                        RULE,
                        Severity.WARNING,
                        certain(Confidence.MEDIUM, group.size(), connections),
                        new FindingText(
                                "there are %,d platform threads %s".formatted(group.size(), name),
                                IMPACT,
                                CLOSE),
                        List.of(
                                "at one moment; at least %,d wait for work, and are in no pool or of an executor each"
                                        .formatted(unused(group))),
                        0,
                        new Figures(group.size(), group.size()))
                .withFrames(AppCalls.mostFrequent(ofLibraries(group)));
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
                                group.getValue(),
                                evidence))
                .map(group ->
                        finding(
                                group.getKey(),
                                first.getOrDefault(group.getKey(), Group.NONE),
                                group.getValue(),
                                accepted(history.last()) - accepted(history.moments().getFirst()),
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

    private static boolean grows(
            String name, Group first, Optional<Group> middle, Group last, Evidence evidence) {
        long more = last.size() - first.size();
        return more >= FEWEST
                && middle.stream().allMatch(m -> last.size() - m.size() >= LATER * more)
                && (isOfExecutors(name, first, last)
                        || isInOneCall(more, last, evidence)
                        || (areAlone(first, last)
                                && middle.stream()
                                        .allMatch(m -> m.size() - first.size() >= LATER * more)));
    }

    /// Whether the threads are of an executor each, or have no name.
    private static boolean isOfExecutors(String name, Group first, Group last) {
        return name.equals(UNNAMED) || last.executors() - first.executors() >= FEWEST;
    }

    private static boolean areAlone(Group first, Group last) {
        return last.alone() - first.alone() >= FEWEST;
    }

    private static boolean isAlone(LiveThread thread) {
        return !thread.isAtWork()
                && !isOfServer(thread)
                && !WebServer.isEventThread(thread.name())
                && (OF_OBJECT.matcher(thread.name()).matches() || !isOfPool(thread.frames()));
    }

    private static boolean isOfPool(List<String> frames) {
        return StackFrames.isOfPool(frames) || EventLoop.runs(frames);
    }

    /// Whether one pool has grown because its threads do not return from a call.
    private static boolean isInOneCall(long more, Group last, Evidence evidence) {
        return more >= FEWEST_OF_POOL
                && last.threads().stream().noneMatch(ThreadGrowth::isOfServer)
                && last.threads().stream().noneMatch(thread -> hasLimit(thread, evidence))
                && inMostFrequentCall(last) >= IN_ONE_CALL * last.size();
    }

    private static boolean isOfServer(LiveThread thread) {
        return WebServer.ofWorker(thread.name()).isPresent();
    }

    /// Whether a thread is of an executor that was read, and starts no more than so many.
    private static boolean hasLimit(LiveThread thread, Evidence evidence) {
        return evidence.pools().executors().value().stream()
                .flatMap(List::stream)
                .map(PoolReading::last)
                .anyMatch(pool ->
                        pool.capacity() < Integer.MAX_VALUE
                                && ThreadNumber.isOf(pool.name(), thread.name()));
    }

    private static long inMostFrequentCall(Group group) {
        return group.threads().stream()
                .filter(LiveThread::isAtWork)
                .collect(
                        Collectors.groupingBy(
                                thread -> AppCalls.of(thread.frames()), Collectors.counting()))
                .values()
                .stream()
                .mapToLong(count -> count)
                .max()
                .orElse(0);
    }

    /// Name without numbers -> the threads, in the order of the names.
    private static Map<String, Group> groups(ThreadMoment moment) {
        return moment.threads().stream()
                .filter(thread -> !thread.virtual())
                .collect(
                        Collectors.groupingBy(
                                thread -> NUMBERS.matcher(thread.name()).replaceAll("#"),
                                Collectors.collectingAndThen(Collectors.toList(), Group::of)));
    }

    private static String executor(LiveThread thread) {
        return LAST.matcher(thread.name()).replaceFirst("#");
    }

    /// @param connections more than at the first moment
    private static ServiceFinding finding(
            String name, Group first, Group last, int connections, Evidence evidence) {
        var atWork =
                last.threads().stream()
                        .filter(LiveThread::isAtWork)
                        .map(LiveThread::frames)
                        .toList();
        long more = last.size() - first.size();
        boolean executors = isOfExecutors(name, first, last);
        boolean ofMany = executors || !isInOneCall(more, last, evidence);
        return ServiceFinding.of(
                        RULE,
                        Severity.WARNING,
                        certain(executors ? Confidence.HIGH : Confidence.MEDIUM, more, connections),
                        new FindingText(
                                "platform threads %s become more and more: %,d, then %,d after %d s"
                                        .formatted(
                                                name,
                                                first.size(),
                                                last.size(),
                                                evidence.window().toSeconds()),
                                IMPACT,
                                ofMany
                                        ? (areOfFutures(atWork, last) ? EXECUTOR : CLOSE)
                                        : "bound the pool and its queue (a cached pool starts a thread for each task"
                                                + " that finds none free), and set a time limit of the call below"),
                        List.of(words(ofMany, first, last, atWork.size())),
                        0,
                        new Figures(first.size(), last.size()))
                .withFrames(AppCalls.mostFrequent(atWork.isEmpty() ? ofLibraries(last) : atWork));
    }

    /// Whether most are in tasks of futures, and of no pool.
    private static boolean areOfFutures(List<List<String>> atWork, Group group) {
        long tasks =
                atWork.stream()
                        .filter(frames -> frames.stream().anyMatch(ThreadGrowth::isTaskOfFuture))
                        .filter(frames -> !isOfPool(frames))
                        .count();
        return 2 * tasks > group.size();
    }

    private static boolean isTaskOfFuture(String frame) {
        return frame.startsWith(FUTURE) && frame.contains(".run(");
    }

    private static String words(boolean ofMany, Group first, Group last, int atWork) {
        if (!ofMany) {
            return "they are of one pool, and %,d of %,d are in one call"
                    .formatted(inMostFrequentCall(last), last.size());
        }
        return areAlone(first, last)
                ? "%,d of %,d wait for work and are in no pool, as the thread of a timer or a client"
                        .formatted(last.alone(), last.size())
                : "their names differ in more than the number of a thread of one executor, or they have none; %,d of %,d are at work"
                        .formatted(atWork, last.size());
    }

    /// The stacks that show what threads wait for work are for.
    private static List<List<String>> ofLibraries(Group group) {
        return group.threads().stream()
                .map(LiveThread::frames)
                .filter(frames -> !frames.stream().allMatch(StackFrames::isOfJdk))
                .toList();
    }
}
