package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.LockOwners.Holder;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.lock.NoProgress.Figures;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Locks that no printed thread holds, while threads that wait for them did not run: the wake-up
/// was lost, the owner ended without unlocking, it is a virtual thread without a carrier, or a
/// reader, which may be the waiting thread itself.
///
/// The owner of a lock of `java.util.concurrent` is printed, or a waiting thread names it, also one
/// that is not printed. Where neither is so, as in dumps that others have made, a thread counts
/// that holds a monitor meanwhile: that of a deadlock with a virtual thread does.
final class UnprintedOwners {
    private UnprintedOwners() {}

    /// What is known of the owner of a lock.
    private sealed interface Owner {
        /// No printed thread, or none at all, holds it.
        record None(boolean asked) implements Owner {}

        /// The same one at all moments, which is not printed.
        ///
        /// @param listed as a list of all threads shows it
        record Unprinted(Holder holder, Optional<LiveThread> listed) implements Owner {}

        /// It may be any thread.
        record Unknown() implements Owner {}
    }

    /// Threads that wait for a lock, and did not run.
    private record Wait(PrintedLock lock, Owner owner, List<LiveThread> still) {
        Wait {
            still = List.copyOf(still);
        }

        LiveThread first() {
            return still.getFirst();
        }

        boolean holdsMonitor() {
            return still.stream().anyMatch(thread -> monitor(thread).isPresent());
        }

        boolean areRequests() {
            return still.stream().anyMatch(thread -> thread.served().isPresent());
        }
    }

    /// A finding with the threads that wait for its lock.
    record Found(List<LiveThread> still, ServiceFinding finding) {}

    /// @param graph of the last moment
    /// @param named numbers of threads that wait for locks of other findings
    static List<Found> in(
            ThreadHistory history, LockGraph graph, Set<Long> named, Evidence evidence) {
        long atWork = history.last().atWork();
        var owners = LockQueues.listedOwners(evidence);
        return waits(history, graph, named).stream()
                .filter(wait ->
                        switch (wait.owner()) {
                            case Owner.None _ -> true;
                            case Owner.Unprinted(var holder, _) ->
                                    !owners.contains(holder.number()); // named with its queue
                            case Owner.Unknown _ -> wait.still().size() < history.fewestWaiting();
                        })
                .map(wait -> {
                    int stopped = graph.stoppedBy(wait.still()).size();
                    return new Found(wait.still(), finding(wait, stopped, atWork, evidence));
                })
                .toList();
    }

    /// The finding of the lock that most of some threads await.
    static Optional<ServiceFinding> ofMost(Collection<LiveThread> threads, List<Found> all) {
        return all.stream()
                .filter(found -> PlatformPool.areMostAmong(threads, found.still()))
                .map(Found::finding)
                .findFirst();
    }

    private static List<Wait> waits(ThreadHistory history, LockGraph graph, Set<Long> named) {
        if (!history.isWhole()) {
            return List.of(); // the owner may be one of the others
        }
        var graphs = history.moments().stream().map(LockGraph::of).toList();
        var passed = new HashMap<List<Optional<PrintedLock>>, Boolean>(); // by the awaited locks
        var owners = new LinkedHashMap<PrintedLock, Owner>();
        var still = new HashMap<PrintedLock, List<LiveThread>>();
        for (var thread : history.last().threads()) {
            thread.stack()
                    .awaited()
                    .filter(_ -> !named.contains(thread.number()))
                    .filter(lock -> graph.owner(lock).isEmpty() && history.standsStill(thread))
                    .filter(lock ->
                            !LockBound.isWithoutOwner(lock)
                                    || passed.computeIfAbsent(
                                            awaited(graphs, thread.number()),
                                            _ ->
                                                    LockQueues.isNeverPassed(
                                                            history, thread.number())))
                    .ifPresent(lock ->
                            owner(lock, thread, history, graphs)
                                    .ifPresent(owner -> {
                                        owners.putIfAbsent(lock, owner);
                                        still.computeIfAbsent(lock, _ -> new ArrayList<>())
                                                .add(thread);
                                    }));
        }
        return owners.entrySet().stream()
                .map(owner ->
                        new Wait(
                                owner.getKey(),
                                owner.getValue(),
                                still.getOrDefault(owner.getKey(), List.of())))
                .toList();
    }

