package dev.loombench.diagnose.rule.pool;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.WebServer;
import dev.loombench.analysis.concurrency.WebServer.Trait;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.lock.ResultWaits;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.ThreadNumber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Pools of platform threads of a web server that have no free thread at most moments, while
/// requests wait: unread in their connections, or read by a server that then waits for no other of
/// the connection. It needs no limit of the pool: one that could grow would. Where a management
/// bean shows the limit, the pool must have reached it. Where nothing shows what waits, as in
/// thread dumps, it is a pool with all threads that it may have, and none free.
public final class WebPoolExhausted {
    static final Rule RULE =
            new Rule(
                    PoolExhausted.ID,
                    PoolExhausted.FOUND,
                    "of a web server whose bean shows no queue, or without a bean: printed threads; unread connections (`/proc/PID/net/tcp`), and connections that are not polled (`epoll`)",
                    "no thread of the pool is free while requests are unread in their connections, or have been read (Undertow), at three of four moments; where a bean shows the limit, it is reached. Where neither connections nor a bean are known, as in thread dumps: none is free at any moment, and they are as many as the configuration allows, or else the server's default",
                    "warning; critical where as many wait as the pool has",
                    "[threads and locks](#threads-and-locks)",
                    Figures.class);

    private WebPoolExhausted() {}

    /// @param waiting requests, most of the moments
    /// @param moments at which no thread was free
    record Figures(int threads, long waiting, int moments) {}

    /// @param moments at all of which no thread was free
    record AtLimit(int threads, int moments) {}

