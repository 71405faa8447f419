package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.concurrency.Libraries;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.concurrency.WebServer;
import dev.loombench.diagnose.evidence.EventLoop;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.Amounts;
import dev.loombench.finding.Severity;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Whether threads stand by for a lock, as those of an election do until the leader ends.
///
/// A convoy has the same stacks where one thread takes the lock again and again before the others.
/// But each release wakes one that waits, which uses CPU time although it does not get the lock. So
/// the lock was kept where none of them used any, and by intention as far as its owner ran
/// meanwhile, in a call of the application that they are in too, and not in one endless call: what
/// another part of the service holds, as the writer of a cache, is no leadership. Before JDK 24 one
/// of those that wait for a monitor wakes itself up to once a second
/// ([JDK-8320318](https://github.com/openjdk/jdk/pull/19454)), so there 0.1 ms per second counts as
/// none.
///
/// They stand by only as long as nothing waits for what they do: neither they nor those behind them
/// serve requests or messages or are event loops or virtual threads, their executor has no queue,
/// and no requests are unread. A lock that is kept so by mistake looks the same, so the finding
/// says both; and an owner that did not run hangs, or leads and has nothing to do: then it says
/// both as well, and is as severe as a hang.
final class Standby {
    /// What is seen of it.
    enum Sign {
        /// They do not stand by.
        NONE,
        /// They may: nothing shows that the owner goes on, or that it kept the lock.
        OPEN,
        /// The lock was kept by one that goes on.
        SHOWN
    }

    static final String IMPACT =
            "they do nothing meanwhile: by intention where they stand by for one that works, as for a"
                    + " leader; else the lock is kept by mistake";

    /// Beside the impact of a fault.
    static final String OR = "; or they stand by for its owner by intention, as for a leader";

    static final String REMEDY = "where they are not to stand by, ";

    /// The first JDK in which no thread that waits for a monitor wakes itself.
    private static final int WITHOUT_POLLS = 24;

    /// The most CPU time of one that does, s per s.
    private static final double POLLS = 1e-4;

    /// By the rule of three, what was seen 0 times happens no more than 3 times in as long, with 95
    /// % confidence. Source: Hanley and Lippman-Hand, *If nothing goes wrong, is everything all
    /// right?* (1983).
    private static final double MOST_UNSEEN = 3;

    private Standby() {}

    static Sign of(LockQueues all, LockHolders holders, Evidence evidence) {
        return evidence.printed()
                .value()
                .filter(history -> mayBe(all, history, evidence))
                .flatMap(history ->
                        owner(all, holders)
                                .map(owner ->
                                        holders.still()
                                                ? Sign.OPEN
                                                : sign(all, owner, history, evidence)))
                .orElse(Sign.NONE);
    }

    private static boolean mayBe(LockQueues all, ThreadHistory history, Evidence evidence) {
        var last = all.queues().getLast();
        return evidence.showsProgress()
                && last.lock().kind() != Kind.INITIALISER
                && all.queues().size() == all.moments()
                && last.calls().size() == 1
                && LockRemedies.known(last.lock(), last.threads().getFirst().frames()).isEmpty()
                && isNeverPassed(last, history)
                && !areAwaited(last.threads(), history, evidence)
                && !LockQueues.callsOfVirtual(evidence).contains(last.calls().getFirst());
    }

    /// Whether requests, messages or tasks wait for what some threads do: they serve or handle
    /// them, or those do that wait for their locks; or they are of an executor that has a queue, or
    /// for whose tasks a request may wait; or requests are unread, for whichever threads.
    static boolean areAwaited(
            Collection<LiveThread> threads, ThreadHistory history, Evidence evidence) {
        var stopped = LockGraph.of(history.last()).stoppedBy(threads);
        return history.hasUnreadRequests()
                || history.last().threads().stream()
                        .filter(thread -> stopped.contains(thread.number()))
                        .anyMatch(Standby::serves)
                || (threads.stream().anyMatch(t -> StackFrames.isOfExecutor(t.frames()))
                        && haveRequestsTasks(history))
                || PlatformPool.of(history.last()).stream()
                        .filter(pool -> pool.threads().stream().anyMatch(threads::contains))
                        .anyMatch(evidence.pools()::hasQueue);
    }

