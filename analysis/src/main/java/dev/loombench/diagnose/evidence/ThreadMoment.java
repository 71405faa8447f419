package dev.loombench.diagnose.evidence;

import dev.loombench.analysis.concurrency.WebServer.Trait;
import dev.loombench.diagnose.evidence.LockOwners.Holder;
import dev.loombench.observe.proc.UnreadConnections;
import dev.loombench.observe.proc.UnreadConnections.Port;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.observe.threads.CarrierPools;
import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedThread;
import dev.loombench.observe.threads.ThreadPrint;
import dev.loombench.observe.threads.ThreadPrint.DeadlockedThread;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The threads of a JVM at one safepoint that have a stack, without its carriers and the lab's
/// agent.
///
/// @param nanos on the monotonic clock
/// @param threads platform threads, and virtual threads whose stacks are printed
/// @param cpuNanos number of a platform thread, also of a carrier -> CPU time since its start
/// @param delays of its threads, as far as they are known
/// @param deadlocks cycles that the JVM found, each thread before the one that it waits for
/// @param connections of the clients at that time; empty where they are not known
/// @param owners what is known of those of locks of `java.util.concurrent`
/// @param whole whether no thread is missing, as beyond the number that is kept, or where a dump is
///   cut off
public record ThreadMoment(
        long nanos,
        List<LiveThread> threads,
        Map<Long, Long> cpuNanos,
        Delays delays,
        List<List<DeadlockedThread>> deadlocks,
        Optional<UnreadConnections> connections,
        LockOwners owners,
        boolean whole) {
    private static final String AGENT = "dev.loombench.jvm.";
    private static final String OBSERVER = "print";
    private static final String ROOT_OF_CARRIER = "java.lang.VirtualThread.runContinuation(";

    /// Of the acceptor of Tomcat while it has as many connections as it may.
    private static final String AT_LIMIT =
            "org.apache.tomcat.util.threads.LimitLatch.countUpOrAwait(";

    /// The port in the name of an acceptor of Tomcat; one that the system has chosen is not in it.
    private static final Pattern ACCEPTOR =
            Pattern.compile("(?!.*-auto-\\d+-Acceptor).*-(\\d+)-Acceptor(?:-\\d+)?");

    /// How long threads waited to run, and to be stopped.
    ///
    /// @param waitedNanos number of a platform thread -> time for which it was ready to run and
    ///   waited for a processor since its start; empty where the kernel does not show it
    /// @param reachingNanos until all threads had stopped for this moment; empty where it is
    ///   unknown
    public record Delays(Map<Long, Long> waitedNanos, OptionalLong reachingNanos) {
        private static final Delays UNKNOWN = new Delays(Map.of(), OptionalLong.empty());

        public Delays {
            waitedNanos = Map.copyOf(waitedNanos);
        }
    }

    public ThreadMoment {
        threads = List.copyOf(threads);
        cpuNanos = Map.copyOf(cpuNanos);
        deadlocks = List.copyOf(deadlocks);
    }

    /// A moment without delays.
    public ThreadMoment(
            long nanos,
            List<LiveThread> threads,
            Map<Long, Long> cpuNanos,
            List<List<DeadlockedThread>> deadlocks,
            Optional<UnreadConnections> connections,
            LockOwners owners,
            boolean whole) {
        this(nanos, threads, cpuNanos, Delays.UNKNOWN, deadlocks, connections, owners, whole);
    }

    /// The same moment with waits for a processor.
    public ThreadMoment withWaits(Map<Long, Long> nanosByNumber) {
        return with(new Delays(nanosByNumber, delays.reachingNanos));
    }

    /// The same moment with the time until all threads had stopped for it.
    public ThreadMoment withReaching(OptionalLong reachingNanos) {
        return with(new Delays(delays.waitedNanos, reachingNanos));
    }

    private ThreadMoment with(Delays other) {
        return new ThreadMoment(
                nanos, threads, cpuNanos, other, deadlocks, connections, owners, whole);
    }

    /// @param carriers among the printed threads
    public static ThreadMoment of(
            long nanos,
            ThreadPrint print,
            Collection<PrintedThread> carriers,
            Optional<UnreadConnections> connections) {
        return of(nanos, print, carriers, connections, Map.of());
    }

    /// @param carriers among the printed threads
    /// @param asked lock -> who held it a moment later. A printed thread holds it here, but for one
    ///   that waits for another lock: it may not have held it when it was printed
    public static ThreadMoment of(
            long nanos,
            ThreadPrint print,
            Collection<PrintedThread> carriers,
            Optional<UnreadConnections> connections,
            Map<PrintedLock, Optional<Holder>> asked) {
        var threads = new ArrayList<LiveThread>();
        var cpu = new HashMap<Long, Long>();
        for (var printed : print.threads()) {
            if (isOfJavaCode(frames(printed))) {
                printed.cpuNanos().ifPresent(used -> cpu.put(printed.number(), used));
                live(printed, carriers.contains(printed))
                        .map(thread -> withOwned(thread, asked))
                        .ifPresent(threads::add);
            }
        }
        return new ThreadMoment(
                nanos,
                threads,
                cpu,
                print.deadlocks(),
                connections,
                new LockOwners(print.owners(), asked),
                print.isWhole());
    }

    /// Its own, or those of its virtual thread where these are all that is printed.
    private static List<String> frames(PrintedThread printed) {
        var own = printed.stack().frames();
        return own.isEmpty()
                ? printed.carried().map(virtual -> virtual.stack().frames()).orElse(own)
                : own;
    }

    private static LiveThread withOwned(
            LiveThread thread, Map<PrintedLock, Optional<Holder>> asked) {
        return thread.stack().awaited().isPresent()
                ? thread
                : thread.withOwned(
                        asked.entrySet().stream()
                                .filter(lock ->
                                        lock.getValue()
                                                .filter(h -> h.number() == thread.number())
                                                .isPresent())
                                .map(Map.Entry::getKey)
                                .toList());
    }

    /// @param threads of a list of all threads
    /// @param whole whether these are all of the list
    public static ThreadMoment of(long nanos, Collection<ListedThread> threads, boolean whole) {
        var owned = synchronizers(threads);
        var carriers = CarrierPools.of(threads);
        return new ThreadMoment(
                nanos,
                threads.stream()
                        .filter(t -> isOfJavaCode(t.stack().frames()))
                        .filter(t -> !carriers.haveWorker(t) && !isCarrier(t.stack().frames()))
                        .flatMap(t -> LiveThread.of(t).stream())
                        .map(t -> t.withOwned(owned.getOrDefault(t.number(), List.of())))
                        .toList(),
                Map.of(),
                List.of(),
                Optional.empty(),
                LockOwners.of(false),
                whole);
    }

    /// The locks of `java.util.concurrent` by their owners, as those that await them show.
    private static Map<Long, List<PrintedLock>> synchronizers(Collection<ListedThread> threads) {
        var owned = new HashMap<Long, List<PrintedLock>>();
        for (var thread : threads) {
            thread.blocker()
                    .ifPresent(owner ->
                            thread.stack()
                                    .awaited()
                                    .ifPresent(lock ->
                                            owned.computeIfAbsent(owner, _ -> new ArrayList<>())
                                                    .add(lock)));
        }
        return owned;
    }

    private static boolean isCarrier(List<String> frames) {
        return frames.stream().anyMatch(f -> f.startsWith(ROOT_OF_CARRIER));
    }

    /// Threads of the JVM have no stack.
    private static boolean isOfJavaCode(List<String> frames) {
        return !frames.isEmpty() && frames.stream().noneMatch(f -> f.startsWith(AGENT));
    }

    private static Optional<LiveThread> live(PrintedThread printed, boolean carrier) {
        var carried = LiveThread.carriedBy(printed);
        return carried.isPresent() || carrier
                ? carried
                : Optional.of(
                        new LiveThread(
                                printed.name(),
                                printed.number(),
                                false,
                                printed.state(),
                                printed.cpuNanos(),
                                printed.stack()));
    }

    /// The printed thread that has a number; empty where none has.
    public Optional<LiveThread> thread(long number) {
        return threads.stream().filter(thread -> thread.number() == number).findFirst();
    }

    /// Who held the lock that a thread waits for, a moment later.
    Optional<Holder> holder(LiveThread thread) {
        return thread.stack().awaited().flatMap(owners::holder);
    }

    /// Number of a platform thread -> its waits for a processor since its start.
    Map<Long, Long> waitedNanos() {
        return delays.waitedNanos;
    }

    /// Whether a thread stopped late for it.
    public boolean stoppedLate() {
        return delays.reachingNanos.orElse(0) >= CollectionHistory.LATE_NANOS;
    }

    /// The threads that ran code of the application, or of the JDK for it, as one that stops last
    /// does.
    public List<LiveThread> running() {
        return threads.stream().filter(LiveThread::runs).toList();
    }

    /// The threads that are at work in code of the application.
    public long atWork() {
        return threads.stream().filter(LiveThread::isAtWork).count();
    }

    /// Requests that wait for a thread of a pool of a web server: in connections that are unread,
    /// or read ahead of the service. Empty where the connections are not known.
    public OptionalInt waitingFor(PlatformPool pool) {
        boolean readsAhead = pool.server().filter(s -> s.has(Trait.READS_AHEAD)).isPresent();
        return connections.stream()
                .mapToInt(c -> readsAhead ? c.queued(pool.busy()) : c.waiting(pool.busy()))
                .findFirst();
    }

    /// The ports of web servers that have as many connections as they may, where further ones wait
    /// to be accepted; none where they are not known.
    public List<Port> atLimit() {
        var acceptors =
                threads.stream()
                        .filter(thread ->
                                thread.frames().stream().anyMatch(f -> f.startsWith(AT_LIMIT)))
                        .map(LiveThread::name)
                        .toList();
        return connections.stream()
                .flatMap(known -> known.ports().stream())
                .filter(port -> port.unaccepted() > 0)
                .filter(port -> acceptors.stream().anyMatch(name -> mayAccept(name, port.number())))
                .toList();
    }

    /// Whether an acceptor's name is without a port, or has this one.
    private static boolean mayAccept(String acceptor, int port) {
        var name = ACCEPTOR.matcher(acceptor);
        return !name.matches() || name.group(1).equals(Integer.toString(port));
    }

    /// Whether it shows which requests wait for a thread of a pool of a web server.
    boolean showsWaitsFor(PlatformPool pool) {
        return connections.isPresent()
                && pool.server().filter(s -> !s.has(Trait.HIDES_WAITS)).isPresent();
    }

    /// The platform threads as a list of threads.
    public ThreadDump dump() {
        var groups =
                threads.stream()
                        .filter(thread -> !thread.virtual())
                        .map(thread ->
                                new StackGroup(
                                        ThreadKind.PLATFORM,
                                        thread.state().map(Thread.State::name).orElse(""),
                                        1,
                                        thread.frames()))
                        .toList();
        return new ThreadDump(OBSERVER, nanos, groups.size(), 0, 0, groups);
    }
}
