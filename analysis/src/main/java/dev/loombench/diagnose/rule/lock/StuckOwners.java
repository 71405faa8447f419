package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.concurrency.StackFrames;
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
import dev.loombench.observe.threads.PrintedLock.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Locks whose owner did not run over the whole observation, while fewer platform threads than
/// [LockBound] names waited for them. The owner is in a call that hangs; or it waits for what those
/// threads are to do, as when a service starts and one thread needs an object that another one
/// creates. That is a cycle which [Deadlock] does not find, as the JVM does not know who is to
/// complete a result.
///
/// A lock that is held for so long by intention looks the same. It is a note where the owner waits
/// for a limited time, but for a future or where a request or a message waits for it. An owner that
/// waits for an event does not count, nor do the hooks of a JVM that is shutting down.
final class StuckOwners {
    private static final String SHUTDOWN = "java.lang.Shutdown.";

    /// Of Spring: waits for an executor that creates the objects of JPA.
    private static final String BACKGROUND_JPA =
            "org.springframework.orm.jpa.AbstractEntityManagerFactoryBean.getNativeEntityManagerFactory(";

    private static final String PAUSE = "; a pause by intention looks the same";

    private StuckOwners() {}

    /// A lock with its owner.
    ///
    /// @param still the threads that wait for it, and did not run
    record Held(PrintedLock lock, LiveThread owner, List<LiveThread> still) {
        /// Whether the owner waits for what other threads are to do.
        boolean awaitsThreads() {
            return ResultWaits.isOfThreads(owner.frames());
        }

        /// Whether the owner may go on by itself, as one that sleeps for a moment within its lock.
        boolean mayPause() {
            return owner.isTimed()
                    && !awaitsFuture(owner)
                    && still.stream().noneMatch(LiveThread::servesOthers);
        }
    }

    /// @param graph of the last moment
    /// @param queues that [LockBound] names, with the owners of their locks
    static List<Held> in(ThreadHistory history, LockGraph graph, List<LockQueue> queues) {
        var deadlocked = graph.deadlocked();
        Map<PrintedLock, List<LiveThread>> still =
                history.last().threads().stream()
                        .filter(thread -> !thread.virtual() && !thread.isTimed())
                        .filter(thread -> thread.stack().awaited().isPresent())
                        .filter(thread -> !deadlocked.contains(thread.number()))
                        .filter(thread -> !StackFrames.awaitsRoomInLog(thread.frames()))
                        .filter(LiveThread::isAtWork)
                        .filter(history::standsStill)
                        .collect(
                                Collectors.groupingBy(
                                        thread -> thread.stack().awaited().orElseThrow(),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        var named = queues.stream().map(LockQueue::lock).collect(Collectors.toUnmodifiableSet());
        var holders =
                queues.stream()
                        .flatMap(queue -> queue.holders().stream())
                        .map(LiveThread::number)
                        .collect(Collectors.toUnmodifiableSet());
        return still.entrySet().stream()
                .filter(wait -> !named.contains(wait.getKey()))
                .filter(wait -> wait.getValue().size() < history.fewestWaiting())
                .flatMap(wait ->
                        graph
                                .owner(wait.getKey())
                                .filter(owner -> !holders.contains(owner.number()))
                                .filter(owner -> holdsStill(owner, history))
                                .map(owner -> new Held(wait.getKey(), owner, wait.getValue()))
                                .stream())
                .toList();
    }

    /// The owners of these locks, and of those for which threads queue.
    static Set<LiveThread> owners(List<Held> all, List<LockQueue> queues) {
        return Stream.concat(
                        all.stream().map(Held::owner),
                        queues.stream().flatMap(queue -> queue.holders().stream()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Whether a thread did not run, and may not go on by itself.
    static boolean isStuck(LiveThread owner, ThreadHistory history) {
        return (!owner.isTimed() || awaitsFuture(owner)) && holdsStill(owner, history);
    }

    private static boolean holdsStill(LiveThread owner, ThreadHistory history) {
        return owner.isAtWork()
                && owner.stack().awaited().isEmpty()
                && owner.frames().stream().noneMatch(frame -> frame.startsWith(SHUTDOWN))
                && history.standsStill(owner);
    }

    private static boolean awaitsFuture(LiveThread thread) {
        return ResultWaits.awaited(thread.frames())
                .filter(type -> !ResultWaits.isSignal(type))
                .isPresent();
    }

    static ServiceFinding finding(
            Held held, LockGraph graph, ThreadHistory history, Evidence evidence) {
        var still = held.still();
        var owner = held.owner();
        int stopped = graph.stoppedBy(List.of(owner)).size();
        long seconds = evidence.window().toSeconds();
        boolean served = still.stream().anyMatch(thread -> thread.served().isPresent());
        return ServiceFinding.of(
                        NoProgress.RULE,
                        held.mayPause() ? Severity.NOTE : Severity.WARNING,
                        held.awaitsThreads() || served ? Confidence.MEDIUM : Confidence.LOW,
                        new FindingText(
                                "%s in %s for %s, whose owner %s did not run in %d s"
                                        .formatted(
                                                NoProgress.waits(still.size(), "thread"),
                                                AppCalls.of(still.getFirst().frames()),
                                                held.lock().describe(),
                                                owner.label(),
                                                seconds),
                                "what they do stands still, and all that waits for them"
                                        + (held.mayPause()
                                                ? PAUSE + NoProgress.orLater(evidence)
                                                : "")
                                        + (mayStandBy(held, history, evidence) ? Standby.OR : ""),
                                remedy(held)),
                        List.of(
                                "%s holds it in %s at all moments%s"
                                        .formatted(
                                                owner.label(),
                                                AppCalls.withCaller(owner.frames()),
                                                awaited(owner)),
                                NoProgress.STILL),
                        GarbageCollections.left(evidence)
                                * stopped
                                / Math.max(stopped, history.last().atWork()),
                        new Figures(still.size() + 1, stopped, seconds))
                .withFrames(
                        Stream.concat(still.stream(), Stream.of(owner))
                                .map(thread -> AppCalls.withCaller(thread.frames()))
                                .distinct()
                                .toList());
    }

    /// Whether nothing is seen to wait for what the threads do, nor the owner for them.
    private static boolean mayStandBy(Held held, ThreadHistory history, Evidence evidence) {
        return held.lock().kind() != Kind.INITIALISER
                && !held.awaitsThreads()
                && !Standby.areAwaited(held.still(), history, evidence);
    }

    private static String awaited(LiveThread owner) {
        return ResultWaits.awaited(owner.frames())
                .map(type -> ", and waits for what others are to do (%s)".formatted(type))
                .orElse("");
    }

    private static String remedy(Held held) {
        if (!held.awaitsThreads()) {
            return "find why the call of the owner does not return, set a time limit of it, and make it"
                    + " without the lock";
        }
        var wait =
                "find whether the owner waits for what these threads are to do: then it waits for ever; do"
                        + " not wait for other threads while a lock is held or a class is initialised";
        return held.owner().frames().stream().anyMatch(f -> f.startsWith(BACKGROUND_JPA))
                ? wait
                        + "; with Spring Boot, spring.data.jpa.repositories.bootstrap-mode=default creates the"
                        + " objects of JPA in the thread that starts the service"
                : wait;
    }
}
