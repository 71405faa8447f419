package dev.loombench.diagnose.rule.lock;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.Amounts;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.carrier.Saturation;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import dev.loombench.observe.proc.UnreadConnections;
import dev.loombench.observe.proc.UnreadConnections.Port;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Threads that do not run over the whole observation although they have work: they have the same
/// stack at all moments, and no more CPU time.
///
/// These count: most threads of a full pool of a web server, or of an executor with a queue; those
/// of [UnprintedOwners], [StuckCalls], [StuckLocks], [StuckOwners] and [StuckJdkThreads]; and
/// requests that no thread reads. Other threads may wait because there is nothing to do. Threads
/// that a deadlock stops do not count.
public final class NoProgress {
    public static final String ID = "no-progress";

    /// The least share of a pool's threads.
    static final double MOST = 0.5;

    static final Rule RULE =
            new Rule(
                    ID,
                    "the same threads are in the same call over the whole observation",
                    "threads with the locks that they hold and await (`Thread.print`), at all moments of 10 s or more",
                    "the same stack and 1 ms of CPU time or less: of %s of the threads of a web server's pool that has no free one (a warning while no request waits, as the pool may grow), or of an executor with a queue; of 3 threads or more that serve a request of a web server without a pool (a warning), or that serve one in one call, whatever the other threads of their pool do (a warning; not where they wait for a limited time, for a client or for an element of a queue, as streams of events do; a note where they wait for a notification in a method that sends events by its name), virtual ones too by their stacks in three lists, with low confidence (not those of Helidon, each of which serves all requests of a connection, nor those that wait for a notification in the application's own code); of 3 threads in one call that wait for a result, as of a `CompletableFuture` or of subtasks, or without a limit of time of a `CountDownLatch` or for the end of an executor (a warning, with low confidence where the call waits for news or messages by its name; a note where none serves a request, and the method asks for these by its name, another thread runs a task of this method meanwhile, or the call waits for the end of a process or a further step of a job of Flink), virtual ones too where lists of JDK 25 or later show that each waits for the same object, with low confidence where each waits for another one; of fewer than ten virtual threads that wait for a lock which, by three such lists, was not passed on (a warning; where they do not serve one request each, with low confidence, and of three threads or at two such locks only); of all threads of a `Timer`, a scheduled executor, Quartz or a `HashedWheelTimer` in tasks that wait without a limit of time, a virtual one too that waits for one result (a warning, with low confidence in less than 5 min for one thread, and where they do not wait for other threads: a task may take long; a note where the executor shows that none is late, and the task is not repeated; also of one in a task that is repeated beside others, and in a job of Quartz a note; not where each call takes from a queue, listens for news or messages by its name, or waits for the end of a process); of a thread that waits for a result in an ordered task of Vert.x (a warning, with low confidence); of the finalizer, a cleaner or the thread that dispatches the events of AWT or JavaFX in a call of the application (a warning); of all threads while connections are unread, unless every carrier has a virtual thread; or of a thread that waits for a monitor, a class initialiser or a lock of `java.util.concurrent` which no printed thread holds, as the JVM names the owner of the latter (a warning for a read-write lock, which readers may hold, for a `StampedLock`, and where the owner ended or is a virtual thread, unless the waiting thread holds a monitor or such requests are half of the threads at work; where the owner is not known, as in dumps without `-l`, a warning with low confidence for a thread that holds a monitor); or of one or two threads that wait for a lock, and of its owner, which may wait for them (a warning, with low confidence where it waits for no other thread and they serve no request; a note where it waits for a limited time, and they serve none)"
                            .formatted(Amounts.percent(MOST)),
                    "critical",
                    "",
                    Figures.class);

    private static final int FEWEST_UNREAD = 3;

    static final String STILL =
            "the same stacks at all moments, and 1 ms of CPU time or less in between";

    /// Few calls take longer.
    private static final Duration LONG = Duration.ofMinutes(5);

    private NoProgress() {}

    /// @param threads that did not run
    /// @param affected threads of their pool, or those that wait for them and themselves
    record Figures(int threads, int affected, long seconds) {}

    /// @param awaited the finding of what most of some threads wait for, where there is one: of a
    ///   pool that stands still it is the cause
    public static Stream<ServiceFinding> in(
            Evidence evidence, Function<List<LiveThread>, Optional<ServiceFinding>> awaited) {
        return evidence.printed().value().stream()
                .filter(_ -> evidence.showsProgress())
                .flatMap(history -> in(history, awaited, evidence));
    }

