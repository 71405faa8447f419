package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.finding.Amounts.perSecond;
import static dev.loombench.diagnose.finding.Amounts.seconds;
import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.lock.Deadlock;
import dev.loombench.diagnose.rule.lock.LockBound;
import dev.loombench.diagnose.rule.lock.NoProgress;
import dev.loombench.diagnose.rule.lock.PermitBound;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What most of the busy threads of a pool wait for, where that is a fault of its own: a deadlock,
/// one lock, a connection of another pool, permits, a full queue, or a call that does not return.
/// It bounds the pool, whatever its size: more threads would wait too. So it is with the threads
/// that hold the connections of a pool ([ConnectionHolders]).
///
/// @param cause the finding of that
/// @param shown in words
record PoolBound(ServiceFinding cause, String shown) {
    private static final String BUSY = "busy";

    /// @param busy threads of the pool that run or wait within work
    static Optional<PoolBound> of(List<LiveThread> busy, Evidence evidence) {
        return locks(busy, BUSY, evidence)
                .or(() -> connections(busy, evidence))
                .or(() -> calls(busy, BUSY, evidence));
    }

    /// The same of threads that await no connection.
    ///
    /// @param what they are, in words that follow `are`
    static Optional<PoolBound> of(List<LiveThread> threads, String what, Evidence evidence) {
        return locks(threads, what, evidence).or(() -> calls(threads, what, evidence));
    }

    private static Optional<PoolBound> locks(
            List<LiveThread> threads, String what, Evidence evidence) {
        return Deadlock.ofMost(threads, evidence)
                .map(cause -> of(cause, threads, what, "are stopped by a deadlock"))
                .or(() ->
                        LockBound.ofMost(threads, evidence)
                                .map(cause ->
                                        of(cause, threads, what, "await one lock or hold it")));
    }

    private static Optional<PoolBound> calls(
            List<LiveThread> threads, String what, Evidence evidence) {
        return PermitBound.ofMost(threads, evidence)
                .map(cause -> of(cause, threads, what, "await permits"))
                .or(() ->
                        FullQueue.ofMost(threads, evidence)
                                .map(cause ->
                                        of(cause, threads, what, "wait for room in a full queue")))
                .or(() ->
                        NoProgress.ofMost(threads, evidence)
                                .map(cause -> of(cause, threads, what, "did not run")));
    }

    private static PoolBound of(
            ServiceFinding cause, List<LiveThread> threads, String what, String state) {
        return new PoolBound(
                cause,
                "most of %s that are %s %s, so its size is not the bound"
                        .formatted(counted(threads.size(), "thread"), what, state));
    }

    private static Optional<PoolBound> connections(List<LiveThread> busy, Evidence evidence) {
        return busy.stream()
                .flatMap(thread -> RequestWaits.pool(thread.frames()).stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
                .entrySet()
                .stream()
                .filter(waits -> waits.getValue() >= PlatformPool.MOST * busy.size())
                .findFirst()
                .flatMap(waits -> connections(waits.getKey(), busy, evidence));
    }

    private static Optional<PoolBound> connections(
            PoolLibrary library, List<LiveThread> busy, Evidence evidence) {
        return PoolExhausted.ofConnections(library, evidence)
                .min(ServiceFinding.BY_IMPACT) // of several pools, the one that most wait for
                .map(cause -> of(cause, busy, BUSY, "wait for a connection of " + library.name()));
    }

    /// The finding of a pool as the consequence of what bounds it; the same where nothing does.
    static ServiceFinding explain(ServiceFinding pool, Optional<PoolBound> bound) {
        return bound.map(b -> pool.explainedBy(b.cause, b.shown)).orElse(pool);
    }

    /// The most uses per second that the size of a pool allows; empty where that is not known, or
    /// not the bound.
    static OptionalDouble mostPerSecond(
            PoolReading reading, Optional<PoolBound> bound, Evidence evidence) {
        return bound.isPresent() ? OptionalDouble.empty() : evidence.mostPerSecond(reading);
    }

    /// `; a use takes 200 ms on average, so 10 allow 50 per second at most (Little's law)`, without
    /// the second part where something else bounds the pool; empty where the time is not known.
    ///
    /// @param use in words
    static String ceiling(
            String use, PoolReading reading, Optional<PoolBound> bound, Evidence evidence) {
        var hold = reading.holdSeconds();
        if (hold.isEmpty()) {
            return "";
        }
        var most = mostPerSecond(reading, bound, evidence);
        return "; %s takes %s on average%s"
                .formatted(
                        use,
                        seconds(hold.getAsDouble()),
                        most.isEmpty()
                                ? ""
                                : ", so %,d %s %s per second at most (Little's law)"
                                        .formatted(
                                                reading.last().capacity(),
                                                reading.last().capacity() == 1 ? "allows" : "allow",
                                                perSecond(most.getAsDouble())));
    }
}
