package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.finding.Amounts.perSecond;
import static dev.loombench.diagnose.finding.Amounts.seconds;

import dev.loombench.analysis.concurrency.WebServer;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PoolReading;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiPredicate;
import java.util.stream.DoubleStream;

/// How long a lock that bounds the throughput is held at a time, and what it allows.
///
/// By the utilization law `S = U / X`: it is held for a share U of the time, and taken X times per
/// second. Three threads or more wait with a probability of `U^4` (M/M/1), so `U = p^(1/4)`, where
/// they did so at a share p of the moments. The JVM does not count X. Where a management bean
/// counts the requests or tasks of the waiting threads, X is their number, if each takes the lock
/// once.
final class LockHold {
    /// The longest time between two moments that form a pair.
    private static final double PAIR_SECONDS = 1;

    private LockHold() {}

    /// @param queues for one lock, in order of time
    /// @param moments all at which threads were printed
    static String of(List<LockQueue> queues, int moments, Evidence evidence) {
        double held = Math.pow((double) queues.size() / moments, 0.25);
        var rate = rate(queues.getLast(), evidence);
        return rate.isPresent() ? known(held, rate.getAsDouble(), queues) : unknown(queues);
    }

    private static String known(double held, double rate, List<LockQueue> queues) {
        return "%s requests or tasks per second end; if each takes the lock once, it is held for %s at a time within %s, and allows %s per second at most"
                .formatted(
                        perSecond(rate),
                        seconds(held / rate),
                        queues.getLast().place(),
                        perSecond(rate / held));
    }

    private static String unknown(List<LockQueue> queues) {
        return "how long it is held at a time is not known, as no management bean counts the requests or tasks of these threads"
                + ownerChanges(queues);
    }

    /// What each of the waiting threads does, per second: tasks of their pool, else requests of the
    /// web server that they serve. Empty where it is unknown or 0.
    private static OptionalDouble rate(LockQueue queue, Evidence evidence) {
        return DoubleStream.concat(
                        rates(queue, evidence, LockHold::isOf),
                        rates(queue, evidence, LockHold::serves))
                .filter(perSecond -> perSecond > 0)
                .findFirst();
    }

    /// @param counts whether a bean counts what a thread does
    private static DoubleStream rates(
            LockQueue queue, Evidence evidence, BiPredicate<PoolReading, LiveThread> counts) {
        return evidence.pools().all().stream()
                .filter(pool ->
                        queue.threads().stream().allMatch(thread -> counts.test(pool, thread)))
                .flatMapToDouble(pool -> pool.perSecond().stream());
    }

    /// A bean has the pool's name without that of its threads.
    private static boolean isOf(PoolReading pool, LiveThread thread) {
        return thread.name().startsWith(pool.last().name());
    }

    private static boolean serves(PoolReading pool, LiveThread thread) {
        var server = pool.last().library();
        return thread.served().map(WebServer::name).filter(server::equals).isPresent();
    }

    /// How often another thread held it at the second moment of a pair; empty without pairs whose
    /// owners are known.
    private static String ownerChanges(List<LockQueue> queues) {
        int pairs = 0;
        int changes = 0;
        double gap = 0;
        for (int i = 1; i < queues.size(); i++) {
            var before = queues.get(i - 1);
            var after = queues.get(i);
            double apart = (after.nanos() - before.nanos()) / 1e9;
            if (apart > 0
                    && apart <= PAIR_SECONDS
                    && before.owner().isPresent()
                    && after.owner().isPresent()) {
                pairs++;
                gap = Math.max(gap, apart);
                changes += before.owner().get().number() == after.owner().get().number() ? 0 : 1;
            }
        }
        return pairs == 0
                ? ""
                : "; %s later another thread held it at %d of %d pairs of moments"
                        .formatted(seconds(gap), changes, pairs);
    }
}