    private static Stream<ServiceFinding> in(
            ThreadHistory history,
            Function<List<LiveThread>, Optional<ServiceFinding>> awaited,
            Evidence evidence) {
        var graph = LockGraph.of(history);
        var deadlocked = graph.deadlocked();
        var pools = stuckPools(history, deadlocked, evidence);
        var queues = LockQueues.printed(evidence).map(all -> all.queues().getLast()).toList();
        var held = StuckOwners.in(history, graph, queues);
        var others = new HashSet<>(LockBound.unpassed(evidence));
        others.addAll(Deadlock.stoppedInList(history));
        var unprinted = UnprintedOwners.in(history, graph, others, evidence);
        return Stream.of(
                        pools.stream()
                                .map(stuck ->
                                        explained(
                                                ofPool(stuck, pools, history, evidence),
                                                UnprintedOwners.ofMost(stuck.still(), unprinted),
                                                awaited.apply(stuck.still()))),
                        unprinted.stream().map(UnprintedOwners.Found::finding),
                        StuckCalls.in(
                                history, named(pools), StuckOwners.owners(held, queues), evidence),
                        StuckLocks.in(history, evidence),
                        held.stream()
                                .map(lock -> StuckOwners.finding(lock, graph, history, evidence)),
                        StuckJdkThreads.in(history, evidence),
                        deadlocked.isEmpty()
                                        && !hasFullWebPool(history)
                                        && !haveCarriersNoRoom(evidence)
                                ? unreadRequests(history, evidence)
                                : Stream.<ServiceFinding>empty())
                .flatMap(findings -> findings);
    }

    /// The finding of a pool whose threads did not run, where most of some threads are among those.
    public static Optional<ServiceFinding> ofMost(
            Collection<LiveThread> threads, Evidence evidence) {
        return evidence.printed().value().stream()
                .filter(_ -> evidence.showsProgress())
                .flatMap(history -> ofMost(threads, history, evidence))
                .findFirst();
    }

    private static Stream<ServiceFinding> ofMost(
            Collection<LiveThread> threads, ThreadHistory history, Evidence evidence) {
        var pools = stuckPools(history, LockGraph.of(history).deadlocked(), evidence);
        return pools.stream()
                .filter(stuck -> PlatformPool.areMostAmong(threads, stuck.still()))
                .map(stuck -> ofPool(stuck, pools, history, evidence));
    }

    /// A pool as the consequence of what its threads wait for; unless that is the consequence of
    /// the pool, as connections are which its threads hold.
    ///
    /// @param lock that most of these threads await, and that no printed thread holds
    private static ServiceFinding explained(
            ServiceFinding pool, Optional<ServiceFinding> lock, Optional<ServiceFinding> awaited) {
        return lock.or(() ->
                        awaited.filter(cause -> !cause.id().equals(ID) && !cause.endsWith(pool)))
                .map(cause -> pool.explainedBy(cause, "most of these threads wait for it"))
                .orElse(pool);
    }

