package dev.loombench.diagnose.rule;

import static dev.loombench.diagnose.rule.Amounts.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.observe.jvm.JvmIdentity;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Threads that do not run over the whole observation although they have work: they have the same
/// stack at all moments, and no more CPU time.
///
/// Two kinds count: most threads of a full pool of a web server, and threads that wait for a
/// monitor, a class initialiser or a `ReentrantLock` which no printed thread holds: the wake-up was
/// lost, the owner ended without unlocking, or it is a virtual thread without a carrier. Other
/// threads may wait because there is nothing to do. Threads that a deadlock stops do not count.
final class NoProgress {
    static final String ID = "no-progress";

    /// A call may take this long.
    static final Duration SHORTEST = Duration.ofSeconds(10);

    /// The least share of a pool's threads.
    static final double MOST = 0.5;

    static final Rule RULE =
            new Rule(
                    ID,
                    "the same threads are in the same call over the whole observation",
                    "threads with the locks that they hold and await (`Thread.print`), at all moments of 10 s or more",
                    "the same stack and 1 ms of CPU time or less: of %s of the threads of a web server's pool that has no free one (a warning while no request waits, as the pool may grow), or of a thread that waits for a monitor or a class initialiser which no printed thread holds, or for a `ReentrantLock` where the owners of locks are printed"
                            .formatted(Amounts.percent(MOST)),
                    "critical",
                    "");

    /// Others may be held by readers, which the JVM does not know.
    private static final String REENTRANT_LOCK = "java.util.concurrent.locks.ReentrantLock";

    private NoProgress() {}

    /// @param threads that did not run
    /// @param affected threads of their pool, or those that wait for them and themselves
    record Figures(int threads, int affected, long seconds) {}

    static Stream<Finding> in(Evidence evidence) {
        return evidence.printed().value().stream()
                .filter(_ -> evidence.window().compareTo(SHORTEST) >= 0)
                .flatMap(history -> in(history, evidence));
    }

    private static Stream<Finding> in(ThreadHistory history, Evidence evidence) {
        var graph = LockGraph.of(history.last());
        var deadlocked = graph.deadlocked();
        return Stream.concat(
                pools(history, deadlocked, evidence), withoutOwner(history, graph, evidence));
    }

    private static Stream<Finding> pools(
            ThreadHistory history, Set<Long> deadlocked, Evidence evidence) {
        return PlatformPool.of(history.last()).stream()
                .filter(pool -> pool.server().isPresent() && pool.isFull())
                .flatMap(pool -> {
                    var still =
                            pool.threads().stream()
                                    .filter(LiveThread::isAtWork)
                                    .filter(thread -> !deadlocked.contains(thread.number()))
                                    .filter(history::standsStill)
                                    .toList();
                    return still.size() >= MOST * pool.size()
                            ? Stream.of(ofPool(pool, still, history, evidence))
                            : Stream.<Finding>empty();
                });
    }

    /// A pool that no request waits for may grow, and its requests may be long by intention, as
    /// streams of events are.
    private static Finding ofPool(
            PlatformPool pool, List<LiveThread> still, ThreadHistory history, Evidence evidence) {
        boolean grows = history.last().waitingFor(pool).orElse(1) == 0;
        return Finding.of(
                        RULE,
                        grows ? Severity.WARNING : Severity.CRITICAL,
                        grows ? Confidence.MEDIUM : Confidence.HIGH,
                        new FindingText(
                                "%d of %s of %s did not run in %d s: they are still in the same call"
                                        .formatted(
                                                still.size(),
                                                counted(pool.size(), "thread"),
                                                pool.name(),
                                                evidence.window().toSeconds()),
                                grows
                                        ? "their requests have no response, and each further one needs"
                                                + " another thread"
                                        : "their requests have no response, and the pool has no free"
                                                + " thread for others",
                                "set a time limit of the call below, as one to connect and one to read,"
                                        + " and find why it does not return"),
                        List.of("the same stacks at all moments, and no CPU time in between"),
                        GarbageCollections.left(evidence) * still.size() / pool.size())
                .withFigures(new Figures(still.size(), pool.size(), evidence.window().toSeconds()))
                .withFrames(AppCalls.mostFrequent(still.stream().map(LiveThread::frames).toList()));
    }

