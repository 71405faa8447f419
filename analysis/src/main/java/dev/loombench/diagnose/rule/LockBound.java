package dev.loombench.diagnose.rule;

import static dev.loombench.diagnose.rule.Amounts.counted;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One lock for which threads wait at most moments: it bounds the throughput.
///
/// A lock that is held for a share `r` of the time has three waiting threads or more with a
/// probability of `r^4` (M/M/1: four or more are there). For `r = 0.6` that is 0.13 at one moment,
/// and 0.008 at three of four: so rarely is a lock found that is free for 40 % of the time. At one
/// moment, as in a file, ten threads or more wait with a probability of `r^11`, 0.004.
///
/// A lock of the JDK, as that of a `Hashtable`, is awaited in the calls of many callers, which are
/// one queue. The object may move between two moments, so locks of the same class that are awaited
/// in the call of most of one of them count as one. Of several locks of a class for which threads
/// wait in the same calls, as those of stripes, one counts only where most of these threads wait
/// for it. Threads that a deadlock stops do not count.
final class LockBound {
    static final String ID = "lock-bound";

    /// The share of the threads at work from which it is critical.
    static final double CRITICAL_SHARE = 0.5;

    /// The least share of a pool without a free thread that is a queue at fewer than three moments,
    /// and its least number: with a probability of `r^7`, 0.03, six wait or more.
    private static final double MOST_OF_POOL = 0.75;

    private static final int FEWEST_OF_POOL = 6;

