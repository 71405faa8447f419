package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.threads.PrintedLock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The queues of threads for one lock at most moments of an observation, or in a list of all
/// threads.
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
/// for it. Threads that a deadlock stops, or a full queue, do not count.
///
/// @param queues in order of time, at least one, and one of a moment at most
/// @param moments all at which threads were seen
record LockQueues(List<LockQueue> queues, int moments, Confidence confidence) {
    /// The least number of threads of a pool without a free one that are a queue at fewer than
    /// three moments, where they are most of it: with a probability of `r^7`, 0.03, six wait or
    /// more.
    private static final int FEWEST_OF_POOL = 6;

    LockQueues {
        queues = List.copyOf(queues);
    }

    /// Where threads wait.
    ///
    /// @param lock in words, without its address
    private record Spot(String lock, String call) {
        static Spot of(LiveThread thread) {
            var lock = thread.stack().awaited().map(PrintedLock::describe).orElse("");
            return new Spot(lock, AppCalls.of(thread.frames()));
        }
    }

    /// Whether all threads that awaited the lock of a thread at any moment still await it.
    static boolean isNeverPassed(ThreadHistory history, long thread) {
        var last = waiting(history.last(), thread);
        return history.moments().stream()
                .allMatch(moment -> last.containsAll(waiting(moment, thread)));
    }

    /// The numbers of the threads that await the lock of a thread.
    private static Set<Long> waiting(ThreadMoment moment, long thread) {
        return moment.threads().stream()
                .filter(t -> t.number() == thread)
                .findFirst()
                .flatMap(t -> t.stack().awaited())
                .map(lock ->
                        moment.threads().stream()
                                .filter(t -> t.stack().awaited().filter(lock::equals).isPresent())
                                .map(LiveThread::number)
                                .collect(Collectors.toSet()))
                .orElse(Set.of());
    }

    /// Those of printed threads at most moments.
    static Stream<LockQueues> printed(Evidence evidence) {
        return evidence.printed().value().stream().flatMap(LockQueues::lasting);
    }

    /// Those of virtual threads in the list of all threads. As threads are listed one after
    /// another, they are less certain. All virtual threads count as those at work.
    static Stream<LockQueues> listed(Evidence evidence) {
        return evidence.printed().value().stream()
                .flatMap(history -> listed(history, evidence))
                .map(queue -> new LockQueues(List.of(queue), 1, Confidence.MEDIUM));
    }

    /// The numbers of the owners of locks for which virtual threads queue in the list.
    static Set<Long> listedOwners(Evidence evidence) {
        return listed(evidence)
                .flatMap(all -> all.queues().getLast().owner().stream())
                .map(LiveThread::number)
                .collect(Collectors.toSet());
    }

    private static Stream<LockQueue> listed(ThreadHistory history, Evidence evidence) {
        long atWork =
                history.last().atWork()
                        + evidence.threads().value().map(ThreadDump::virtual).orElse(0);
        return history.listed().stream()
                .flatMap(listed ->
                        queues(listed.last(), Set.of(), atWork)
                                .filter(queue -> isLong(queue, listed))
                                .filter(queue -> wasLongBefore(queue, history, listed)))
                .filter(LockQueues::hasVirtual);
    }

    /// Whether as many waited in the list before. One list is enough for a monitor: of other locks,
    /// those who wait are each seen at a time of their own.
    private static boolean wasLongBefore(
            LockQueue queue, ThreadHistory history, ThreadHistory listed) {
        int before = history.locks().size() - 2;
        return before < 0
                ? queue.lock().kind() != PrintedLock.Kind.SYNCHRONIZER
                : history.locks().get(before).stream()
                                .filter(t ->
                                        t.stack()
                                                .awaited()
                                                .filter(queue.lock()::equals)
                                                .isPresent())
                                .count()
                        >= listed.fewestWaiting();
    }

    /// Whether most of some threads await the lock, or hold it.
    boolean areMostOf(Collection<LiveThread> threads) {
        return PlatformPool.areMostOften(
                threads,
                queues.stream()
                        .map(queue ->
                                Stream.concat(queue.threads().stream(), queue.owner().stream())
                                        .toList()));
    }

    /// The calls in which virtual threads wait for one lock.
    static Set<String> callsOfVirtual(Evidence evidence) {
        return Stream.concat(listed(evidence), printed(evidence))
                .map(all -> all.queues.getLast())
                .filter(LockQueues::hasVirtual)
                .flatMap(queue -> queue.calls().stream())
                .collect(Collectors.toSet());
    }

    private static boolean hasVirtual(LockQueue queue) {
        return queue.threads().stream().anyMatch(LiveThread::virtual);
    }

    private static Stream<LockQueues> lasting(ThreadHistory history) {
        return byLock(history).stream()
                .filter(all -> history.isLastingQueue(all.size()))
                .map(all ->
                        new LockQueues(
                                all,
                                history.moments().size(),
                                all.stream().allMatch(queue -> isLong(queue, history))
                                        ? Confidence.HIGH
                                        : Confidence.LOW));
    }

    private static boolean isLong(LockQueue queue, ThreadHistory history) {
        return queue.waiting() >= history.fewestWaiting();
    }

    /// The queues of each lock in order of time, one of a moment at most.
    private static List<List<LockQueue>> byLock(ThreadHistory history) {
        var locks = new ArrayList<List<LockQueue>>();
        boolean few = history.moments().size() < ThreadHistory.FEWEST_MOMENTS;
        var deadlocked = LockGraph.of(history).deadlocked();
        for (var moment : history.moments()) {
            var earlier = new ArrayList<>(locks);
            var queues = new ArrayList<LockQueue>();
            var pools = few ? fullPools(moment) : List.<PlatformPool>of();
            queues(moment, deadlocked, moment.atWork())
                    .filter(q -> isLong(q, history) || takesPool(q, pools))
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
    ///
    /// @param pools of the moment without a free thread
    private static boolean takesPool(LockQueue queue, List<PlatformPool> pools) {
        if (queue.waiting() < FEWEST_OF_POOL) {
            return false;
        }
        var waiting = Set.copyOf(queue.threads());
        return pools.stream()
                .anyMatch(pool ->
                        pool.threads().stream().filter(waiting::contains).count()
                                >= Math.max(FEWEST_OF_POOL, PlatformPool.MOST * pool.size()));
    }

    /// Those of web servers and executors.
    private static List<PlatformPool> fullPools(ThreadMoment moment) {
        return PlatformPool.of(moment).stream()
                .filter(pool -> pool.server().isPresent() || pool.isExecutor())
                .filter(PlatformPool::isFull)
                .toList();
    }

    /// The queue of each lock: its threads in the calls in which most of those wait for it that
    /// wait there for one of its class.
    ///
    /// @param stopped numbers of threads that deadlocks of the last moment stop
    /// @param atWork threads
    private static Stream<LockQueue> queues(ThreadMoment moment, Set<Long> stopped, long atWork) {
        var graph = LockGraph.of(moment);
        var deadlocked = graph.deadlocked();
        var waiting =
                moment.threads().stream()
                        .filter(thread -> !deadlocked.contains(thread.number()))
                        .filter(thread -> !stopped.contains(thread.number()))
                        .filter(LiveThread::isAtWork)
                        .filter(thread -> thread.stack().awaited().isPresent())
                        .filter(thread -> !StackFrames.awaitsRoomInLog(thread.frames()))
                        .filter(thread -> !ShuttingDown.isCalledBy(thread))
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
                                graph.holders(lock.getKey())));
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
}
