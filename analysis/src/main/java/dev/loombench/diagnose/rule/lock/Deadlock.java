package dev.loombench.diagnose.rule.lock;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.ThreadPrint.DeadlockedThread;
import java.lang.Thread.State;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Threads each of which waits for a lock that the next one holds, in a cycle, at the last moment:
/// monitors, locks of `java.util.concurrent` and class initialisers, also mixed. None of them can
/// continue.
///
/// Virtual threads count while they are on carriers; also without one where all threads are listed:
/// with monitors in one list, with locks of `java.util.concurrent` in two, where the JVM names
/// their owners. Each thread is listed at its own time, and shows the monitors that it holds
/// itself.
public final class Deadlock {
    public static final String ID = "deadlock";

    /// Threads of a cycle that are named.
    private static final int SHOWN = 4;

    static final Rule RULE =
            new Rule(
                    ID,
                    "threads wait for one another: monitors, locks, class initialisers",
                    "threads with the locks that they hold and await (`Thread.print`), and the deadlocks that the JVM finds",
                    "a cycle of threads, each of which waits without a limit of time for the next, by monitors, locks of `java.util.concurrent` and class initialisers; virtual threads while they are on carriers, and those that wait for monitors where all threads are listed (JDK 25), or for locks of `java.util.concurrent` where two lists in a row show the cycle (JDK 26; on JDK 25 where a platform thread names the owner)",
                    "critical",
                    "HotSpot's `DeadlockCycle`",
                    Figures.class);

    private static final String IMPACT =
            "these threads never continue, and each request that needs one of their locks waits"
                    + " with them";
    private static final String RESTART = "restart the service, which ends it; then ";

    private static final String REMEDY =
            RESTART
                    + "take these locks in the same order everywhere, or release the first before the"
                    + " second is taken";

    /// Parts of a map that a thread has locked while it computes a value: they have no order.
    private static final String MAP = "java.util.concurrent.ConcurrentHashMap$";

    private Deadlock() {}

    /// @param threads in the cycle
    /// @param stopped these, and those that wait for them
    record Figures(int threads, int stopped) {}

    public static Stream<ServiceFinding> in(Evidence evidence) {
        double left = GarbageCollections.left(evidence);
        return evidence.printed().value().stream().flatMap(history -> in(history, left));
    }

    /// The finding of the deadlock that stops most of some printed threads.
    public static Optional<ServiceFinding> ofMost(
            Collection<LiveThread> threads, Evidence evidence) {
        return evidence.printed().value().stream()
                .flatMap(history -> ofMost(threads, history, GarbageCollections.left(evidence)))
                .findFirst();
    }

    private static Stream<ServiceFinding> ofMost(
            Collection<LiveThread> threads, ThreadHistory history, double left) {
        var graph = LockGraph.of(history);
        return graph.cycles().stream()
                .filter(cycle -> {
                    var stopped = graph.stoppedBy(cycle);
                    return PlatformPool.areMostAmong(
                            threads,
                            threads.stream().filter(t -> stopped.contains(t.number())).toList());
                })
                .map(cycle ->
                        finding(cycle, graph, Confidence.HIGH, history.last().atWork(), left));
    }

    private static Stream<ServiceFinding> in(ThreadHistory history, double left) {
        var graph = LockGraph.of(history);
        long atWork = history.last().atWork();
        return Stream.of(
                        graph.cycles().stream()
                                .map(cycle -> finding(cycle, graph, Confidence.HIGH, atWork, left)),
                        history.last().deadlocks().stream()
                                .filter(found -> isOfUnknown(found, history.last()))
                                .map(found -> ofJvm(found, atWork, left)),
                        listed(history, graph.deadlocked(), atWork, left))
                .flatMap(findings -> findings);
    }

    /// Whether the JVM found it among threads of which some are not known, as those of a dump whose
    /// beginning is cut off. The JVM does not ask whether a wait is limited in time. Where its text
    /// is cut off too, one thread may be left.
    private static boolean isOfUnknown(List<DeadlockedThread> found, ThreadMoment moment) {
        return found.size() > 1
                && found.stream().anyMatch(thread -> known(thread, moment).findAny().isEmpty())
                && found.stream()
                        .flatMap(thread -> known(thread, moment))
                        .flatMap(thread -> thread.state().stream())
                        .noneMatch(state -> state == State.TIMED_WAITING);
    }

    private static Stream<LiveThread> known(DeadlockedThread found, ThreadMoment moment) {
        return moment.threads().stream().filter(thread -> thread.name().equals(found.name()));
    }

    /// A cycle by the names of its threads; their calls are not known.
    ///
    /// @param left share of the time that collections leave
    private static ServiceFinding ofJvm(List<DeadlockedThread> found, long atWork, double left) {
        var labels = found.stream().map(thread -> '"' + thread.name() + '"').toList();
        boolean monitors = found.stream().allMatch(t -> t.awaited().kind() == Kind.MONITOR);
        return ServiceFinding.of(
                RULE,
                Severity.CRITICAL,
                monitors ? Confidence.HIGH : Confidence.MEDIUM,
                new FindingText(message(labels), IMPACT, REMEDY),
                List.of(
                        IntStream.range(0, Math.min(SHOWN, found.size()))
                                .mapToObj(i ->
                                        "%s waits for %s, which %s holds"
                                                .formatted(
                                                        labels.get(i),
                                                        found.get(i).awaited().describe(),
                                                        labels.get((i + 1) % labels.size())))
                                .collect(Collectors.joining("; "))),
                left * found.size() / Math.max(found.size(), atWork),
                new Figures(found.size(), found.size()));
    }