    static final Rule RULE =
            new Rule(
                    ID,
                    "threads queue for one lock, with its owner where that is known",
                    "threads with the locks that they hold and await (`Thread.print`)",
                    "3 threads or more wait for one lock at three of four moments, or 10 virtual threads for one monitor in a list of all threads (JDK 25); critical where they are %s of the threads at work"
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
        static Spot of(LiveThread thread) {
            var lock = thread.stack().awaited().map(PrintedLock::describe).orElse("");
            return new Spot(lock, AppCalls.of(thread.frames()));
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

    /// The queues of virtual threads in the list of all threads. As threads are listed one after
    /// another, they are less certain. All virtual threads count as those at work.
    private static Stream<Finding> listed(ThreadHistory history, Evidence evidence) {
        return listedQueues(history, evidence)
                .map(queue -> finding(List.of(queue), 1, Confidence.MEDIUM, evidence));
    }

    private static Stream<LockQueue> listedQueues(ThreadHistory history, Evidence evidence) {
        long atWork =
                history.last().atWork()
                        + evidence.threads().value().map(ThreadDump::virtual).orElse(0);
        return history.listed().stream()
                .flatMap(listed ->
                        queues(listed.last(), atWork)
                                .filter(queue -> queue.waiting() >= listed.fewestWaiting()))
                .filter(queue -> queue.threads().stream().anyMatch(LiveThread::virtual));
    }

    /// The calls in which virtual threads wait for a lock that is a finding.
    static Set<String> lockCalls(Evidence evidence) {
        return evidence.printed().value().stream()
                .flatMap(history ->
                        Stream.concat(listedQueues(history, evidence), lastQueues(history)))
                .filter(queue -> queue.threads().stream().anyMatch(LiveThread::virtual))
                .flatMap(queue -> queue.calls().stream())
                .collect(Collectors.toSet());
    }

    private static Stream<LockQueue> lastQueues(ThreadHistory history) {
        return byLock(history).stream()
                .filter(all -> history.isLastingQueue(all.size()))
                .map(List::getLast);
    }

    private static Stream<Finding> in(ThreadHistory history, Evidence evidence) {
        return byLock(history).stream()
                .filter(all -> history.isLastingQueue(all.size()))
                .map(all ->
                        finding(
                                all,
                                history.moments().size(),
                                all.stream().allMatch(queue -> isLong(queue, history))
                                        ? Confidence.HIGH
                                        : Confidence.LOW,
                                evidence));
    }

    private static boolean isLong(LockQueue queue, ThreadHistory history) {
        return queue.waiting() >= history.fewestWaiting();
    }

    /// The queues of each lock in order of time, one of a moment at most.
    private static List<List<LockQueue>> byLock(ThreadHistory history) {
        var locks = new ArrayList<List<LockQueue>>();
        boolean few = history.moments().size() < ThreadHistory.FEWEST_MOMENTS;
        for (var moment : history.moments()) {
            var earlier = new ArrayList<>(locks);
            var queues = new ArrayList<LockQueue>();
            queues(moment, moment.atWork())
                    .filter(q -> isLong(q, history) || (few && takesPool(q, moment)))
                    .forEach(queues::add);
            addTo(earlier, queues, LockQueue::isFor);
            addTo(earlier, queues, LockQueue::mayBeFor);
            queues.forEach(queue -> locks.add(new ArrayList<>(List.of(queue))));
        }
        return locks;
    }

    /// Adds queues to those of the same lock, each of which takes one, and removes both.
    private static void addTo(
            List<List<LockQueue>> earlier,
            List<LockQueue> queues,
            BiPredicate<LockQueue, LockQueue> isSame) {
        for (var queue : List.copyOf(queues)) {
            for (int i = 0; i < earlier.size(); i++) {
                if (earlier.get(i).stream().anyMatch(other -> isSame.test(queue, other))) {
                    earlier.remove(i).add(queue);
                    queues.remove(queue);
                    break;
                }
            }
        }
    }

    /// Whether it is most of the threads of a web server or an executor that has no free one.
    private static boolean takesPool(LockQueue queue, ThreadMoment moment) {
        return queue.waiting() >= FEWEST_OF_POOL
                && PlatformPool.of(moment).stream()
                        .filter(pool -> pool.server().isPresent() || pool.isExecutor())
                        .filter(PlatformPool::isFull)
                        .anyMatch(pool ->
                                pool.threads().stream().filter(queue.threads()::contains).count()
                                        >= Math.max(FEWEST_OF_POOL, MOST_OF_POOL * pool.size()));
    }

    /// The queue of each lock: its threads in the calls in which most of those wait for it that
    /// wait there for one of its class.
    ///
    /// @param atWork threads
    private static Stream<LockQueue> queues(ThreadMoment moment, long atWork) {
        var graph = LockGraph.of(moment);
        var deadlocked = graph.deadlocked();
        var waiting =
                moment.threads().stream()
                        .filter(thread -> !deadlocked.contains(thread.number()))
                        .filter(LiveThread::isAtWork)
                        .filter(thread -> thread.stack().awaited().isPresent())
                        .toList();
        Map<Spot, Long> spots =
                waiting.stream().collect(Collectors.groupingBy(Spot::of, Collectors.counting()));
        Map<PrintedLock, List<LiveThread>> locks =
                waiting.stream()
                        .collect(
                                Collectors.groupingBy(
                                        thread -> thread.stack().awaited().orElseThrow(),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        locks.replaceAll((_, threads) -> ofMostInTheirCalls(threads, spots));
        return locks.entrySet().stream()
                .filter(lock -> !lock.getValue().isEmpty())
                .map(lock ->
                        LockQueue.of(
                                lock.getKey(),
                                moment.nanos(),
                                lock.getValue(),
                                atWork,
                                graph.owner(lock.getKey())));
    }

    /// @param threads that wait for one lock
    /// @param spots of those that wait for any
    private static List<LiveThread> ofMostInTheirCalls(
            List<LiveThread> threads, Map<Spot, Long> spots) {
        Map<Spot, Long> own =
                threads.stream().collect(Collectors.groupingBy(Spot::of, Collectors.counting()));
        own.entrySet().removeIf(e -> 2 * e.getValue() <= spots.getOrDefault(e.getKey(), 0L));
        return threads.stream().filter(thread -> own.containsKey(Spot.of(thread))).toList();
    }

    /// @param queues of one lock, in order of time
    private static Finding finding(
            List<LockQueue> queues, int moments, Confidence confidence, Evidence evidence) {
        var last = queues.getLast();
        int middle = queues.size() / 2;
        int typical = queues.stream().map(LockQueue::waiting).sorted().toList().get(middle);
        double share = queues.stream().map(LockQueue::share).sorted().toList().get(middle);
        return Finding.of(
                        RULE,
                        share >= CRITICAL_SHARE && confidence != Confidence.LOW
                                ? Severity.CRITICAL
                                : Severity.WARNING,
                        confidence,
                        new FindingText(
                                "%s wait for %s in %s"
                                        .formatted(
                                                counted(typical, "thread"),
                                                last.lock().describe(),
                                                last.place()),
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
                        queues.getLast().calls().stream().limit(AppCalls.SHOWN),
                        owner(queues).map(thread -> AppCalls.of(thread.frames())).stream())
                .distinct()
                .toList();
    }
}