    /// Whether a thread that serves a request waits for a result, as of a task: a printed one, or a
    /// virtual one of the last list.
    static boolean haveRequestsTasks(ThreadHistory history) {
        var lists = history.lists();
        var listed = lists.isEmpty() ? List.<LiveThread>of() : lists.getLast();
        return Stream.concat(history.last().threads().stream(), listed.stream())
                .filter(thread -> thread.served().isPresent())
                .anyMatch(thread -> ResultWaits.mayAwaitTasks(List.of(thread)));
    }

    /// A method of the application with the name of a listener may be that of a worker.
    private static boolean serves(LiveThread thread) {
        return thread.virtual()
                || thread.servesOthers()
                || WebServer.ofWorker(thread.name()).isPresent()
                || EventLoop.runs(thread.frames());
    }

    /// The one thread that is known or seems to hold it at all moments, and waits neither for
    /// another lock nor for a connection that the others may have.
    private static Optional<LiveThread> owner(LockQueues all, LockHolders holders) {
        return holders.last()
                .filter(_ -> !holders.endJvm() && holders.pool().isEmpty())
                .filter(thread -> holders.known().size() <= 1)
                .filter(thread -> thread.stack().awaited().isEmpty())
                .filter(thread -> runsTheSame(thread, all.queues().getLast()))
                .filter(_ -> haveOneOwner(all.queues()));
    }

    private static boolean runsTheSame(LiveThread owner, LockQueue last) {
        return !Collections.disjoint(calls(owner), calls(last.threads().getFirst()));
    }

    /// Those of the application.
    private static Set<String> calls(LiveThread thread) {
        return thread.frames().stream()
                .filter(frame -> !StackFrames.isOfJdk(frame) && !Libraries.contains(frame))
                .map(StackFrames::call)
                .collect(Collectors.toUnmodifiableSet());
    }

    /// As far as it is printed.
    private static boolean haveOneOwner(List<LockQueue> queues) {
        return queues.stream()
                        .flatMap(queue -> queue.owner().stream())
                        .map(LiveThread::number)
                        .distinct()
                        .count()
                <= 1;
    }

    private static boolean isNeverPassed(LockQueue last, ThreadHistory history) {
        return LockBound.isNeverPassed(last, history)
                && LockQueues.isNeverPassed(history, last.threads().getFirst().number());
    }

    private static Sign sign(
            LockQueues all, LiveThread owner, ThreadHistory history, Evidence evidence) {
        return history.processorShare(owner).orElse(0) > 0
                        && !history.runsInOneCall(owner)
                        && wakesNone(all.queues().getLast().threads(), all, history, evidence)
                ? Sign.SHOWN
                : Sign.OPEN;
    }

    /// Whether a lock was kept, by whichever thread: threads waited for it at all moments, and of
    /// those that did so all the time none got it or was woken. Others have run before they came.
    static boolean isKept(LockQueues all, Evidence evidence) {
        var last = all.queues().getLast();
        return evidence.showsProgress()
                && all.queues().size() == all.moments()
                && haveOneOwner(all.queues())
                && last.threads().stream().noneMatch(t -> t.virtual() || t.isTimed())
                && evidence.printed()
                        .value()
                        .filter(history -> LockBound.isNeverPassed(last, history))
                        .filter(history -> {
                            var waited =
                                    last.threads().stream().filter(history::keepsStack).toList();
                            return wakesNone(waited, all, history, evidence);
                        })
                        .isPresent();
    }

    /// Whether none of these threads used any CPU time, as one does that a release wakes.
    private static boolean wakesNone(
            List<LiveThread> waiting, LockQueues all, ThreadHistory history, Evidence evidence) {
        boolean monitor = all.queues().getLast().lock().kind() == Kind.MONITOR;
        double still = monitor && !evidence.isFrom(WITHOUT_POLLS) ? POLLS : 0;
        return waiting.stream().noneMatch(t -> history.processorShare(t).orElse(0) > still);
    }

    /// Virtual threads that are not listed may wait for the lock too.
    static Severity severity(Evidence evidence) {
        return evidence.mayHideVirtualThreads() ? Severity.WARNING : Severity.NOTE;
    }

    /// From which rate on it is a fault.
    static String limit(PrintedLock lock, Evidence evidence) {
        long seconds = evidence.window().toSeconds();
        return "none of them got %s in %d s, nor was one woken as by a release: it is passed on fewer than %s times per second (confidence 95 %%), which is a fault where requests, messages or tasks need it more often%s"
                .formatted(
                        lock.describe(),
                        seconds,
                        Amounts.perSecond(MOST_UNSEEN / seconds),
                        evidence.mayHideVirtualThreads()
                                ? "; virtual threads are not listed, and may wait for it too"
                                : "");
    }
}
