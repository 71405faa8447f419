package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.concurrency.Libraries;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.observe.threads.PrintedLock.Kind;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Threads that stand by for a lock, as those of an election do until the leader ends: over the
/// whole observation one thread holds it and goes on, the same ones wait for it in one call, and
/// the leader runs the same program, in a call of the application that they are in too. What they
/// do is not what the service is bound by, as long as none of them serves a request, handles
/// messages by the name of a call, or is of an executor whose tasks wait.
///
/// A lock that one of several such threads holds so long by mistake looks the same. A lock that
/// another part of the service holds, as the writer of a cache, is none of these, nor is one that
/// is passed on, a monitor, or a lock of the JDK or of a library that is known to be held for
/// short.
final class Standby {
    static final String IMPACT =
            "they do nothing meanwhile, by intention where they stand by for one that works, as for"
                    + " a leader";

    static final String REMEDY = "where they are not to stand by, ";

    private Standby() {}

    static boolean is(LockQueues all, LockHolders holders, Evidence evidence) {
        var last = all.queues().getLast();
        return last.lock().kind() == Kind.SYNCHRONIZER
                && all.queues().size() == all.moments()
                && last.calls().size() == 1
                && LockRemedies.known(last.lock(), last.threads().getFirst().frames()).isEmpty()
                && last.threads().stream().noneMatch(Standby::isAwaited)
                && goesOn(holders)
                && runsTheSame(holders, last)
                && haveOneOwner(all.queues())
                && evidence.showsProgress()
                && evidence.printed()
                        .value()
                        .filter(history -> isNeverPassed(last, history))
                        .filter(history -> !keepsTasks(last, history, evidence))
                        .isPresent();
    }

    /// Whether others wait for what it does.
    private static boolean isAwaited(LiveThread thread) {
        return thread.virtual()
                || thread.served().isPresent()
                || StackFrames.awaitsNews(thread.frames());
    }

    /// Whether one thread is known or seems to hold it, and waits for no lock itself.
    private static boolean goesOn(LockHolders holders) {
        return !holders.areUnknown()
                && !holders.still()
                && !holders.endJvm()
                && holders.last().filter(thread -> thread.stack().awaited().isEmpty()).isPresent();
    }

    private static boolean runsTheSame(LockHolders holders, LockQueue last) {
        var own = calls(last.threads().getFirst());
        return holders.last().filter(owner -> !Collections.disjoint(calls(owner), own)).isPresent();
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

    /// Whether tasks wait for one of the threads.
    private static boolean keepsTasks(LockQueue last, ThreadHistory history, Evidence evidence) {
        return PlatformPool.of(history.last()).stream()
                .filter(pool -> pool.threads().stream().anyMatch(last.threads()::contains))
                .anyMatch(evidence.pools()::hasQueue);
    }
}