    private static Set<LiveThread> named(List<Stuck> pools) {
        return pools.stream()
                .flatMap(stuck -> stuck.still().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /// A pool with the threads that did not run.
    private record Stuck(PlatformPool pool, List<LiveThread> still) {}

    private static List<Stuck> stuckPools(
            ThreadHistory history, Set<Long> deadlocked, Evidence evidence) {
        return PlatformPool.requestGroups(history.last()).stream()
                .filter(PlatformPool::isFull)
                .filter(pool -> pool.server().isPresent() || evidence.pools().hasQueue(pool))
                .map(pool ->
                        new Stuck(
                                pool,
                                pool.threads().stream()
                                        .filter(LiveThread::isAtWork)
                                        .filter(thread -> !deadlocked.contains(thread.number()))
                                        .filter(history::standsStill)
                                        .toList()))
                .filter(stuck ->
                        !stuck.pool().isPerRequest()
                                || history.hasUnreadRequests()
                                || stuck.still().size() >= history.fewestWaiting())
                .filter(stuck -> stuck.still().size() >= MOST * stuck.pool().size())
                .toList();
    }

    /// The pool of a web server as the consequence of an executor that stands still, where its
    /// threads wait for results: those may be of tasks which do not end or begin.
    ///
    /// @param pools that stand still
    private static ServiceFinding ofPool(
            Stuck stuck, List<Stuck> pools, ThreadHistory history, Evidence evidence) {
        var finding = ofPool(stuck, history, evidence);
        return stuck.pool().server().isPresent() && ResultWaits.mayAwaitTasks(stuck.still())
                ? executor(pools, history, evidence)
                        .map(cause ->
                                finding.explainedBy(
                                        cause, "these threads wait for results, as of its tasks"))
                        .orElse(finding)
                : finding;
    }

    /// The fault of an executor that stands still: one with a queue, or one whose threads wait for
    /// results themselves.
    private static Optional<ServiceFinding> executor(
            List<Stuck> pools, ThreadHistory history, Evidence evidence) {
        return pools.stream()
                .filter(stuck -> stuck.pool().server().isEmpty())
                .findFirst()
                .map(stuck -> ofPool(stuck, history, evidence))
                .or(() -> StuckCalls.ofExecutor(history, named(pools), evidence));
    }

    /// A pool that no request waits for may grow, and its requests may be long by intention, as
    /// streams of events are.
    private static ServiceFinding ofPool(Stuck stuck, ThreadHistory history, Evidence evidence) {
        var pool = stuck.pool();
        var still = stuck.still();
        boolean requests = pool.server().isPresent();
        boolean grows =
                pool.isPerRequest()
                        ? !history.hasUnreadRequests()
                        : requests && history.last().waitingFor(pool).orElse(1) == 0;
        return ServiceFinding.of(
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
                                        : requests
                                                ? "their requests have no response, and the pool has no"
                                                        + " free thread for others"
                                                : "their tasks do not end, and those that wait for a"
                                                        + " thread do not begin",
                                remedy(stuck, requests, grows)),
                        Stream.concat(Stream.of(STILL), ResultWaits.describe(still).stream())
                                .toList(),
                        GarbageCollections.left(evidence) * still.size() / pool.size(),
                        new Figures(still.size(), pool.size(), evidence.window().toSeconds()))
                .withFrames(AppCalls.mostFrequent(still.stream().map(LiveThread::frames).toList()));
    }

    private static String remedy(Stuck stuck, boolean requests, boolean grows) {
        var pool = stuck.pool();
        var still = stuck.still();
        boolean all = still.size() == pool.size();
        return requests && all && !grows && pool.isOfJdk()
                ? ResultWaits.remedyOfRequests(still)
                : ResultWaits.remedy(still, !requests && all);
    }

    /// Whether requests wait because all threads that serve them are in calls: a finding of its
    /// own.
    private static boolean hasFullWebPool(ThreadHistory history) {
        return PlatformPool.groups(history.last()).stream()
                .anyMatch(pool -> pool.server().isPresent() && pool.isFull());
    }

    /// Whether every carrier has a virtual thread: one that reads a request does not get any, and
    /// what keeps them is a finding of its own.
    private static boolean haveCarriersNoRoom(Evidence evidence) {
        return evidence.carriers().history().value().filter(Saturation::holds).isPresent();
    }

    /// Requests that no thread reads although none has anything else to do: what accepts or reads
    /// them has ended.
    private static Stream<ServiceFinding> unreadRequests(ThreadHistory history, Evidence evidence) {
        int unread =
                history.moments().stream()
                        .mapToInt(moment ->
                                moment.connections().map(UnreadConnections::unread).orElse(0)
                                        - moment.atLimit().stream()
                                                .mapToInt(Port::unaccepted)
                                                .sum())
                        .min()
                        .orElse(0);
        return unread == 0 || !history.isIdle() || history.moments().size() < FEWEST_UNREAD
                ? Stream.empty()
                : Stream.of(
                        ServiceFinding.of(
                                RULE,
                                Severity.CRITICAL,
                                Confidence.MEDIUM,
                                new FindingText(
                                        "%s unread over %d s, although no platform thread is at work"
                                                .formatted(
                                                        unread == 1
                                                                ? "1 connection is"
                                                                : "%,d connections are"
                                                                        .formatted(unread),
                                                        evidence.window().toSeconds()),
                                        "their requests have no response",
                                        "find what accepts or reads connections, and why it does not: its"
                                                + " thread may have ended by an exception"
                                                + (evidence.mayUseVirtualThreads()
                                                        ? ", or virtual threads are to do so and wait"
                                                        : "")),
                                List.of(
                                        "at all %d moments a connection was not accepted, or had data that was not read"
                                                .formatted(history.moments().size())),
                                GarbageCollections.left(evidence),
                                new Figures(0, unread, evidence.window().toSeconds())));
    }

    /// Whether few calls take as long as the observation.
    static boolean isLong(Evidence evidence) {
        return evidence.window().compareTo(LONG) >= 0;
    }

    /// What tells a call that takes long from one that hangs; empty where the observation was long
    /// itself.
    static String orLater(Evidence evidence) {
        return isLong(evidence)
                ? ""
                : ": --for %dm, or later thread dumps, show whether it ends"
                        .formatted(LONG.toMinutes());
    }

    static String waits(int threads, String noun) {
        return counted(threads, noun) + (threads == 1 ? " waits" : " wait");
    }
}
