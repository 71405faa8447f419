package dev.loombench.diagnose.rule.pool;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.finding.AppCalls;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// The threads that seem to hold the connections of an exhausted pool, at the last moment: those at
/// work that wait for none of it, where they are about as many as it has. No stack shows that a
/// thread holds a connection while it calls something else. There are none where virtual threads
/// may hold the connections: a print does not show them. Those that wait for a lock whose owner
/// waits for a connection are left out: the pool is the cause of that queue.
///
/// Of `h` such threads, all holders of `c` connections are some. Where `0.75 c <= h <= c / 0.75`
/// and 75 % of them wait for one lock, two thirds of the connections or more are held by threads
/// that wait for it. Where `c` is not known, all that are in a call of the pool hold one, and
/// without any each thread may.
///
/// @param threads none where they are more or less
/// @param sizeKnown whether the number of connections is known
record ConnectionHolders(List<LiveThread> threads, boolean sizeKnown) {
    ConnectionHolders {
        threads = List.copyOf(threads);
    }

    /// @param capacity connections of the pool; empty where it is not known
    static ConnectionHolders of(PoolLibrary library, OptionalLong capacity, Evidence evidence) {
        var all = evidence.printed().value().map(h -> h.last().threads()).orElse(List.of());
        var locked =
                all.stream()
                        .filter(thread -> waits(thread, library))
                        .flatMap(thread -> thread.stack().owned().stream())
                        .collect(Collectors.toSet());
        var threads =
                all.stream()
                        .filter(LiveThread::isAtWork)
                        .filter(thread -> !waits(thread, library))
                        .filter(thread ->
                                thread.stack().awaited().filter(locked::contains).isEmpty())
                        .toList();
        if (capacity.isEmpty()) {
            // a list is of another moment, and leaves out rare stacks
            var shown = evidence.mayUseVirtualThreads() ? List.<LiveThread>of() : threads;
            return new ConnectionHolders(orInCall(shown, library), false);
        }
        boolean mayHold =
                areAbout(threads.size(), capacity.getAsLong())
                        && LeakedConnections.noneIsVirtual(library, evidence);
        return new ConnectionHolders(mayHold ? threads : List.of(), true);
    }

    private static boolean waits(LiveThread thread, PoolLibrary library) {
        return RequestWaits.pool(thread.frames()).filter(library::equals).isPresent();
    }

    /// Those in a call of the pool, as the execution of a statement; all of them without any.
    private static List<LiveThread> orInCall(List<LiveThread> threads, PoolLibrary library) {
        var inCall =
                threads.stream()
                        .filter(thread -> thread.frames().stream().anyMatch(library::contains))
                        .toList();
        return inCall.isEmpty() ? threads : inCall;
    }

    private static boolean areAbout(long threads, long connections) {
        return threads >= PlatformPool.MOST * connections
                && connections >= PlatformPool.MOST * threads;
    }

    /// What most of them wait for, where that is a fault of its own: the pool is its consequence.
    Optional<PoolBound> bound(Evidence evidence) {
        return threads.isEmpty()
                ? Optional.empty()
                : PoolBound.of(threads, "at work and wait for no connection", evidence);
    }

    /// `10 threads are at work and wait for no connection, most in Shop.pay(Shop.java:40)`; empty
    /// without any, and where the number of connections is not known.
    Optional<String> describe() {
        if (!sizeKnown) {
            return Optional.empty();
        }
        return AppCalls.mostFrequent(threads.stream().map(LiveThread::frames).toList()).stream()
                .findFirst()
                .map(call ->
                        "%s at work and %s for no connection, most in %s"
                                .formatted(
                                        counted(threads.size(), "thread")
                                                + (threads.size() == 1 ? " is" : " are"),
                                        threads.size() == 1 ? "waits" : "wait",
                                        call));
    }
}
