package dev.loombench.diagnose.rule;

import static dev.loombench.diagnose.rule.Amounts.counted;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One lock for which threads wait at most moments: it bounds the throughput.
///
/// A lock that is held for a share `r` of the time has three waiting threads or more with a
/// probability of `r^4` (M/M/1: four or more are there). For `r = 0.6` that is 0.13 at one moment,
/// and 0.008 at three of four: so rarely is a lock found that is free for 40 % of the time. At one
/// moment, as in a file, ten threads or more wait with a probability of `r^11`, 0.004.
///
/// The object may move between two moments, so locks of the same class that are awaited in the same
/// call count as one where most threads wait for the same of them at each moment. Threads that a
/// deadlock stops do not count.
final class LockBound {
    static final String ID = "lock-bound";

    /// The share of the threads at work from which it is critical.
    static final double CRITICAL_SHARE = 0.5;

    static final Rule RULE =
            new Rule(
                    ID,
                    "threads queue for one lock, with its owner where that is known",
                    "threads with the locks that they hold and await (`Thread.print`)",
                    "3 threads or more wait for one lock in one call at three of four moments, or 10 to 99 virtual threads for one monitor in a list of all threads (JDK 25); critical where they are %s of the threads at work"
                            .formatted(Amounts.percent(CRITICAL_SHARE)),
                    "warning",
                    "[a queue at most moments](#threads-and-locks)");

    private LockBound() {}

    /// @param waiting threads, median of the moments
    /// @param share of the threads at work, likewise
    record Figures(int waiting, double share, int moments) {}

    /// Where threads wait.
    ///
    /// @param lock in words, without its address
    private record Spot(String lock, String call) {
        static Spot of(LockQueue queue) {
            return new Spot(queue.lock().describe(), queue.call());
        }
    }

    static Stream<Finding> in(Evidence evidence) {
        return evidence.printed().value().stream()
                .flatMap(history -> {
                    var printed = in(history, evidence).toList();
                    return Stream.concat(
                            printed.stream(),
                            listed(history, evidence)
                                    .filter(f -> printed.stream().noneMatch(f::isSameAs)));
                });
    }

    /// The queues of virtual threads in the list of all threads, but for those that are long enough
    /// for [UnboundedQueue]. As threads are listed one after another, they are less certain. All
    /// virtual threads count as those at work.
    private static Stream<Finding> listed(ThreadHistory history, Evidence evidence) {
        long atWork =
                history.last().atWork()
                        + evidence.threads().value().map(ThreadDump::virtual).orElse(0);
        return history.listed().stream()
                .flatMap(listed ->
                        queues(listed.last(), atWork)
                                .filter(queue -> queue.waiting() >= listed.fewestWaiting()))
                .filter(queue -> queue.waiting() < UnboundedQueue.QUEUE)
                .filter(queue -> queue.threads().stream().anyMatch(LiveThread::virtual))
                .map(queue -> finding(List.of(queue), 1, Confidence.MEDIUM, evidence));
    }

    private static Stream<Finding> in(ThreadHistory history, Evidence evidence) {
        var queues = new LinkedHashMap<Spot, List<LockQueue>>();
        history.moments().stream()
                .flatMap(moment -> queues(moment, moment.atWork()))
                .filter(queue -> queue.waiting() >= history.fewestWaiting())
                .forEach(queue ->
                        queues.computeIfAbsent(Spot.of(queue), _ -> new ArrayList<>()).add(queue));
        return queues.values().stream()
                .filter(all -> history.isLastingQueue(all.size()))
                .map(all -> finding(all, history.moments().size(), Confidence.HIGH, evidence));
    }

    /// @param atWork threads
    private static Stream<LockQueue> queues(ThreadMoment moment, long atWork) {
        var graph = LockGraph.of(moment);
        var deadlocked = graph.deadlocked();
        Map<Spot, List<LiveThread>> spots =
                moment.threads().stream()
                        .filter(thread -> !deadlocked.contains(thread.number()))
                        .filter(LiveThread::isAtWork)
                        .filter(thread -> thread.stack().awaited().isPresent())
                        .collect(Collectors.groupingBy(LockBound::spot));
        return spots.entrySet().stream()
                .flatMap(spot ->
                        queue(spot.getKey(), spot.getValue(), graph, moment.nanos(), atWork)
                                .stream());
    }

    private static Spot spot(LiveThread thread) {
        var lock = thread.stack().awaited().map(PrintedLock::describe).orElse("");
        return new Spot(lock, AppCalls.of(thread.frames()));
    }

