package dev.loombench.diagnose.evidence;

import dev.loombench.analysis.concurrency.StackFrames;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The threads of a JVM at some moments of the observation. Each thread is found by its number, as
/// dumps may have thousands.
public final class ThreadHistory {
    /// The least share of the moments at which a lasting state is seen: a burst is shorter.
    private static final double LASTING_SHARE = 0.75;

    /// Fewer show no state that lasts.
    public static final int FEWEST_MOMENTS = 3;

    /// The shortest time that shows whether threads make progress: a call may take as long.
    public static final Duration SHORTEST = Duration.ofSeconds(10);

    /// Why not all threads are known.
    public static final String NOT_WHOLE =
            "a thread dump is cut off, or has more threads than are kept; jcmd PID Thread.print prints all";

    private static final int WAITING = 3;
    private static final int WAITING_AT_FEW = 10;

    /// The most CPU time of an idle service, s per s of its observation: timers and housekeeping.
    static final double IDLE_CPU = 0.01;

    /// CPU time within which a thread has not run: the JVM prints it in steps of 0.01 ms, and wakes
    /// a thread for a moment to stop it.
    public static final long STILL_NANOS = 1_000_000;

    /// The least share of a processor of a thread that runs native code and does not wait in it, as
    /// one that compresses.
    private static final double RUNS = 0.5;

    private final List<ThreadMoment> moments;
    private final List<List<LiveThread>> locks;
    private final List<List<LiveThread>> waiting;

    /// Number of a thread -> it at all moments at which it has a stack.
    private final Map<Long, List<LiveThread>> byNumber;

    /// @param moments at least one, in order of time
    /// @param locks threads that are known to hold or await a lock, virtual ones without a carrier
    ///   too, at each moment at which all threads of a live JVM were listed, each thread at its own
    ///   time
    /// @param waiting virtual threads that may wait, likewise
    public ThreadHistory(
            List<ThreadMoment> moments,
            List<List<LiveThread>> locks,
            List<List<LiveThread>> waiting) {
        if (moments.isEmpty()) {
            throw new IllegalArgumentException("a history of no moment");
        }
        this.moments = List.copyOf(moments);
        this.locks = List.copyOf(locks);
        this.waiting = List.copyOf(waiting);
        byNumber =
                moments.stream()
                        .flatMap(moment -> moment.threads().stream())
                        .collect(Collectors.groupingBy(LiveThread::number));
    }

    public ThreadHistory(List<ThreadMoment> moments) {
        this(moments, List.of(), List.of());
    }

    public List<ThreadMoment> moments() {
        return moments;
    }

    public List<List<LiveThread>> locks() {
        return locks;
    }

    public List<List<LiveThread>> waiting() {
        return waiting;
    }

    public ThreadMoment last() {
        return moments.getLast();
    }

    /// Whether all threads are known at all moments: a thread that is not seen is not there.
    public boolean isWhole() {
        return moments.stream().allMatch(ThreadMoment::whole);
    }