    /// A pool without a free thread at one moment.
    ///
    /// @param waiting requests, at least one
    private record Full(PlatformPool pool, WebServer server, long waiting) {}

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return Stream.concat(withRequests(evidence), atLimit(evidence));
    }

    private static Stream<ServiceFinding> withRequests(Evidence evidence) {
        var published = evidence.pools().readings();
        double left = GarbageCollections.left(evidence);
        return evidence.printed().value().stream()
                .flatMap(history ->
                        lasting(history)
                                .filter(full -> mayShow(full, published))
                                .map(full -> {
                                    var bound =
                                            PoolBound.of(
                                                    full.getLast().pool().busyThreads(), evidence);
                                    int all = history.moments().size();
                                    var finding = finding(full, all, left, bound, evidence);
                                    return PoolBound.explain(
                                            compute(full.getLast().pool(), evidence)
                                                    ? finding
                                                    : withSetting(finding, full, evidence),
                                            bound);
                                }));
    }

    /// Pools with all their threads and no free one, where nothing shows what waits for them.
    private static Stream<ServiceFinding> atLimit(Evidence evidence) {
        return evidence.printed().value().stream()
                .filter(history ->
                        history.moments().stream()
                                .allMatch(moment -> moment.connections().isEmpty()))
                .flatMap(history ->
                        PlatformPool.of(history.last()).stream()
                                .filter(pool -> isUnpublished(pool, evidence))
                                .flatMap(pool ->
                                        library(pool)
                                                .filter(l -> isAtLimit(pool, l, history, evidence))
                                                .map(l -> atLimit(pool, l, history, evidence))
                                                .stream()));
    }

    private static boolean isUnpublished(PlatformPool pool, Evidence evidence) {
        return evidence.pools().readings().stream()
                .noneMatch(bean -> isOf(bean, pool.name()) || bean.publishes(pool));
    }

    private static Optional<PoolLibrary> library(PlatformPool pool) {
        return pool.server().flatMap(server -> PoolLibrary.named(server.name()));
    }

    private static boolean isAtLimit(
            PlatformPool pool, PoolLibrary library, ThreadHistory history, Evidence evidence) {
        var configured = evidence.application().configured().capacity(library);
        if (configured.isEmpty() && library.perIoThread()) {
            return false;
        }
        long limit = configured.orElse(library.defaultCapacity());
        return history.moments().stream()
                .allMatch(moment ->
                        PlatformPool.of(moment).stream()
                                .anyMatch(other ->
                                        other.name().equals(pool.name())
                                                && other.size() + acceptors(other, moment) == limit
                                                && other.isFull()));
    }

    /// Threads of the pool that accept connections, whose names Jetty extends.
    private static long acceptors(PlatformPool pool, ThreadMoment moment) {
        return moment.threads().stream()
                .filter(thread -> thread.name().startsWith(pool.name() + "-"))
                .filter(thread ->
                        WebServer.ofListener(thread.name())
                                .filter(server -> pool.server().filter(server::equals).isPresent())
                                .isPresent())
                .count();
    }

    private static ServiceFinding atLimit(
            PlatformPool pool, PoolLibrary library, ThreadHistory history, Evidence evidence) {
        boolean configured = evidence.application().configured().capacity(library).isPresent();
        int moments = history.moments().size();
        long acceptors = acceptors(pool, history.last());
        var finding =
                ServiceFinding.of(
                                RULE,
                                Severity.WARNING,
                                Confidence.LOW,
                                new FindingText(
                                        "pool %s of %s has no free thread: %s are in calls%s, %s"
                                                .formatted(
                                                        pool.name(),
                                                        library.name(),
                                                        counted(pool.size(), "thread"),
                                                        acceptors == 0
                                                                ? ""
                                                                : " beside %d that accept connections"
                                                                        .formatted(acceptors),
                                                        configured
                                                                ? "as many as its configuration allows"
                                                                : "as many as the server allows where nothing sets "
                                                                        + library.setting()),
                                        "requests wait until one of these calls ends",
                                        remedy(pool, pool.server().orElseThrow(), evidence)),
                                List.of(
                                        "no thread was free at %s; what waits is not known"
                                                .formatted(
                                                        moments == 1
                                                                ? "the only moment"
                                                                : "all %d moments"
                                                                        .formatted(moments))),
                                0,
                                new AtLimit(pool.size(), moments))
                        .withFrames(
                                AppCalls.mostFrequent(
                                        pool.threads().stream().map(LiveThread::frames).toList()));
        return PoolBound.explain(
                PoolSize.withSetting(finding, library, pool.size(), 0, evidence),
                PoolBound.of(pool.busyThreads(), evidence));
    }

    /// Whether the threads of an executor are those of a pool that is found here, which would be
    /// told twice.
    static boolean names(String executor, Evidence evidence) {
        var published = evidence.pools().readings();
        return evidence.printed().value().stream()
                .flatMap(WebPoolExhausted::lasting)
                .filter(full -> mayShow(full, published))
                .anyMatch(full -> isExecutor(executor, full.getLast().pool()));
    }

    private static boolean isExecutor(String name, PlatformPool pool) {
        return ThreadNumber.isOf(name, pool.threads().getFirst().name());
    }

    /// Whether a bean shows less of a pool than its threads do: it shows no queue, and they are
    /// found here.
    static boolean showsMoreThan(PoolReading bean, Evidence evidence) {
        return bean.last().waiting().isEmpty()
                && evidence.printed().value().stream()
                        .flatMap(WebPoolExhausted::lasting)
                        .anyMatch(full -> isOf(bean, full.getLast().pool().name()));
    }

    /// The pools that are full at most moments.
    private static Stream<List<Full>> lasting(ThreadHistory history) {
        var pools = new LinkedHashMap<String, List<Full>>();
        history.moments().stream()
                .flatMap(WebPoolExhausted::full)
                .forEach(full ->
                        pools.computeIfAbsent(full.pool().name(), _ -> new ArrayList<>())
                                .add(full));
        return pools.values().stream().filter(full -> history.isLasting(full.size()));
    }

    /// A bean that shows a queue, or a pool that may grow, knows more than the threads.
    private static boolean mayShow(List<Full> full, List<PoolReading> published) {
        return of(full.getLast(), published)
                .allMatch(bean ->
                        bean.last().waiting().isEmpty()
                                && bean.exhaustedShare() >= PoolExhausted.EXHAUSTED_SHARE);
    }

    /// The beans of a pool: by its name, else those of its server by what they have in use, as that
    /// of a shared executor of Tomcat. Another connector may have as much in use.
    private static Stream<PoolReading> of(Full full, List<PoolReading> published) {
        var named = published.stream().filter(bean -> isOf(bean, full.pool().name())).toList();
        return named.isEmpty()
                ? published.stream()
                        .filter(bean -> bean.last().library().startsWith(full.server().name()))
                        .filter(bean -> bean.publishes(full.pool()))
                : named.stream();
    }

    /// A bean has the pool's name without that of its threads.
    private static boolean isOf(PoolReading published, String threads) {
        return threads.startsWith(published.last().name());
    }

    private static Stream<Full> full(ThreadMoment moment) {
        return PlatformPool.of(moment).stream()
                .filter(pool -> pool.isFull() || pool.hasReservedOnly())
                .flatMap(pool -> full(pool, moment).stream());
    }

    private static Optional<Full> full(PlatformPool pool, ThreadMoment moment) {
        long waiting = moment.waitingFor(pool).orElse(0);
        return waiting < 1
                ? Optional.empty()
                : pool.server().map(server -> new Full(pool, server, waiting));
    }

    /// The size of the pool is what is configured, else its number of threads, which did not grow
    /// while requests waited.
    private static ServiceFinding withSetting(
            ServiceFinding finding, List<Full> moments, Evidence evidence) {
        var last = moments.getLast();
        return PoolLibrary.named(last.server().name())
                .map(library ->
                        PoolSize.withSetting(
                                finding,
                                library,
                                evidence.application()
                                        .configured()
                                        .capacity(library)
                                        .orElse(last.pool().size()),
                                moments.stream().mapToLong(Full::waiting).max().orElse(0),
                                evidence))
                .orElse(finding);
    }

    /// @param left share of the time that collections leave
    private static ServiceFinding finding(
            List<Full> moments,
            int all,
            double left,
            Optional<PoolBound> bound,
            Evidence evidence) {
        var last = moments.getLast();
        int threads = last.pool().size();
        long waiting = moments.stream().mapToLong(Full::waiting).max().orElse(0);
        var stacks =
                last.pool().threads().stream()
                        .filter(LiveThread::isBusy)
                        .map(LiveThread::frames)
                        .toList();
        return ServiceFinding.of(
                        RULE,
                        waiting >= threads ? Severity.CRITICAL : Severity.WARNING,
                        Confidence.HIGH,
                        new FindingText(
                                "pool %s of %s is exhausted: none of %s is free%s, and up to %s"
                                        .formatted(
                                                last.pool().name(),
                                                last.server().name(),
                                                counted(threads, "thread"),
                                                last.pool().hasReservedOnly()
                                                        ? " but reserved ones"
                                                        : "",
                                                waits(waiting)),
                                PoolExhausted.IMPACT,
                                remedy(last.pool(), last.server(), evidence)),
                        lines(moments, all, bound, evidence),
                        left * waiting / (waiting + threads),
                        new Figures(threads, waiting, moments.size()))
                .withFrames(AppCalls.mostFrequent(stacks));
    }

    private static List<String> lines(
            List<Full> moments, int all, Optional<PoolBound> bound, Evidence evidence) {
        var last = moments.getLast();
        var lines = new ArrayList<String>();
        lines.add(
                "no thread was free at %d of %s, and requests %s%s"
                        .formatted(
                                moments.size(),
                                counted(all, "moment"),
                                last.server().has(Trait.READS_AHEAD)
                                        ? "had been read from more connections"
                                        : "in connections were unread",
                                ceiling(last.pool(), bound, evidence)));
        ResultWaits.describe(last.pool().threads()).ifPresent(lines::add);
        if (last.pool().hasReservedOnly()) {
            lines.add("threads that it has reserved are free, and take nothing from its queue");
        }
        return lines;
    }

    /// What the pool allows, where it is an executor whose tasks are counted.
    private static String ceiling(PlatformPool pool, Optional<PoolBound> bound, Evidence evidence) {
        return evidence.pools().unpublished().stream()
                .filter(executor -> isExecutor(executor.last().name(), pool))
                .findFirst()
                .map(executor -> PoolBound.ceiling("a task", executor, bound, evidence))
                .orElse("");
    }

    private static String waits(long requests) {
        return counted(requests, "request") + (requests == 1 ? " waits" : " wait");
    }

    private static boolean compute(PlatformPool pool, Evidence evidence) {
        return ComputingThreads.areMostOf(pool.busyThreads(), evidence);
    }

    private static String remedy(PlatformPool pool, WebServer server, Evidence evidence) {
        if (compute(pool, evidence)) {
            return ComputingThreads.REMEDY;
        }
        var setting =
                PoolLibrary.named(server.name())
                        .map(library ->
                                library.setting()
                                        + PoolSize.property(library, evidence)
                                                .map(property -> " (" + property + ")")
                                                .orElse(""))
                        .orElse("the size of the pool");
        return "shorten the calls below, raise %s where what they wait for allows more, or serve requests on virtual threads"
                .formatted(setting);
    }
}