    /// The queue of the lock for which most of the threads in a call wait; empty where they are
    /// few, or wait for several locks, as those of stripes.
    private static Optional<LockQueue> queue(
            Spot spot, List<LiveThread> threads, LockGraph graph, long nanos, long atWork) {
        Map<PrintedLock, List<LiveThread>> queues =
                threads.stream()
                        .collect(
                                Collectors.groupingBy(
                                        thread -> thread.stack().awaited().orElseThrow()));
        return queues.entrySet().stream()
                .max(Comparator.comparingInt(queue -> queue.getValue().size()))
                .filter(most -> 2 * most.getValue().size() > threads.size())
                .map(most ->
                        new LockQueue(
                                spot.call(),
                                most.getKey(),
                                nanos,
                                most.getValue(),
                                atWork,
                                graph.owner(most.getKey())));
    }

    /// @param queues of one spot, in order of time
    private static Finding finding(
            List<LockQueue> queues, int moments, Confidence confidence, Evidence evidence) {
        var last = queues.getLast();
        int middle = queues.size() / 2;
        int typical = queues.stream().map(LockQueue::waiting).sorted().toList().get(middle);
        double share = queues.stream().map(LockQueue::share).sorted().toList().get(middle);
        return Finding.of(
                        RULE,
                        share >= CRITICAL_SHARE ? Severity.CRITICAL : Severity.WARNING,
                        confidence,
                        new FindingText(
                                "%s wait for %s in %s"
                                        .formatted(
                                                counted(typical, "thread"),
                                                last.lock().describe(),
                                                last.call()),
                                "one thread at a time passes, so more threads, users or processors do not"
                                        + " raise the throughput",
                                remedy(last.lock().kind())),
                        List.of(
                                "at %d of %s; %s"
                                        .formatted(
                                                queues.size(),
                                                counted(moments, "moment"),
                                                holder(queues, isWhole(evidence))),
                                LockHold.of(queues, moments, evidence)),
                        share * GarbageCollections.left(evidence))
                .withFigures(new Figures(typical, share, queues.size()))
                .withFrames(frames(queues));
    }

    private static String remedy(Kind kind) {
        return switch (kind) {
            case MONITOR, SYNCHRONIZER ->
                    "hold this lock for a shorter time, without I/O, waits and logging within it, or"
                            + " replace it by a lock per key or a concurrent collection";
            case INITIALISER ->
                    "initialise this class at the start of the service, and do not wait in its"
                            + " initialiser";
        };
    }

    private static boolean isWhole(Evidence evidence) {
        return evidence.printed().value().filter(history -> !history.isWhole()).isEmpty();
    }

    /// The last known owner and where it was.
    ///
    /// @param whole whether all threads are known
    private static String holder(List<LockQueue> queues, boolean whole) {
        return owner(queues)
                .map(LockBound::holder)
                .orElseGet(() ->
                        whole
                                ? withoutHolder(queues.getLast().lock())
                                : "none of the threads that are known holds it");
    }

    private static String withoutHolder(PrintedLock lock) {
        return switch (lock.kind()) {
            case MONITOR, INITIALISER ->
                    "no printed thread holds it: its owner is a virtual thread without a carrier,"
                            + " or changes";
            case SYNCHRONIZER ->
                    isWithoutOwner(lock)
                            ? "no writer is known to hold it: it is held by readers, which the JVM"
                                    + " does not know, or is a lock without owners"
                            : "its owner is not printed (jcmd PID Thread.print -l, or inspect"
                                    + " --allow-pauses, prints it with a walk of the heap)";
        };
    }

    /// A `StampedLock` has no owner, and readers of a read-write lock are none.
    private static boolean isWithoutOwner(PrintedLock lock) {
        return lock.type().contains("StampedLock") || lock.type().contains("ReadWriteLock");
    }

    private static String holder(LiveThread owner) {
        var call = AppCalls.of(owner.frames());
        var top = AppCalls.of(StackFrames.withoutWaiting(owner.frames()).subList(0, 1));
        return "%s holds it in %s%s"
                .formatted(
                        owner.label(),
                        call,
                        call.equals(top) ? "" : ", and is in " + StackFrames.call(top));
    }

    private static Optional<LiveThread> owner(List<LockQueue> queues) {
        return queues.reversed().stream().flatMap(queue -> queue.owner().stream()).findFirst();
    }

    private static List<String> frames(List<LockQueue> queues) {
        return Stream.concat(
                        Stream.of(queues.getLast().call()),
                        owner(queues).map(thread -> AppCalls.of(thread.frames())).stream())
                .distinct()
                .toList();
    }
}
