package dev.loombench.diagnose.evidence;

import dev.loombench.analysis.concurrency.Permits;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.concurrency.WebServer;
import dev.loombench.analysis.concurrency.WebServer.Trait;
import dev.loombench.observe.result.ThreadNumber;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Platform threads at one moment whose names differ only in a number at their ends, as the threads
/// of a pool do.
///
/// @param name as in `http-nio-8080-exec`
/// @param threads at least one
/// @param whole whether there are no others, as far as is known
public record PlatformPool(String name, List<LiveThread> threads, boolean whole) {
    private static final Pattern NUMBERED =
            Pattern.compile("(.+?)(?:" + ThreadNumber.REGEX + "|\\(\\d+\\))");

    /// What the JDK calls a thread without a name.
    private static final String UNNAMED = "Thread";

    /// Calls in which a worker of an executor of the JDK takes and runs tasks. Others have classes
    /// of the same names.
    private static final List<String> OF_JDK =
            List.of(
                    "java.util.concurrent.ThreadPoolExecutor.runWorker(",
                    "java.util.concurrent.ForkJoinPool.runWorker(");

    /// The threads of Kotlin's dispatchers, and how many of them `Dispatchers.IO` has where nothing
    /// sets it. Others are there for `Dispatchers.Default`, which may be free.
    private static final String KOTLIN = "DefaultDispatcher-worker";

    private static final int KOTLIN_IO = 64;

    /// Pools of Reactor and RxJava for tasks that wait: each task has a thread of its own, which is
    /// that of a scheduled executor.
    private static final Pattern ELASTIC =
            Pattern.compile("\\w*[eE]lastic|Rx(CachedThread|NewThread|Io)Scheduler");

    /// The least share of its busy threads that is most of them.
    public static final double MOST = 0.75;

    /// What is compared of a pool, read from its stacks once.
    private record Rank(PlatformPool pool, boolean server, int busy) {
        private static final Comparator<Rank> BUSIEST =
                Comparator.comparing(Rank::server)
                        .thenComparingInt(Rank::busy)
                        .thenComparingInt((Rank rank) -> rank.pool.size())
                        .reversed()
                        .thenComparing(rank -> rank.pool.name);

        static Rank of(PlatformPool pool) {
            return new Rank(pool, pool.server().isPresent(), pool.busy());
        }
    }

    public PlatformPool {
        threads = List.copyOf(threads);
    }

    /// The pools of web servers first, then the busiest.
    public static List<PlatformPool> of(ThreadMoment moment) {
        var pools = new LinkedHashMap<String, List<LiveThread>>();
        for (var thread : moment.threads()) {
            var numbered = NUMBERED.matcher(WebServer.withoutRequest(thread.name()));
            if (!thread.virtual() && numbered.matches() && !numbered.group(1).equals(UNNAMED)) {
                pools.computeIfAbsent(numbered.group(1), _ -> new ArrayList<>()).add(thread);
            }
        }
        return pools.entrySet().stream()
                .map(pool -> new PlatformPool(pool.getKey(), pool.getValue(), moment.whole()))
                .map(Rank::of)
                .sorted(Rank.BUSIEST)
                .map(Rank::pool)
                .toList();
    }

    /// The pools, and each other platform thread by itself.
    public static List<PlatformPool> groups(ThreadMoment moment) {
        var groups = new ArrayList<>(of(moment));
        var pooled = new HashSet<LiveThread>();
        groups.forEach(pool -> pooled.addAll(pool.threads()));
        moment.threads().stream()
                .filter(thread -> !thread.virtual() && !pooled.contains(thread))
                .forEach(thread ->
                        groups.add(
                                new PlatformPool(thread.name(), List.of(thread), moment.whole())));
        return groups;
    }

    /// The same, but for the threads that serve a request of a web server and are in no pool, as
    /// one per request: they are one group with the server's name. A thread that also accepts the
    /// connections is by itself.
    public static List<PlatformPool> requestGroups(ThreadMoment moment) {
        var groups = new ArrayList<PlatformPool>();
        var single = new TreeMap<String, List<LiveThread>>();
        for (var group : groups(moment)) {
            var served = group.threads().getFirst().served();
            if (served.isEmpty() || group.hasNumbers() || WebServer.isEventThread(group.name())) {
                groups.add(group);
            } else {
                single.computeIfAbsent(served.get().name(), _ -> new ArrayList<>())
                        .addAll(group.threads());
            }
        }
        single.forEach(
                (server, threads) -> groups.add(new PlatformPool(server, threads, moment.whole())));
        return groups;
    }

    /// Whether it is a pool by the name of its threads.
    private boolean hasNumbers() {
        return !name.equals(threads.getFirst().name());
    }

    /// Whether its threads serve a request of a web server each, and are in no pool.
    public boolean isPerRequest() {
        return server().map(WebServer::name).filter(name::equals).isPresent();
    }

    public int size() {
        return threads.size();
    }

    public int busy() {
        return busyThreads().size();
    }

    /// The threads that run or wait within work.
    public List<LiveThread> busyThreads() {
        return threads.stream().filter(LiveThread::isBusy).toList();
    }