    private static Stream<Finding> withoutOwner(
            ThreadHistory history, LockGraph graph, Evidence evidence) {
        var waits = new LinkedHashMap<PrintedLock, List<LiveThread>>();
        for (var thread : history.last().threads()) {
            thread.stack()
                    .awaited()
                    .filter(lock -> graph.owner(lock).isEmpty() && history.standsStill(thread))
                    .filter(lock ->
                            lock.kind() != Kind.SYNCHRONIZER
                                    || (lock.type().startsWith(REENTRANT_LOCK)
                                            && isNeverOwned(history, thread.number())))
                    .ifPresent(lock ->
                            waits.computeIfAbsent(lock, _ -> new ArrayList<>()).add(thread));
        }
        return waits.entrySet().stream()
                .map(wait ->
                        ofLock(
                                wait.getKey(),
                                wait.getValue(),
                                graph.stoppedBy(wait.getValue()).size(),
                                history.last().atWork(),
                                evidence));
    }

    /// Whether the lock that a thread awaits had no owner at any moment. A lock that is passed on
    /// has none for an instant.
    private static boolean isNeverOwned(ThreadHistory history, long thread) {
        return history.moments().stream()
                .allMatch(moment -> moment.owners() && owner(moment, thread).isEmpty());
    }

    private static Optional<LiveThread> owner(ThreadMoment moment, long thread) {
        var graph = LockGraph.of(moment);
        return moment.threads().stream()
                .filter(t -> t.number() == thread)
                .findFirst()
                .flatMap(t -> t.stack().awaited())
                .flatMap(graph::owner);
    }

    /// @param stopped threads that wait for the lock, and for these
    private static Finding ofLock(
            PrintedLock lock, List<LiveThread> still, int stopped, long atWork, Evidence evidence) {
        var first = still.getFirst();
        int behind = stopped - still.size();
        return Finding.of(
                        RULE,
                        Severity.CRITICAL,
                        Confidence.MEDIUM,
                        new FindingText(
                                "%s in %s for %s, which no printed thread holds%s"
                                        .formatted(
                                                waits(still.size(), "thread"),
                                                AppCalls.of(first.frames()),
                                                lock.describe(),
                                                behind == 0
                                                        ? ""
                                                        : ", and %s for %s"
                                                                .formatted(
                                                                        waits(
                                                                                behind,
                                                                                "more thread"),
                                                                        still.size() == 1
                                                                                ? "it"
                                                                                : "them")),
                                "what they do stands still, and all that waits for them",
                                remedy(lock.kind(), evidence.jvm())),
                        List.of(
                                "%s had the same stack over %d s, and used no CPU time"
                                        .formatted(first.label(), evidence.window().toSeconds())),
                        GarbageCollections.left(evidence) * stopped / Math.max(stopped, atWork))
                .withFigures(new Figures(still.size(), stopped, evidence.window().toSeconds()))
                .withFrames(AppCalls.mostFrequent(still.stream().map(LiveThread::frames).toList()));
    }

    private static String waits(int threads, String noun) {
        return counted(threads, noun) + (threads == 1 ? " waits" : " wait");
    }

    private static String remedy(Kind kind, JvmIdentity jvm) {
        return switch (kind) {
            case INITIALISER ->
                    "restart the service, and initialise this class before the threads start: a thread"
                            + " that initialises a subclass may wait for the class meanwhile";
            case SYNCHRONIZER ->
                    "look for a thread that ended without unlocking it (unlock in finally), and for a"
                            + " virtual thread that holds it without a carrier; a known defect of the"
                            + " JDK may also have lost the wake-up";
            case MONITOR ->
                    jvm.isBefore(HoldCause.SYNCHRONIZED_RELEASES)
                            ? "look for a virtual thread that holds the monitor, whose stack this JDK does"
                                    + " not print: do not wait within synchronized there"
                            : "look for a virtual thread that holds the monitor without a carrier: add"
                                    + " carriers (jdk.virtualThreadScheduler.parallelism); a known"
                                    + " defect of the JDK may also have lost the wake-up";
        };
    }
}