    /// Those of virtual threads without a carrier. As threads are listed one after another, they
    /// are less certain.
    ///
    /// @param known numbers of threads that deadlocks stop
    private static Stream<ServiceFinding> listed(
            ThreadHistory history, Set<Long> known, long atWork, double left) {
        if (history.locks().isEmpty()) {
            return Stream.empty();
        }
        var graph = LockGraph.of(history.locks().getLast(), List.of());
        return listedCycles(graph, history)
                .filter(cycle -> cycle.stream().noneMatch(t -> known.contains(t.number())))
                .map(cycle -> finding(cycle, graph, Confidence.MEDIUM, atWork, left));
    }

    private static Stream<List<LiveThread>> listedCycles(LockGraph graph, ThreadHistory history) {
        return graph.cycles().stream()
                .filter(cycle -> cycle.stream().anyMatch(LiveThread::virtual))
                .filter(cycle -> cycle.stream().allMatch(thread -> isStopped(thread, history)))
                .filter(cycle -> wasBefore(cycle, history));
    }

    /// The numbers of the threads that deadlocks of virtual threads without a carrier stop.
    static Set<Long> stoppedInList(ThreadHistory history) {
        if (history.locks().isEmpty()) {
            return Set.of();
        }
        var graph = LockGraph.of(history.locks().getLast(), List.of());
        return graph.stoppedBy(listedCycles(graph, history).flatMap(List::stream).toList());
    }

    /// Whether a thread of the last list awaited the same lock in the one before; or a monitor,
    /// where there was none before.
    private static boolean isStopped(LiveThread thread, ThreadHistory history) {
        int before = history.locks().size() - 2;
        var awaited = thread.stack().awaited();
        return before < 0
                ? awaited.filter(lock -> lock.kind() == Kind.SYNCHRONIZER).isEmpty()
                : history.locks().get(before).stream()
                        .filter(other -> other.number() == thread.number())
                        .anyMatch(other -> other.stack().awaited().equals(awaited));
    }

    /// Whether the list before has the same cycle, where there is one: the owner of a lock is read
    /// from each thread that waits for it, at a time of its own.
    private static boolean wasBefore(List<LiveThread> cycle, ThreadHistory history) {
        int before = history.locks().size() - 2;
        return before < 0
                || LockGraph.of(history.locks().get(before), List.of()).cycles().stream()
                        .anyMatch(other -> numbers(other).equals(numbers(cycle)));
    }

    private static Set<Long> numbers(List<LiveThread> cycle) {
        return cycle.stream().map(LiveThread::number).collect(Collectors.toSet());
    }

    /// @param left share of the time that collections leave
    private static ServiceFinding finding(
            List<LiveThread> cycle,
            LockGraph graph,
            Confidence confidence,
            long atWork,
            double left) {
        int stopped = graph.stoppedBy(cycle).size();
        int behind = stopped - cycle.size();
        return ServiceFinding.of(
                        RULE,
                        Severity.CRITICAL,
                        confidence,
                        new FindingText(
                                "%s%s"
                                        .formatted(
                                                message(
                                                        cycle.stream()
                                                                .map(LiveThread::label)
                                                                .toList()),
                                                behind == 0
                                                        ? ""
                                                        : ", and %s for them"
                                                                .formatted(waits(behind))),
                                IMPACT,
                                remedy(cycle)),
                        List.of(
                                cycle.stream()
                                        .limit(SHOWN)
                                        .map(thread -> link(thread, graph))
                                        .collect(Collectors.joining("; "))),
                        left * stopped / Math.max(stopped, atWork),
                        new Figures(cycle.size(), stopped))
                .withFrames(
                        cycle.stream()
                                .limit(SHOWN)
                                .map(thread -> AppCalls.withCaller(thread.frames()))
                                .distinct()
                                .toList());
    }

    /// @param cycle labels of the threads
    private static String message(List<String> cycle) {
        if (cycle.size() == 2) {
            return "%s and %s wait for each other for ever"
                    .formatted(cycle.getFirst(), cycle.getLast());
        }
        return "%d threads wait for one another for ever%s %s"
                .formatted(
                        cycle.size(),
                        cycle.size() > SHOWN ? ", among them" : ":",
                        cycle.stream().limit(SHOWN).collect(Collectors.joining(", ")));
    }

    private static String waits(int threads) {
        return counted(threads, "more thread") + (threads == 1 ? " waits" : " wait");
    }

    private static String link(LiveThread thread, LockGraph graph) {
        return thread.stack()
                .awaited()
                .map(lock -> link(thread, lock, graph))
                .orElse(thread.label());
    }

    private static String link(LiveThread thread, PrintedLock lock, LockGraph graph) {
        return "%s in %s waits for %s, which %s holds"
                .formatted(
                        thread.label(),
                        AppCalls.withCaller(thread.frames()),
                        lock.describe(),
                        graph.owner(lock).map(LiveThread::label).orElse("another thread"));
    }

    private static String remedy(List<LiveThread> cycle) {
        boolean initialises =
                cycle.stream()
                        .flatMap(thread -> thread.stack().awaited().stream())
                        .anyMatch(lock -> lock.kind() == Kind.INITIALISER);
        return initialises
                ? "restart the service, which ends it; then initialise one of these classes before the"
                        + " threads start, or remove the dependency between their initialisers"
                : cycle.stream()
                        .flatMap(thread -> ofMap(thread).stream())
                        .findFirst()
                        .map(RESTART::concat)
                        .orElse(REMEDY);
    }

    /// What to do where a thread waits for a part of a map.
    private static Optional<String> ofMap(LiveThread thread) {
        return thread.stack()
                .awaited()
                .filter(lock -> lock.type().startsWith(MAP))
                .flatMap(lock -> LockRemedies.known(lock, thread.frames()));
    }
}