    /// The locks that a thread awaits, at each moment.
    private static List<Optional<PrintedLock>> awaited(List<LockGraph> graphs, long thread) {
        return graphs.stream().map(graph -> graph.awaited(thread)).toList();
    }

    /// What is known of the owner of the lock that a thread awaits; empty where it had a printed
    /// one at some moment, or several. A lock that is passed on has none for an instant.
    ///
    /// @param graphs of all moments
    private static Optional<Owner> owner(
            PrintedLock lock, LiveThread thread, ThreadHistory history, List<LockGraph> graphs) {
        if (lock.kind() != Kind.SYNCHRONIZER || LockBound.isStamped(lock)) {
            return Optional.of(new Owner.None(false));
        }
        var asked = new HashSet<Optional<Holder>>();
        boolean known = true;
        for (int i = 0; i < graphs.size(); i++) {
            var graph = graphs.get(i);
            var owners = history.moments().get(i).owners();
            var awaited = graph.awaited(thread.number());
            if (awaited.flatMap(graph::owner).isPresent()) {
                return Optional.empty();
            }
            known &= owners.printed() || awaited.filter(owners::isKnown).isPresent();
            awaited.filter(owners.asked()::containsKey)
                    .ifPresent(found -> asked.add(owners.holder(found)));
        }
        if (!known) {
            return asked.isEmpty() && isHoldingMonitor(thread)
                    ? Optional.of(new Owner.Unknown())
                    : Optional.empty();
        }
        return asked.size() > 1 || asked.stream().anyMatch(holder -> isPrinted(holder, graphs))
                ? Optional.empty()
                : ofAsked(asked, thread, history);
    }

    private static boolean isPrinted(Optional<Holder> holder, List<LockGraph> graphs) {
        return holder.filter(
                        h -> graphs.stream().anyMatch(g -> g.threads().containsKey(h.number())))
                .isPresent();
    }

    /// @param asked who held the lock at all moments, one at most
    private static Optional<Owner> ofAsked(
            Set<Optional<Holder>> asked, LiveThread thread, ThreadHistory history) {
        var holder = asked.stream().flatMap(Optional::stream).findFirst();
        if (holder.isEmpty()) {
            return Optional.of(new Owner.None(!asked.isEmpty()));
        }
        return thread.isTimed()
                ? Optional.empty()
                : holder.map(h -> new Owner.Unprinted(h, listed(h, history)));
    }

    /// A thread in the last list of all threads.
    private static Optional<LiveThread> listed(Holder holder, ThreadHistory history) {
        return Stream.of(history.waiting(), history.locks())
                .filter(lists -> !lists.isEmpty())
                .flatMap(lists -> lists.getLast().stream())
                .filter(thread -> thread.number() == holder.number())
                .findFirst();
    }

    private static boolean isHoldingMonitor(LiveThread thread) {
        return thread.isAtWork() && !thread.isTimed() && monitor(thread).isPresent();
    }

    private static Optional<PrintedLock> monitor(LiveThread thread) {
        return thread.stack().owned().stream()
                .filter(lock -> lock.kind() == Kind.MONITOR)
                .findFirst();
    }

    /// @param stopped threads that wait for the lock, and for these
    private static ServiceFinding finding(Wait wait, int stopped, long atWork, Evidence evidence) {
        var still = wait.still();
        double share = (double) stopped / Math.max(stopped, atWork);
        return ServiceFinding.of(
                        NoProgress.RULE,
                        severity(wait, share),
                        confidence(wait, evidence),
                        new FindingText(
                                "%s in %s for %s, %s%s"
                                        .formatted(
                                                NoProgress.waits(still.size(), "thread"),
                                                AppCalls.of(wait.first().frames()),
                                                wait.lock().describe(),
                                                owner(wait, evidence),
                                                behind(still.size(), stopped)),
                                "what they do stands still, and all that waits for them",
                                remedy(wait, evidence)),
                        shown(wait, evidence),
                        GarbageCollections.left(evidence) * share,
                        new Figures(still.size(), stopped, evidence.window().toSeconds()))
                .withFrames(frames(wait));
    }

