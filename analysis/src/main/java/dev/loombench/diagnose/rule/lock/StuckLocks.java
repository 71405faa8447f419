package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.lock.NoProgress.Figures;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import dev.loombench.observe.threads.PrintedLock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Locks that were not passed on while virtual threads waited for them: each thread that awaits one
/// in a list of all threads still does so in the next. So look a deadlock whose owners the list
/// does not name (before JDK 26), an owner that hangs or has ended, and a lost wake-up. A lock is
/// known by its class and hash, which stay the same.
///
/// Threads that come back to a lock again and again may be seen waiting for it in each list too:
/// `k` of them that take turns at a lock which is always held, with a probability of `1/k^2`. That
/// is 1/4 for two threads, and 1/16 for four, or for two such pairs. So where they do not serve one
/// request each, three threads count, or two locks, and with low confidence. Nothing is said of ten
/// threads or more, which [LockBound] names, nor of one that was seen on a carrier. A lock that is
/// held for so long by intention looks the same.
final class StuckLocks {
    /// More are a queue.
    private static final int MOST = 9;

    /// Of threads that do not serve one request each, at one lock.
    private static final int FEWEST = 3;

    private static final String REMEDY =
            "find its holder, and why it does not unlock: a call that hangs, a thread that ended without"
                    + " unlocking (unlock in finally), or a deadlock, whose owners JDK 26 and later list; a"
                    + " known defect of the JDK may also have lost the wake-up";

    private StuckLocks() {}

    /// Threads that waited for a lock all the time, or for several that look the same.
    private record Stuck(List<PrintedLock> locks, List<LiveThread> still) {
        String call() {
            return AppCalls.of(still.getFirst().frames());
        }

        PrintedLock lock() {
            return locks.getFirst();
        }

        Stuck and(Stuck other) {
            return new Stuck(
                    Stream.concat(locks.stream(), other.locks.stream()).toList(),
                    Stream.concat(still.stream(), other.still.stream()).toList());
        }

        boolean areRequests() {
            return still.stream().allMatch(LiveThread::servesOneRequest);
        }
    }

    /// What a finding says of a lock. Two with the same words are one.
    private record Look(String call, String lock, String holder, boolean requests) {
        static Look of(Stuck stuck, LockGraph graph) {
            return new Look(
                    stuck.call(),
                    stuck.lock().describe(),
                    StuckLocks.holder(stuck.lock(), graph),
                    stuck.areRequests());
        }
    }

    static Stream<ServiceFinding> in(ThreadHistory history, Evidence evidence) {
        var lists = lists(history);
        if (lists.size() < ThreadHistory.FEWEST_MOMENTS) {
            return Stream.empty();
        }
        var graph = LockGraph.of(lists.getLast(), List.of());
        var deadlocked = graph.deadlocked();
        var waits = lists.stream().map(StuckLocks::waits).toList();
        var all =
                waits.getLast().entrySet().stream()
                        .filter(wait -> isNeverPassed(wait.getKey(), waits))
                        .map(wait -> {
                            var first = waits.getFirst().getOrDefault(wait.getKey(), Set.of());
                            return new Stuck(
                                    List.of(wait.getKey()),
                                    lists.getLast().stream()
                                            .filter(thread -> first.contains(thread.number()))
                                            .filter(thread ->
                                                    wait.getValue().contains(thread.number()))
                                            .filter(thread -> !deadlocked.contains(thread.number()))
                                            .filter(LiveThread::isAtWork)
                                            .filter(thread -> !hasRun(thread, history))
                                            .toList());
                        })
                        .filter(stuck -> !stuck.still().isEmpty() && stuck.still().size() <= MOST)
                        .toList();
        return all.stream()
                .filter(stuck ->
                        all.size() > 1 || stuck.still().size() >= FEWEST || stuck.areRequests())
                .collect(
                        Collectors.toMap(
                                stuck -> Look.of(stuck, graph),
                                stuck -> stuck,
                                Stuck::and,
                                LinkedHashMap::new))
                .values()
                .stream()
                .map(stuck -> finding(stuck, graph, history, evidence));
    }

    /// Whether a lock was not passed on over all lists, three at least, and was awaited in the
    /// first.
    static boolean isNeverPassed(PrintedLock lock, ThreadHistory history) {
        var waits = lists(history).stream().map(StuckLocks::waits).toList();
        return waits.size() >= ThreadHistory.FEWEST_MOMENTS
                && waits.getFirst().containsKey(lock)
                && isNeverPassed(lock, waits);
    }

    private static List<List<LiveThread>> lists(ThreadHistory history) {
        return history.locks().isEmpty() ? history.lists() : history.locks();
    }

    /// Whether it was on a carrier at a moment at which threads were printed.
    private static boolean hasRun(LiveThread thread, ThreadHistory history) {
        return !history.locks().isEmpty() && history.momentsOf(thread).findAny().isPresent();
    }

    /// Lock -> the numbers of the virtual threads that await it without a limit of time.
    private static Map<PrintedLock, Set<Long>> waits(List<LiveThread> list) {
        return list.stream()
                .filter(thread -> thread.virtual() && !thread.isTimed())
                .filter(thread -> thread.stack().awaited().isPresent())
                .collect(
                        Collectors.groupingBy(
                                thread -> thread.stack().awaited().orElseThrow(),
                                LinkedHashMap::new,
                                Collectors.mapping(LiveThread::number, Collectors.toSet())));
    }

    /// Whether all that await it in a list still do so in the next.
    private static boolean isNeverPassed(
            PrintedLock lock, List<Map<PrintedLock, Set<Long>>> waits) {
        for (int i = 1; i < waits.size(); i++) {
            var before = waits.get(i - 1).getOrDefault(lock, Set.of());
            if (!waits.get(i).getOrDefault(lock, Set.of()).containsAll(before)) {
                return false;
            }
        }
        return true;
    }

    private static ServiceFinding finding(
            Stuck stuck, LockGraph graph, ThreadHistory history, Evidence evidence) {
        var still = stuck.still();
        int stopped = graph.stoppedBy(still).size();
        long seconds = evidence.window().toSeconds();
        return ServiceFinding.of(
                        NoProgress.RULE,
                        Severity.WARNING,
                        stuck.areRequests() ? Confidence.MEDIUM : Confidence.LOW,
                        new FindingText(
                                "%s in %s for %s, which %s not to be passed on in %d s"
                                        .formatted(
                                                NoProgress.waits(still.size(), "virtual thread"),
                                                stuck.call(),
                                                describe(stuck.locks()),
                                                stuck.locks().size() == 1 ? "seems" : "seem",
                                                seconds),
                                "what they do stands still, and all that waits for them",
                                REMEDY),
                        List.of(
                                "each that awaited it in a list of all threads did so in the next; %s"
                                        .formatted(holder(stuck.lock(), graph))),
                        GarbageCollections.left(evidence)
                                * stopped
                                / Math.max(stopped, history.last().atWork()),
                        new Figures(still.size(), stopped, seconds))
                .withFrames(AppCalls.mostFrequent(still.stream().map(LiveThread::frames).toList()));
    }

    private static String describe(List<PrintedLock> locks) {
        var first = locks.getFirst().describe();
        return locks.size() == 1 ? first : "%s (%d such locks)".formatted(first, locks.size());
    }

    private static String holder(PrintedLock lock, LockGraph graph) {
        return graph.owner(lock)
                .map(owner ->
                        "%s holds it in %s"
                                .formatted(owner.label(), AppCalls.withCaller(owner.frames())))
                .orElse("no thread is known to hold it");
    }
}