    /// The threads of the last list as those of one moment; empty where none was listed.
    public Optional<ThreadHistory> listed() {
        return locks.isEmpty() || locks.getLast().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new ThreadHistory(
                                List.of(
                                        new ThreadMoment(
                                                last().nanos(),
                                                locks.getLast(),
                                                Map.of(),
                                                List.of(),
                                                Optional.empty(),
                                                LockOwners.of(false),
                                                true))));
    }

    /// Whether a number of moments is most of at least three.
    public boolean isLasting(long count) {
        return moments.size() >= FEWEST_MOMENTS && count >= LASTING_SHARE * moments.size();
    }

    /// The least number of threads that wait at one moment for a queue to be seen: three at most of
    /// at least three moments, ten at fewer moments, of which each must show it.
    public int fewestWaiting() {
        return moments.size() >= FEWEST_MOMENTS ? WAITING : WAITING_AT_FEW;
    }

    /// Whether a queue of [#fewestWaiting] threads or more at a number of moments is lasting.
    public boolean isLastingQueue(long count) {
        return moments.size() >= FEWEST_MOMENTS ? isLasting(count) : count == moments.size();
    }

    /// The [lasting][#isLastingQueue] queues by what they wait for, in the order of their first
    /// moment: each at the moments at which it has [#fewestWaiting] threads or more.
    ///
    /// @param queues those of a moment
    /// @param waiting the number of threads in one
    public <K, Q> Map<K, List<Q>> lastingQueues(
            Function<ThreadMoment, Stream<Q>> queues,
            ToLongFunction<Q> waiting,
            Function<Q, K> key) {
        var all =
                moments.stream()
                        .flatMap(queues)
                        .filter(queue -> waiting.applyAsLong(queue) >= fewestWaiting())
                        .collect(
                                Collectors.groupingBy(
                                        key, LinkedHashMap::new, Collectors.toList()));
        all.values().removeIf(queue -> !isLastingQueue(queue.size()));
        return all;
    }

    /// CPU time of the threads that run Java code between the first and the last moment, s; of
    /// threads that ended meanwhile it is unknown, and not counted. Empty where the JVM does not
    /// print it, and where not all threads are known.
    public OptionalDouble cpuSeconds() {
        var first = moments.getFirst().cpuNanos();
        var last = last().cpuNanos();
        return moments.size() < 2
                        || last.isEmpty()
                        || !moments.getFirst().whole()
                        || !last().whole()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        last.entrySet().stream()
                                        .mapToLong(e ->
                                                e.getValue() - first.getOrDefault(e.getKey(), 0L))
                                        .sum()
                                / 1e9);
    }

    /// Whether threads used 1 % of a processor or less, none served a request, handled a message or
    /// waited for a lock at any moment, and no executor was busy.
    public boolean isIdle() {
        var cpu = cpuSeconds();
        double elapsed = (last().nanos() - moments.getFirst().nanos()) / 1e9;
        return cpu.isPresent()
                && cpu.getAsDouble() <= IDLE_CPU * elapsed
                && busyExecutors().isEmpty()
                && moments.stream()
                        .flatMap(moment -> moment.threads().stream())
                        .noneMatch(t ->
                                t.served().isPresent()
                                        || t.handlesOneMessage()
                                        || t.stack().awaited().isPresent());
    }

    /// The executors of two threads or more that had no free one at any moment, three at least, or
    /// as many busy ones as they may have, where no stack or connection shows whether tasks wait
    /// for them.
    public List<PlatformPool> busyExecutors() {
        if (moments.size() < FEWEST_MOMENTS) {
            return List.of();
        }
        var full = moments.stream().map(ThreadHistory::fullPools).toList();
        return PlatformPool.of(last()).stream()
                .filter(pool -> pool.size() > 1 && pool.isExecutor())
                .filter(pool -> pool.server().isEmpty() || last().waitingFor(pool).orElse(0) < 1)
                .filter(pool -> full.stream().allMatch(names -> names.contains(pool.name())))
                .toList();
    }

    private static Set<String> fullPools(ThreadMoment moment) {
        return PlatformPool.of(moment).stream()
                .filter(pool -> pool.isFull() || pool.isAtLimit())
                .map(PlatformPool::name)
                .collect(Collectors.toSet());
    }

    /// Whether a thread of the last moment had the same stack at all moments, three at least.
    public boolean keepsStack(LiveThread thread) {
        long same = momentsOf(thread).filter(t -> t.frames().equals(thread.frames())).count();
        return same == moments.size() && same >= FEWEST_MOMENTS;
    }

    /// Whether it did so, and did not run between the first and the last one.
    public boolean standsStill(LiveThread thread) {
        return keepsStack(thread)
                && momentsOf(thread)
                        .findFirst()
                        .filter(first -> isStill(first.cpuNanos(), thread.cpuNanos()))
                        .isPresent();
    }

    /// Whether a thread seems to have come to its call again, as a request that asks for news does:
    /// it waits for a limited time, and for another object than before. A collection may have moved
    /// that.
    public boolean mayHaveReturned(LiveThread thread) {
        return thread.isTimed()
                && momentsOf(thread).map(t -> t.stack().result()).distinct().count() > 1;
    }

    /// The virtual threads that waited for the same result at all moments at which they are known,
    /// three at least, as at the last one. They have no CPU time of their own: a thread that came
    /// to the same call again would wait for another one.
    public List<LiveThread> awaitingOneResult() {
        var known =
                waiting.isEmpty() ? moments.stream().map(ThreadMoment::threads).toList() : waiting;
        return lasting(known, thread -> thread.stack().result());
    }

    /// The virtual threads that waited without a limit of time, and with the same stack, in all
    /// lists, three at least; for the same result where lists show it. One that serves other
    /// requests too, or a loop, may have come to the same call again.
    public List<LiveThread> waitingAlike() {
        return lasting(
                lists(),
                thread -> Optional.of(thread).filter(LiveThread::isParked).map(LiveThread::stack));
    }

    /// The lists of all threads in order of time: the virtual ones that may wait in those of a live
    /// JVM, and all in files.
    public List<List<LiveThread>> lists() {
        return waiting.isEmpty()
                ? moments.stream()
                        .filter(moment -> moment.cpuNanos().isEmpty())
                        .map(ThreadMoment::threads)
                        .toList()
                : waiting;
    }

    /// The virtual threads of the last moment with the same property at all moments, three at
    /// least.
    ///
    /// @param <T> with `equals`
    private static <T> List<LiveThread> lasting(
            List<List<LiveThread>> known, Function<LiveThread, Optional<T>> property) {
        if (known.size() < FEWEST_MOMENTS) {
            return List.of();
        }
        var counts = new HashMap<Map.Entry<Long, T>, Integer>(); // thread, property -> moments
        for (var threads : known) {
            for (var thread : threads) {
                property.apply(thread)
                        .ifPresent(
                                p -> counts.merge(Map.entry(thread.number(), p), 1, Integer::sum));
            }
        }
        return known.getLast().stream()
                .filter(LiveThread::virtual)
                .filter(thread ->
                        property.apply(thread)
                                .map(p -> Map.entry(thread.number(), p))
                                .filter(p -> counts.getOrDefault(p, 0) == known.size())
                                .isPresent())
                .toList();
    }

    /// The processors that its threads used between the first and the last moment, on average;
    /// empty as [#cpuSeconds].
    public OptionalDouble usedProcessors() {
        var cpu = cpuSeconds();
        double elapsed = (last().nanos() - moments.getFirst().nanos()) / 1e9;
        return cpu.isPresent() && elapsed > 0
                ? OptionalDouble.of(cpu.getAsDouble() / elapsed)
                : OptionalDouble.empty();
    }

    /// The share of one processor that a platform thread of the last moment used since the first;
    /// empty where it was not there at both, or the JVM does not print CPU times.
    public OptionalDouble processorShare(LiveThread thread) {
        return share(thread, ThreadMoment::cpuNanos);
    }

    /// The share of the same time for which it was ready to run and had no processor; 0 where that
    /// is not known.
    public double waitShare(LiveThread thread) {
        return share(thread, ThreadMoment::waitedNanos).orElse(0);
    }

    private OptionalDouble share(
            LiveThread thread, Function<ThreadMoment, Map<Long, Long>> nanosByNumber) {
        var first = moments.getFirst();
        var then = nanosByNumber.apply(last()).get(thread.number());
        var before = nanosByNumber.apply(first).get(thread.number());
        long elapsed = last().nanos() - first.nanos();
        return thread.virtual() || then == null || before == null || elapsed <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) (then - before) / elapsed);
    }

    /// The stacks of a thread at all moments.
    public List<List<String>> stacksOf(LiveThread thread) {
        return momentsOf(thread).map(LiveThread::frames).toList();
    }

    /// A thread at all moments at which it has a stack.
    public Stream<LiveThread> momentsOf(LiveThread thread) {
        return byNumber.getOrDefault(thread.number(), List.of()).stream();
    }

    /// Whether a thread ran at all moments, three at least, in one call of the application that did
    /// not return: it is on another line at most.
    public boolean runsInOneCall(LiveThread thread) {
        var all = momentsOf(thread).toList();
        return all.size() == moments.size()
                && all.size() >= FEWEST_MOMENTS
                && all.stream().allMatch(this::computes)
                && all.stream()
                                .map(LiveThread::frames)
                                .map(StackFrames::applicationCalls)
                                .distinct()
                                .count()
                        == 1;
    }

    /// Whether a thread ran code of the application at a moment: native code where it used half of
    /// a processor or more between the first and the last one.
    public boolean computes(LiveThread thread) {
        return thread.computes()
                || (thread.isInNative() && processorShare(thread).orElse(0) >= RUNS);
    }

    /// Whether requests were unread in their connections at most moments.
    public boolean hasUnreadRequests() {
        return isLasting(
                moments.stream()
                        .filter(moment ->
                                moment.connections().filter(c -> c.unread() > 0).isPresent())
                        .count());
    }

    /// Whether clients had one connection at most moments, to all ports together.
    public boolean hasOneConnection() {
        return isLasting(
                moments.stream()
                        .filter(moment ->
                                moment.connections().filter(c -> c.accepted() == 1).isPresent())
                        .count());
    }

    /// Whether it is known to listen on no port at the end, as a job, a scheduler or a tool does.
    public boolean listensNowhere() {
        return last().connections().filter(c -> c.ports().isEmpty()).isPresent();
    }

    private static boolean isStill(OptionalLong from, OptionalLong to) {
        return from.isPresent()
                && to.isPresent()
                && to.getAsLong() - from.getAsLong() <= STILL_NANOS;
    }
}
