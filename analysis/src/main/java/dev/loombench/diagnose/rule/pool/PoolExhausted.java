package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.finding.Amounts.percent;
import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.PoolLibrary.Kind;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.Pool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Pools of connections or threads with nothing left: by their management beans, or by the threads
/// that wait for a connection of a pool that publishes none, in the list of threads or at most of
/// the moments at which they are printed. [WebPoolExhausted] has threads of web servers.
public final class PoolExhausted {
    public static final String ID = "pool-exhausted";

    /// The least share of the readings: a burst is shorter.
    static final double EXHAUSTED_SHARE = 0.75;

    static final String IMPACT = "requests wait there instead of being served";

    /// Fewer threads wait at moments of any load.
    static final int QUEUE = 10;

    private static final String R2DBC = "R2DBC";

    static final String FOUND =
            "all threads or connections of a pool are in use, or it opens none, while requests wait";

    static final Rule RULE =
            new Rule(
                    ID,
                    FOUND,
                    "management beans of HikariCP, Tomcat JDBC, Oracle UCP, R2DBC, c3p0, Druid, Commons DBCP and Pool (Jedis, Lettuce), Tomcat, Jetty, Undertow, executors",
                    "all in use while requests wait, in %s of the readings; critical where as many wait as the pool has; a note as of executors without a bean. Connections were not returned, or those that wait hold one already, where no other thread is at work at any moment. For a pool that no bean shows: %d listed threads in one call that wait for a connection of HikariCP, Tomcat JDBC, Commons DBCP or Pool, Jedis, Lettuce, Agroal, c3p0, Druid, Vibur, IronJacamar (WildFly), Open Liberty, GlassFish (Payara), WebLogic, MongoDB's driver, Apache HttpClient or the JDK's LDAP, or 3 printed ones at three of four moments"
                            .formatted(percent(EXHAUSTED_SHARE), QUEUE),
                    "warning",
                    "[the beans](../method/bounds.md#why-throughput-is-no-higher)",
                    Figures.class);

    private PoolExhausted() {}

    /// @param exhaustedShare of the readings
    /// @param holdSeconds mean time of a use, and `limitPerSecond` that follows from it
    record Figures(
            long capacity,
            long waiting,
            double exhaustedShare,
            OptionalDouble holdSeconds,
            OptionalDouble limitPerSecond) {}

