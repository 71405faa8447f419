package dev.loombench.diagnose.rule;

import static dev.loombench.diagnose.rule.Figures.counted;
import static dev.loombench.diagnose.rule.Figures.perSecond;
import static dev.loombench.diagnose.rule.Figures.percent;
import static dev.loombench.diagnose.rule.Figures.seconds;

import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.rule.Finding.Text;
import java.util.List;
import java.util.stream.Stream;

/// Pools of connections or threads with nothing left.
final class PoolExhausted {
    static final String ID = "pool-exhausted";

    /// The least share of the readings: a burst is shorter.
    static final double EXHAUSTED_SHARE = 0.75;

    private PoolExhausted() {}

    static Stream<Finding> in(Evidence evidence) {
        return evidence.pools().value().stream()
                .flatMap(List::stream)
                .filter(pool -> pool.exhaustedShare() >= EXHAUSTED_SHARE)
                .map(PoolExhausted::finding);
    }

    private static Finding finding(PoolReading reading) {
        var pool = reading.last();
        long waiting = reading.mostWaiting();
        boolean critical = waiting >= pool.capacity();
        return Finding.of(
                ID,
                critical ? Severity.CRITICAL : Severity.WARNING,
                pool.waiting().isPresent() ? Confidence.HIGH : Confidence.MEDIUM,
                new Text(
                        "pool %s of %s is exhausted: all %,d are in use%s"
                                .formatted(
                                        pool.name(),
                                        pool.library(),
                                        pool.capacity(),
                                        pool.waiting().isPresent()
                                                ? ", and up to %s".formatted(requestsWait(waiting))
                                                : ""),
                        "requests wait there instead of being served",
                        "hold a connection or thread for a shorter time, or raise %s where the backend allows more"
                                .formatted(setting(pool.library()))),
                evidence(reading),
                (double) waiting / (waiting + pool.capacity()));
    }

    private static List<String> evidence(PoolReading reading) {
        var exhausted =
                "exhausted in %s of %s"
                        .formatted(
                                percent(reading.exhaustedShare()),
                                counted(reading.readings().size(), "reading"));
        var hold = reading.holdSeconds();
        return hold.isEmpty()
                ? List.of(exhausted)
                : List.of(
                        "%s; a use takes %s on average, so %,d allow %s per second at most (Little's law)"
                                .formatted(
                                        exhausted,
                                        seconds(hold.getAsDouble()),
                                        reading.last().capacity(),
                                        perSecond(reading.mostPerSecond().orElse(0))));
    }

    private static String requestsWait(long waiting) {
        return counted(waiting, "request") + (waiting == 1 ? " waits" : " wait");
    }

    private static String setting(String library) {
        return PoolLibrary.ALL.stream()
                .filter(l -> l.name().equals(library))
                .map(PoolLibrary::setting)
                .findFirst()
                .orElse("its size");
    }
}