    /// An owner that is not printed may be a virtual thread that does what it has to.
    ///
    /// @param share of the threads at work that wait
    private static Severity severity(Wait wait, double share) {
        return switch (wait.owner()) {
            case Owner.None _ ->
                    LockBound.isWithoutOwner(wait.lock()) ? Severity.WARNING : Severity.CRITICAL;
            case Owner.Unprinted _ ->
                    wait.holdsMonitor() || (wait.areRequests() && share >= LockBound.CRITICAL_SHARE)
                            ? Severity.CRITICAL
                            : Severity.WARNING;
            case Owner.Unknown _ -> Severity.WARNING;
        };
    }

    private static Confidence confidence(Wait wait, Evidence evidence) {
        return switch (wait.owner()) {
            case Owner.None _ -> Confidence.MEDIUM;
            case Owner.Unprinted _ ->
                    hasEnded(evidence)
                            ? Confidence.HIGH
                            : wait.holdsMonitor() || wait.areRequests()
                                    ? Confidence.MEDIUM
                                    : Confidence.LOW;
            case Owner.Unknown _ -> Confidence.LOW;
        };
    }

    /// Whether an owner that is not printed is no virtual thread.
    private static boolean hasEnded(Evidence evidence) {
        return !evidence.mayUseVirtualThreads();
    }

    private static String owner(Wait wait, Evidence evidence) {
        return switch (wait.owner()) {
            case Owner.None(boolean asked) ->
                    LockBound.isWithoutOwner(wait.lock())
                            ? "whose holder the JVM does not know"
                            : asked ? "which no thread holds" : "which no printed thread holds";
            case Owner.Unprinted(var holder, var listed) ->
                    "whose owner, %s, %s"
                            .formatted(
                                    holder.label(),
                                    listed.map(thread -> "is in " + AppCalls.of(thread.frames()))
                                            .orElse(fate(holder, evidence)));
            case Owner.Unknown() -> "whose owner is not known";
        };
    }

    /// What an owner is that is neither printed nor listed. Only virtual threads have no name.
    static String fate(Holder owner, Evidence evidence) {
        if (hasEnded(evidence)) {
            return "has ended";
        }
        return owner.name().isEmpty()
                ? "is a virtual thread, which may have ended"
                : "is a virtual thread, or has ended";
    }

    private static String behind(int still, int stopped) {
        int behind = stopped - still;
        return behind == 0
                ? ""
                : ", and %s for %s"
                        .formatted(
                                NoProgress.waits(behind, "more thread"),
                                still == 1 ? "it" : "them");
    }

    private static List<String> shown(Wait wait, Evidence evidence) {
        var first = wait.first();
        return Stream.of(
                        Optional.of(
                                "%s had the same stack over %d s, and 1 ms of CPU time or less"
                                        .formatted(first.label(), evidence.window().toSeconds())),
                        wait.still().stream()
                                .filter(thread -> monitor(thread).isPresent())
                                .findFirst()
                                .map(UnprintedOwners::held),
                        unlisted(wait.owner(), evidence))
                .flatMap(Optional::stream)
                .toList();
    }

    private static String held(LiveThread thread) {
        return "%s holds %s meanwhile, for which the owner may wait"
                .formatted(thread.label(), monitor(thread).orElseThrow().describe());
    }

    /// Why it is not known what the owner does.
    private static Optional<String> unlisted(Owner owner, Evidence evidence) {
        return switch (owner) {
            case Owner.Unprinted(_, var listed) when listed.isEmpty() && !hasEnded(evidence) ->
                    evidence.threads()
                            .missing()
                            .map(reason -> "what a virtual thread does is not known: " + reason);
            case Owner.None _, Owner.Unprinted _, Owner.Unknown _ -> Optional.empty();
        };
    }

    private static List<String> frames(Wait wait) {
        var own = AppCalls.mostFrequent(wait.still().stream().map(LiveThread::frames).toList());
        return wait.owner() instanceof Owner.Unprinted(_, var listed)
                ? Stream.concat(
                                own.stream(),
                                listed.stream().map(t -> AppCalls.withCaller(t.frames())))
                        .distinct()
                        .toList()
                : own;
    }

    private static String remedy(Wait wait, Evidence evidence) {
        return switch (wait.owner()) {
            case Owner.None _ -> LockRemedies.unpassed(wait.lock(), evidence.jvm());
            case Owner.Unprinted _ -> LockRemedies.unprinted(hasEnded(evidence));
            case Owner.Unknown _ -> LockRemedies.UNKNOWN;
        };
    }
}