    /// @param waiting threads
    record Waiting(int waiting) {}

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return Stream.of(
                        byBeans(evidence),
                        UnopenedConnections.in(evidence),
                        byThreads(evidence).values().stream())
                .flatMap(findings -> findings);
    }

    private static Stream<ServiceFinding> byBeans(Evidence evidence) {
        return exhausted(evidence)
                .filter(pool -> !WebPoolExhausted.showsMoreThan(pool, evidence))
                .map(pool -> byBean(pool, evidence));
    }

    private static ServiceFinding byBean(PoolReading pool, Evidence evidence) {
        var holders = holders(pool, evidence);
        var bound =
                holders.isPresent()
                        ? holders.get().bound(evidence)
                        : PoolBound.of(busy(pool, evidence), evidence);
        return PoolBound.explain(finding(pool, bound, evidence), bound);
    }

    /// Of a pool of connections.
    private static Optional<ConnectionHolders> holders(PoolReading pool, Evidence evidence) {
        var capacity = OptionalLong.of(pool.last().capacity());
        return connections(pool).map(library -> ConnectionHolders.of(library, capacity, evidence));
    }

    private static Stream<PoolReading> exhausted(Evidence evidence) {
        return evidence.pools().readings().stream()
                .filter(pool -> pool.exhaustedShare() >= EXHAUSTED_SHARE);
    }

    /// The findings of the pools of connections of a library.
    static Stream<ServiceFinding> ofConnections(PoolLibrary library, Evidence evidence) {
        return Stream.concat(
                exhausted(evidence)
                        .filter(pool -> connections(pool).filter(library::equals).isPresent())
                        .map(pool -> byBean(pool, evidence)),
                byThreads(evidence).entrySet().stream()
                        .filter(found -> found.getKey().equals(library))
                        .map(Map.Entry::getValue));
    }

    private static Map<PoolLibrary, ServiceFinding> byThreads(Evidence evidence) {
        var found = new LinkedHashMap<PoolLibrary, ServiceFinding>();
        var listed = evidence.threads().value().map(ConnectionWaits::of).orElse(Map.of());
        listed.forEach((library, wait) -> {
            // The list is of another moment than the readings of a published pool.
            if (wait.count() >= QUEUE && published(library, evidence).findAny().isEmpty()) {
                found.put(library, finding(wait, library, evidence, "at one moment"));
            }
        });
        evidence.printed()
                .value()
                .ifPresent(history ->
                        ConnectionWaits.lasting(history)
                                .forEach((library, waits) ->
                                        found.putIfAbsent(
                                                library,
                                                finding(library, waits, history, evidence))));
        found.keySet()
                .removeIf(library -> published(library, evidence).anyMatch(PoolReading::wasFull));
        return found;
    }

    private static Stream<PoolReading> published(PoolLibrary library, Evidence evidence) {
        return evidence.pools().readings().stream()
                .filter(pool -> pool.last().library().equals(library.name()));
    }

    private static ServiceFinding finding(
            PoolLibrary library,
            List<WaitLocation> waits,
            ThreadHistory history,
            Evidence evidence) {
        return finding(
                waits.getLast(),
                library,
                evidence,
                "at one moment, and %d or more at %d of %s"
                        .formatted(
                                history.fewestWaiting(),
                                waits.size(),
                                counted(history.moments().size(), "moment")));
    }

    /// @param when in words
    private static ServiceFinding finding(
            WaitLocation location, PoolLibrary library, Evidence evidence, String when) {
        int waiting = location.count();
        var users = PoolUsers.of(library, evidence);
        var calls = users.calls();
        var free = published(library, evidence).map(pool -> pool.last().name()).toList();
        var capacity =
                free.isEmpty()
                        ? evidence.application().configured().capacity(library)
                        : OptionalLong.empty();
        var holders = ConnectionHolders.of(library, capacity, evidence);
        boolean leaked = LeakedConnections.seem(library, evidence);
        var opener = UnopenedConnections.opener(library.name(), evidence);
        var finding =
                ServiceFinding.of(
                                RULE,
                                Severity.WARNING,
                                Confidence.MEDIUM,
                                new FindingText(
                                        "%s wait for a connection of %s%s"
                                                .formatted(
                                                        counted(waiting, "thread"),
                                                        library.name(),
                                                        free.isEmpty()
                                                                ? ""
                                                                : ", in a further pool that is not published"),
                                        IMPACT,
                                        (leaked ? LeakedConnections.REMEDY : "")
                                                + opener.map(_ ->
                                                                UnopenedConnections.REMEDY
                                                                        + "; else ")
                                                        .orElse("")
                                                + "hold a connection for a shorter time, or raise %s (%s) where the backend allows more"
                                                        .formatted(
                                                                library.setting(),
                                                                PoolSize.describe(
                                                                        library, capacity,
                                                                        evidence))),
                                lines(
                                        "%s in %s %s"
                                                        .formatted(
                                                                counted(waiting, "thread"),
                                                                location.call(),
                                                                when)
                                                + without(free)
                                                + (leaked ? "; " + LeakedConnections.EVIDENCE : "")
                                                + opener.map("; "::concat).orElse(""),
                                        users.describe().or(holders::describe)),
                                (double) waiting / (waiting + capacity.orElse(QUEUE)),
                                new Waiting(waiting))
                        .withFrames(calls.isEmpty() ? List.of(location.call()) : calls);
        var set =
                capacity.isEmpty()
                        ? finding
                        : PoolSize.withSetting(
                                finding, library, capacity.getAsLong(), waiting, evidence);
        return PoolBound.explain(set, holders.bound(evidence));
    }

    /// @param free names of published pools in which nothing waits
    private static String without(List<String> free) {
        return free.isEmpty()
                ? ""
                : ", while none waits for the published %s %s"
                        .formatted(free.size() == 1 ? "pool" : "pools", String.join(", ", free));
    }

    private static List<String> lines(String first, Optional<String> users) {
        return Stream.concat(Stream.of(first), users.stream()).toList();
    }

    private static ServiceFinding finding(
            PoolReading reading, Optional<PoolBound> bound, Evidence evidence) {
        var pool = reading.last();
        long waiting = reading.mostWaiting();
        var severity = waiting >= pool.capacity() ? Severity.CRITICAL : Severity.WARNING;
        var backlog =
                bound.isPresent() || !reading.isOfExecutor()
                        ? Optional.<QueuedTasks>empty()
                        : QueuedTasks.of(reading, busy(reading, evidence), evidence);
        var library = connections(reading);
        var users = library.map(l -> PoolUsers.of(l, evidence)).orElse(PoolUsers.NONE);
        boolean leaked =
                users.areWaiting()
                        && reading.exhaustedShare() == 1
                        && library.filter(l -> LeakedConnections.seem(l, evidence)).isPresent();
        boolean possible =
                reading.exhaustedShare() == 1
                        && library.filter(l -> LeakedConnections.areUnknown(l, evidence))
                                .isPresent();
        var finding =
                ServiceFinding.of(
                                RULE,
                                backlog.isPresent() ? Severity.NOTE : severity,
                                pool.waiting().isPresent() ? Confidence.HIGH : Confidence.MEDIUM,
                                new FindingText(
                                        "pool %s of %s is exhausted: all %,d are in use%s"
                                                .formatted(
                                                        pool.name(),
                                                        pool.library(),
                                                        pool.capacity(),
                                                        pool.waiting().isPresent()
                                                                ? ", and up to %s"
                                                                        .formatted(
                                                                                requestsWait(
                                                                                        waiting))
                                                                : ""),
                                        backlog.isPresent() ? QueuedTasks.IMPACT : IMPACT,
                                        backlog.isPresent()
                                                ? QueuedTasks.remedy(shorter(pool))
                                                : (leaked ? LeakedConnections.REMEDY : "")
                                                        + shorter(pool)
                                                        + (possible
                                                                ? LeakedConnections.POSSIBLE
                                                                : "")),
                                lines(
                                        shares(reading, bound, evidence)
                                                + (leaked ? "; " + LeakedConnections.EVIDENCE : ""),
                                        users.describe()
                                                .or(() ->
                                                        holders(reading, evidence)
                                                                .flatMap(
                                                                        ConnectionHolders
                                                                                ::describe))),
                                (double) waiting / (waiting + pool.capacity()),
                                new Figures(
                                        pool.capacity(),
                                        waiting,
                                        reading.exhaustedShare(),
                                        reading.holdSeconds(),
                                        PoolBound.mostPerSecond(reading, bound, evidence)))
                        .withFrames(
                                library.isEmpty() ? calls(busy(reading, evidence)) : users.calls());
        return PoolLibrary.named(pool.library())
                .map(l -> PoolSize.withSetting(finding, l, pool.capacity(), waiting, evidence))
                .orElse(finding);
    }

    /// The busy threads of a pool at the last moment; none of a pool of connections.
    private static List<LiveThread> busy(PoolReading reading, Evidence evidence) {
        return evidence.printed().value().stream()
                .flatMap(history -> reading.find(PlatformPool.of(history.last())).stream())
                .flatMap(pool -> pool.busyThreads().stream())
                .toList();
    }

    private static List<String> calls(List<LiveThread> threads) {
        return AppCalls.mostFrequent(threads.stream().map(LiveThread::frames).toList());
    }

    private static String shares(
            PoolReading reading, Optional<PoolBound> bound, Evidence evidence) {
        return "exhausted in %s of %s%s"
                .formatted(
                        percent(reading.exhaustedShare()),
                        counted(reading.readings().size(), "reading"),
                        PoolBound.ceiling(
                                connections(reading).isPresent()
                                        ? "if each request uses it once, a use"
                                        : "a use",
                                reading,
                                bound,
                                evidence));
    }

    /// The library of a pool of connections; empty for another pool.
    private static Optional<PoolLibrary> connections(PoolReading reading) {
        return PoolLibrary.named(reading.last().library())
                .filter(library -> library.kind() == Kind.CONNECTIONS);
    }

    private static String shorter(Pool pool) {
        return "hold a connection or thread for a shorter time, or raise %s where the backend allows more"
                .formatted(setting(pool.library()));
    }

    private static String requestsWait(long waiting) {
        return counted(waiting, "request") + (waiting == 1 ? " waits" : " wait");
    }

    /// Spring Boot refuses its own properties of the pool beside the URL that publishes it.
    private static String setting(String library) {
        return library.equals(R2DBC)
                ? "maxSize in its r2dbc:pool: URL"
                : PoolLibrary.named(library).map(PoolLibrary::setting).orElse("its size");
    }
}
