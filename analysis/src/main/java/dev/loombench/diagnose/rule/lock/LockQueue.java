package dev.loombench.diagnose.rule.lock;

import static dev.loombench.text.Figures.counted;

import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.observe.threads.PrintedLock;
import java.util.List;
import java.util.Optional;

/// The threads that wait for one lock at one moment.
///
/// @param calls in which they wait, the most frequent first, at least one
/// @param nanos of the moment
/// @param threads those that wait, at least one
/// @param atWork all threads that are at work at that moment
/// @param holders the owner of the lock, where it was printed, and the threads for whose locks it
///   waits, also through others
record LockQueue(
        List<String> calls,
        PrintedLock lock,
        long nanos,
        List<LiveThread> threads,
        long atWork,
        List<LiveThread> holders) {
    LockQueue {
        calls = List.copyOf(calls);
        threads = List.copyOf(threads);
        holders = List.copyOf(holders);
    }

    static LockQueue of(
            PrintedLock lock,
            long nanos,
            List<LiveThread> threads,
            long atWork,
            List<LiveThread> holders) {
        var calls = AppCalls.byFrequency(threads.stream().map(LiveThread::frames).toList());
        return new LockQueue(calls, lock, nanos, threads, atWork, holders);
    }

    Optional<LiveThread> owner() {
        return holders.stream().findFirst();
    }

    /// Whether it is for the same object.
    boolean isFor(LockQueue other) {
        return lock.equals(other.lock);
    }

    /// Whether it may be for the same lock at another moment: the object may have moved, but
    /// threads wait for one of its class in the most frequent call of one of the two.
    boolean mayBeFor(LockQueue other) {
        return lock.describe().equals(other.lock.describe())
                && (other.calls.contains(calls.getFirst())
                        || calls.contains(other.calls.getFirst()));
    }

    /// `Shop.order(Shop.java:30) and 2 other calls`.
    String place() {
        int others = calls.size() - 1;
        return others == 0
                ? calls.getFirst()
                : "%s and %s".formatted(calls.getFirst(), counted(others, "other call"));
    }

    int waiting() {
        return threads.size();
    }

    /// Of the threads at work.
    double share() {
        return (double) waiting() / Math.max(waiting(), atWork);
    }
}