    /// Whether most of its busy threads await one lock or hold it, or await a connection of a pool,
    /// or permits.
    boolean isBoundElsewhere() {
        var busy = busyThreads();
        long connections = busy.stream().filter(PlatformPool::awaitsConnection).count();
        long permits = busy.stream().filter(t -> Permits.isAwaited(t.frames())).count();
        return (connections > 0 && isMost(connections, busy))
                || (permits > 0 && isMost(permits, busy))
                || busy.stream()
                        .flatMap(thread -> thread.stack().awaited().stream())
                        .distinct()
                        .mapToLong(lock -> busy.stream().filter(t -> t.awaitsOrHolds(lock)).count())
                        .anyMatch(count -> isMost(count, busy));
    }

    /// Whether most of some threads are among others.
    public static boolean areMostAmong(
            Collection<LiveThread> threads, Collection<LiveThread> others) {
        var numbers = others.stream().map(LiveThread::number).collect(Collectors.toSet());
        long here = threads.stream().filter(t -> numbers.contains(t.number())).count();
        return here > 0 && here >= MOST * threads.size();
    }

    /// The same at half of some moments or more: at one moment they may be by chance.
    ///
    /// @param moments others at each of them
    public static boolean areMostOften(
            Collection<LiveThread> threads, Stream<List<LiveThread>> moments) {
        var among = moments.map(others -> areMostAmong(threads, others)).toList();
        return 2 * Collections.frequency(among, true) >= among.size();
    }

    /// What is found of the first lasting queue that holds most of some printed threads, as by
    /// [#areMostOften].
    ///
    /// @param lasting queues of a history, each at its moments
    /// @param waiting threads of a queue at one moment
    public static <Q, F> Optional<F> ofMost(
            Collection<LiveThread> threads,
            Evidence evidence,
            Function<ThreadHistory, Stream<List<Q>>> lasting,
            Function<Q, List<LiveThread>> waiting,
            BiFunction<List<Q>, ThreadHistory, F> finding) {
        return evidence.printed().value().stream()
                .flatMap(history ->
                        lasting.apply(history)
                                .filter(all -> areMostOften(threads, all.stream().map(waiting)))
                                .map(all -> finding.apply(all, history)))
                .findFirst();
    }

    private static boolean awaitsConnection(LiveThread thread) {
        return RequestWaits.pool(thread.frames()).isPresent();
    }

    private static boolean isMost(long count, List<LiveThread> threads) {
        return count >= MOST * threads.size();
    }

    /// Whether its threads are those of a pool by what they run, and not by their names alone.
    public boolean isPool() {
        return server().isPresent()
                || WebServer.isEventThread(threads.getFirst().name())
                || threads.stream()
                        .map(LiveThread::frames)
                        .anyMatch(f -> StackFrames.isOfPool(f) || EventLoop.runs(f));
    }

    /// Whether no task waits for one that another of its threads executes.
    public boolean isElastic() {
        return ELASTIC.matcher(name).matches();
    }

    public boolean isExecutor() {
        return threads.stream().allMatch(t -> StackFrames.isOfExecutor(t.frames()));
    }

    /// Whether its threads are those of an executor of the JDK, which the agent reads, and to which
    /// the application can submit tasks.
    public boolean isOfJdk() {
        return threads.stream()
                .flatMap(thread -> thread.frames().stream())
                .anyMatch(frame -> OF_JDK.stream().anyMatch(frame::startsWith));
    }

    /// Whether it has work and no thread for more, which is not known where there may be others. A
    /// thread that waits for an event is free in an event loop; one of Jetty's pool is a selector.
    public boolean isFull() {
        return lacksFree(threads);
    }

    /// Whether it has work, and no free threads but reserved ones: they take no task of its queue.
    public boolean hasReservedOnly() {
        var others = threads.stream().filter(thread -> !thread.isReserved()).toList();
        return others.size() < threads.size() && lacksFree(others);
    }

    private boolean lacksFree(List<LiveThread> some) {
        boolean loops = server().filter(server -> server.has(Trait.EVENT_LOOPS)).isPresent();
        return whole
                && busy() > 0
                && some.stream().noneMatch(t -> t.isFree() || (loops && t.awaitsEvent()));
    }

    /// Whether it has as many busy threads as a part of it may have, whatever the others do.
    boolean isAtLimit() {
        return name.equals(KOTLIN) && busy() >= KOTLIN_IO;
    }

    /// What its busy threads are, in words, and what would show the tasks that wait for one.
    String describeBusy() {
        return isAtLimit()
                ? "%,d of its %,d threads were busy at all moments, and Dispatchers.IO has %d unless kotlinx.coroutines.io.parallelism sets more; nothing shows what waits"
                        .formatted(busy(), size(), KOTLIN_IO)
                : "its %,d threads were busy at all moments; a management bean with ActiveCount, MaximumPoolSize and QueueSize shows what waits"
                        .formatted(size());
    }

    /// The web server whose requests it serves, by its name or by a request.
    public Optional<WebServer> server() {
        return WebServer.ofWorker(threads.getFirst().name())
                .or(() -> threads.stream().flatMap(t -> t.served().stream()).findFirst());
    }
}
