package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.finding.Amounts.percent;
import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.PoolLibrary.Kind;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.Pool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Pools of connections that open none although requests wait for one: the backend does not accept
/// them, or takes long to. A larger pool would not help.
final class UnopenedConnections {
    /// The most connections in use, as a share of those that the pool may have: a full pool is read
    /// with one or two just returned.
    private static final double IN_USE = 0.5;

    static final Rule RULE =
            new Rule(
                    PoolExhausted.ID,
                    PoolExhausted.FOUND,
                    "management beans of pools of connections that show what waits",
                    "requests wait while %s of the connections or fewer are in use, in %s of the readings: the pool opens none, or slowly"
                            .formatted(percent(IN_USE), percent(PoolExhausted.EXHAUSTED_SHARE)),
                    "warning; critical where as many wait as the pool has",
                    "",
                    PoolExhausted.Figures.class);

    static final String REMEDY =
            "look why the pool opens no connection: its log, whether the backend runs and how many"
                    + " connections it allows, and a time limit to connect";

    /// Library -> the call in which a thread of its pool opens a connection, or waits to try again.
    private static final Map<String, String> OPENERS =
            Map.of(
                    "HikariCP", "com.zaxxer.hikari.pool.HikariPool$PoolEntryCreator.call(",
                    "Agroal", "io.agroal.pool.ConnectionPool$CreateConnectionTask.call(");

    private UnopenedConnections() {}

    static Stream<ServiceFinding> in(Evidence evidence) {
        return evidence.pools().readings().stream()
                .filter(pool ->
                        PoolLibrary.named(pool.last().library())
                                .filter(library -> library.kind() == Kind.CONNECTIONS)
                                .isPresent())
                .filter(pool -> share(pool) >= PoolExhausted.EXHAUSTED_SHARE)
                .map(pool -> finding(pool, evidence));
    }

    private static double share(PoolReading pool) {
        return (double) pool.readings().stream().filter(UnopenedConnections::opensNone).count()
                / pool.readings().size();
    }

    private static boolean opensNone(Pool pool) {
        return pool.waiting().orElse(0) > 0
                && pool.inUse().orElse(pool.capacity()) <= IN_USE * pool.capacity();
    }

    private static ServiceFinding finding(PoolReading reading, Evidence evidence) {
        var pool = reading.last();
        long waiting = reading.mostWaiting();
        var first =
                "in %s of %s"
                        .formatted(
                                percent(share(reading)),
                                counted(reading.readings().size(), "reading"));
        return ServiceFinding.of(
                RULE,
                waiting >= pool.capacity() ? Severity.CRITICAL : Severity.WARNING,
                Confidence.MEDIUM,
                new FindingText(
                        "pool %s of %s opens no connection: %,d of %,d are in use, while up to %s for one"
                                .formatted(
                                        pool.name(),
                                        pool.library(),
                                        pool.inUse().orElse(0),
                                        pool.capacity(),
                                        waits(waiting)),
                        PoolExhausted.IMPACT,
                        REMEDY),
                List.of(
                        opener(pool.library(), evidence)
                                .map(words -> first + "; " + words)
                                .orElse(first)),
                (double) waiting / (waiting + pool.capacity()),
                new PoolExhausted.Figures(
                        pool.capacity(),
                        waiting,
                        reading.exhaustedShare(),
                        reading.holdSeconds(),
                        reading.mostPerSecond()));
    }

    private static String waits(long requests) {
        return counted(requests, "request") + (requests == 1 ? " waits" : " wait");
    }

    /// `thread "HikariPool-1:connection-adder" tries to open one at most moments`; empty where none
    /// is known to.
    static Optional<String> opener(String library, Evidence evidence) {
        return evidence.printed().value().stream()
                .flatMap(history ->
                        history.last().threads().stream()
                                .filter(thread -> opens(thread, library))
                                .filter(thread ->
                                        history.isLasting(
                                                history.momentsOf(thread)
                                                        .filter(t -> opens(t, library))
                                                        .count())))
                .findFirst()
                .map(thread ->
                        "thread %s tries to open one at most moments".formatted(thread.label()));
    }

    private static boolean opens(LiveThread thread, String library) {
        var opener = OPENERS.get(library);
        return opener != null
                && thread.frames().stream().anyMatch(frame -> frame.startsWith(opener));
    }
}
