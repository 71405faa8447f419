package dev.loombench.diagnose.rule;

import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.observe.threads.PrintedLock;
import java.util.List;
import java.util.Optional;

/// The threads that wait for one lock in one call at one moment.
///
/// @param nanos of the moment
/// @param threads those that wait, at least one
/// @param atWork all threads that are at work at that moment
/// @param owner of the lock, where it was printed
record LockQueue(
        String call,
        PrintedLock lock,
        long nanos,
        List<LiveThread> threads,
        long atWork,
        Optional<LiveThread> owner) {
    LockQueue {
        threads = List.copyOf(threads);
    }

    int waiting() {
        return threads.size();
    }

    /// Of the threads at work.
    double share() {
        return (double) waiting() / Math.max(waiting(), atWork);
    }
}
