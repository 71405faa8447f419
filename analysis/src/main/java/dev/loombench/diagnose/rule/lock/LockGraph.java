package dev.loombench.diagnose.rule.lock;

import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.LockOwners;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.ThreadPrint.DeadlockedThread;
import java.lang.Thread.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which thread waits for which at one moment: for the owner of the lock that it awaits.
///
/// A thread waits for one lock at most, and a lock has one owner at most, so each thread has one
/// successor at most, and a cycle of them is a deadlock. One that waits for a limited time has
/// none.
///
/// @param threads by their numbers
/// @param owners lock -> number of the thread that holds it
/// @param successors number of a waiting thread -> number of the one that it waits for
record LockGraph(
        Map<Long, LiveThread> threads, Map<PrintedLock, Long> owners, Map<Long, Long> successors) {

    static LockGraph of(ThreadMoment moment) {
        return of(moment.threads(), moment.deadlocks());
    }

    /// That of the last moment. A thread that waits for a lock of `java.util.concurrent` names the
    /// owner a moment later: where this one waits for another lock, it owned the first too if it
    /// was named at all moments, between which neither ran.
    static LockGraph of(ThreadHistory history) {
        var last = of(history.last());
        var owners = new HashMap<>(last.owners);
        LockOwners.lasting(history.moments())
                .forEach((waiter, owner) ->
                        last.awaited(waiter)
                                .filter(_ -> last.standsStill(waiter, history))
                                .filter(_ -> last.standsStill(owner, history))
                                .ifPresent(lock -> owners.putIfAbsent(lock, owner)));
        return new LockGraph(last.threads, owners, successors(last.threads, owners));
    }

    private boolean standsStill(long number, ThreadHistory history) {
        return thread(number).filter(history::standsStill).isPresent();
    }

    static LockGraph of(List<LiveThread> all, List<List<DeadlockedThread>> deadlocks) {
        var threads = new LinkedHashMap<Long, LiveThread>();
        var owners = new HashMap<PrintedLock, Long>();
        for (var thread : all) {
            threads.put(thread.number(), thread);
            thread.stack().owned().forEach(lock -> owners.put(lock, thread.number()));
        }
        addOwners(all, deadlocks, owners);
        return new LockGraph(threads, owners, successors(threads, owners));
    }

    /// Each thread of a cycle that the JVM found waits for the lock that the next one holds.
    private static void addOwners(
            List<LiveThread> all,
            List<List<DeadlockedThread>> deadlocks,
            Map<PrintedLock, Long> owners) {
        var used = new HashSet<Long>();
        for (var cycle : deadlocks) {
            var threads = cycle.stream().map(found -> find(found, all, used)).toList();
            for (int i = 0; i < threads.size(); i++) {
                var owner = threads.get((i + 1) % threads.size());
                threads.get(i)
                        .flatMap(thread -> thread.stack().awaited())
                        .ifPresent(
                                lock -> owner.ifPresent(o -> owners.putIfAbsent(lock, o.number())));
            }
        }
    }

    /// The JVM finds deadlocks at the safepoint after that of the stacks, and an object may move in
    /// between: a thread is known by its name, which several may have, and by the class of the lock
    /// that it awaits.
    ///
    /// @param used numbers of threads that have been found
    private static Optional<LiveThread> find(
            DeadlockedThread found, List<LiveThread> all, Set<Long> used) {
        var first =
                all.stream()
                        .filter(thread -> awaits(thread, found))
                        .filter(thread -> !used.contains(thread.number()))
                        .findFirst();
        first.ifPresent(thread -> used.add(thread.number()));
        return first;
    }

    private static boolean awaits(LiveThread thread, DeadlockedThread found) {
        return !thread.virtual()
                && thread.name().equals(found.name())
                && thread.stack().awaited().filter(lock -> lock.mayBe(found.awaited())).isPresent();
    }

    private static Map<Long, Long> successors(
            Map<Long, LiveThread> threads, Map<PrintedLock, Long> owners) {
        var successors = new LinkedHashMap<Long, Long>();
        for (var thread : threads.values()) {
            var owner =
                    thread.stack().awaited().flatMap(lock -> Optional.ofNullable(owners.get(lock)));
            boolean timed = thread.state().filter(s -> s == State.TIMED_WAITING).isPresent();
            owner.filter(number -> !timed && number != thread.number())
                    .ifPresent(number -> successors.put(thread.number(), number));
        }
        return successors;
    }

    /// The lock that a thread awaits.
    Optional<PrintedLock> awaited(long thread) {
        return thread(thread).flatMap(t -> t.stack().awaited());
    }

    Optional<LiveThread> owner(PrintedLock lock) {
        return Optional.ofNullable(owners.get(lock)).flatMap(this::thread);
    }

    /// The thread that holds a lock, then the one for whose lock it waits, and so on; empty where
    /// no thread is known to hold it.
    List<LiveThread> holders(PrintedLock lock) {
        var numbers = new LinkedHashSet<Long>();
        var next = Optional.ofNullable(owners.get(lock));
        while (next.isPresent() && numbers.add(next.get())) {
            next = Optional.ofNullable(successors.get(next.get()));
        }
        return numbers.stream().flatMap(number -> thread(number).stream()).toList();
    }

    private Optional<LiveThread> thread(long number) {
        return Optional.ofNullable(threads.get(number));
    }

    /// The threads of each cycle, each before the one that it waits for.
    List<List<LiveThread>> cycles() {
        var cycles = new ArrayList<List<LiveThread>>();
        var seen = new HashSet<Long>();
        for (var start : successors.keySet()) {
            var path = new ArrayList<Long>();
            var next = Optional.of(start);
            while (next.isPresent() && seen.add(next.get())) {
                path.add(next.get());
                next = Optional.ofNullable(successors.get(next.get()));
            }
            int first = next.map(path::indexOf).orElse(-1);
            if (first >= 0) {
                cycles.add(
                        path.subList(first, path.size()).stream()
                                .flatMap(number -> thread(number).stream())
                                .toList());
            }
        }
        return cycles;
    }

    /// The numbers of some threads and of all that wait for them, also through others.
    Set<Long> stoppedBy(Collection<LiveThread> cycle) {
        var stopped = new HashSet<Long>();
        cycle.forEach(thread -> stopped.add(thread.number()));
        boolean grows = true;
        while (grows) {
            grows = false;
            for (var wait : successors.entrySet()) {
                grows |= stopped.contains(wait.getValue()) && stopped.add(wait.getKey());
            }
        }
        return stopped;
    }

    /// The numbers of all threads that deadlocks stop.
    Set<Long> deadlocked() {
        return stoppedBy(cycles().stream().flatMap(List::stream).toList());
    }
}
