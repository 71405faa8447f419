package dev.loombench.analysis.concurrency;

import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Where requests waited when threads were listed: by the first frame outside the JDK and the
/// runtimes that execute requests.
///
/// Of a library, the frame is the one by which its caller entered it, which its users recognise.
/// Idle workers, threads that compute or wait for events of many connections, and threads with no
/// such frame are not in the list, nor is the service's housekeeping where others are seen to serve
/// requests. No more requests can wait than there are connections; the largest locations count
/// first.
///
/// @param locations most requests first
/// @param excess threads listed beyond the number of connections: the list is not a snapshot
public record RequestWaits(List<WaitLocation> locations, int excess) {

    /// Requests that wait in one call.
    ///
    /// @param call as in `com.zaxxer.hikari.HikariDataSource.getConnection`
    /// @param threads whether these are platform or virtual threads
    /// @param library whose pool they wait for
    /// @param lock that most of them wait for
    /// @param permits of a semaphore or another limit that they wait for
    public record WaitLocation(
            String call,
            ThreadKind threads,
            int count,
            Optional<PoolLibrary> library,
            Optional<LockWait> lock,
            Optional<PermitWait> permits) {}

    /// A limit whose permits requests wait for.
    ///
    /// @param method that acquires a permit, as far as stacks show it
    /// @param taken permits of a `Semaphore`, by the threads at one line of this method that wait
    ///   for none, or where none is in it by those in its callers; 0 where these are none or at
    ///   several lines, and of other limits
    /// @param acquires whether they are in this method, so that each has a permit
    /// @param listingNanos from the first thread listed to the last; empty where not known
    public record PermitWait(
            Permits.Limit limit,
            Optional<String> method,
            int taken,
            boolean acquires,
            OptionalLong listingNanos) {
        /// Share of the time for which a permit is held that a list may take.
        private static final double SHORT = 0.5;

        /// The permits that are taken for certain; 0 where they are not known.
        public int certain() {
            return acquires ? taken : 0;
        }

        /// Whether the list was short beside the time for which a permit may be held: else threads
        /// took and returned permits while it was made, so that it shows the number of no moment.
        public boolean isSnapshot(double seconds) {
            return listingNanos.isPresent() && listingNanos.getAsLong() <= SHORT * seconds * 1e9;
        }

        /// `Semaphore in shop.Orders.place`.
        public String owner() {
            return "Semaphore"
                    + method.map(StackFrames::withoutLambda).map(" in "::concat).orElse("");
        }
    }

    /// A lock that requests wait for.
    ///
    /// @param name in words, as in `the monitor of a java.util.Hashtable`
    /// @param owner as in `virtual thread #71`; empty where no listed thread is known to hold it
    /// @param ownerCall the call in which it holds the lock, likewise
    public record LockWait(String name, Optional<String> owner, Optional<String> ownerCall) {
        private static final String MONITOR = "the monitor of ";
        private static final String REENTRANT = "a ReentrantLock";

        /// Whether one thread at a time passes: readers of a read-write lock pass together, and an
        /// initialiser runs once.
        public boolean isExclusive() {
            return name.startsWith(MONITOR) || name.equals(REENTRANT);
        }
    }

    /// Those in one call that wait for a permit are told from those that have one.
    private record Spot(
            String call,
            ThreadKind threads,
            Optional<PoolLibrary> library,
            Optional<Awaited> permit) {}

    private record Awaited(Permits.Limit limit, Optional<String> method) {}

    private static final Set<String> WAITING = Set.of("WAITING", "TIMED_WAITING", "BLOCKED");

    /// The agent that the lab loads into an observed JVM.
    private static final String AGENT = "dev.loombench.jvm.";

    /// A wait for events of many connections at once.
    private static final String SELECTOR = "sun.nio.ch.SelectorImpl.";

    public RequestWaits {
        locations = List.copyOf(locations);
    }

    /// @param connections of the load at its peak: the most requests in flight
    public static RequestWaits of(ThreadDump dump, int connections) {
        var counts = new HashMap<Spot, Integer>();
        boolean served = dump.groups().stream().anyMatch(RequestWaits::waitsForRequest);
        for (var group : dump.groups()) {
            spot(group)
                    .filter(spot -> !served || !isHousekeeping(group, spot))
                    .ifPresent(s -> counts.merge(s, group.count(), Integer::sum));
        }
        var largestFirst =
                counts.entrySet().stream()
                        .sorted(
                                Map.Entry.<Spot, Integer>comparingByValue()
                                        .reversed()
                                        .thenComparing(e -> e.getKey().call)
                                        .thenComparing(e -> e.getKey().library.isEmpty())
                                        .thenComparing(e -> e.getKey().permit.isEmpty()))
                        .toList();
        var locations = new ArrayList<WaitLocation>();
        int left = connections;
        int listed = 0;
        for (var entry : largestFirst) {
            int count = Math.min(left, entry.getValue());
            if (count > 0) {
                var spot = entry.getKey();
                var lock = lock(spot.call, entry.getValue(), dump);
                var permits = spot.permit.map(awaited -> permits(awaited, dump));
                locations.add(
                        new WaitLocation(
                                spot.call, spot.threads, count, spot.library, lock, permits));
            }
            left -= count;
            listed += entry.getValue();
        }
        return new RequestWaits(locations, Math.max(0, listed - connections));
    }

    /// Where no thread is in the method that acquires a permit, it may return with it: then those
    /// in its callers count.
    private static PermitWait permits(Awaited awaited, ThreadDump dump) {
        if (awaited.limit != Permits.Limit.SEMAPHORE || awaited.method.isEmpty()) {
            return new PermitWait(awaited.limit, awaited.method, 0, true, dump.listingNanos());
        }
        var all =
                dump.groups().stream().map(g -> new Permits.Stack(g.frames(), g.count())).toList();
        var method = awaited.method.get();
        boolean acquires = Permits.taken(method, all) > 0;
        int taken = Permits.holders(acquires ? Set.of(method) : callers(awaited, dump), all);
        return new PermitWait(awaited.limit, awaited.method, taken, acquires, dump.listingNanos());
    }

    private static Set<String> callers(Awaited awaited, ThreadDump dump) {
        return dump.groups().stream()
                .map(StackGroup::frames)
                .filter(Permits::isAwaited)
                .filter(frames -> Permits.acquiringMethod(frames).equals(awaited.method))
                .flatMap(frames -> Permits.callerOfAcquiring(frames).stream())
                .collect(Collectors.toSet());
    }

    /// The lock that half of the threads in a call wait for, or more.
    private static Optional<LockWait> lock(String call, int threads, ThreadDump dump) {
        return dump.locks().stream()
                .filter(lock -> 2 * lock.waiting() >= threads)
                .filter(lock -> callOf(lock.frames()).filter(call::equals).isPresent())
                .map(lock ->
                        new LockWait(
                                lock.name(),
                                Optional.of(lock.owner()).filter(owner -> !owner.isEmpty()),
                                callOf(lock.ownerFrames())
                                        .or(() ->
                                                lock.ownerFrames().stream()
                                                        .findFirst()
                                                        .map(StackFrames::call))))
                .findFirst();
    }

    /// The library for whose pool a thread waits.
    ///
    /// @param frames from the top
    public static Optional<PoolLibrary> pool(List<String> frames) {
        return PoolWait.library(frames);
    }

    /// The waiting requests of all locations.
    public int total() {
        return locations.stream().mapToInt(WaitLocation::count).sum();
    }

    private static boolean waitsForRequest(StackGroup group) {
        return spot(group).isPresent() && isCalledByServer(group);
    }

    /// The server of the JDK has the packages of the JDK, and is no runtime of the table.
    private static boolean isCalledByServer(StackGroup group) {
        return group.frames().stream().anyMatch(RequestRuntime::executes)
                || WebServer.served(group.frames()).isPresent();
    }

    /// Of a stack that is cut off, the frames of a runtime may be missing; a thread that waits for
    /// a connection of a pool counts whatever it does.
    private static boolean isHousekeeping(StackGroup group, Spot spot) {
        return group.kind() == ThreadKind.PLATFORM
                && group.frames().size() < StackGroup.MOST_FRAMES
                && spot.library.isEmpty()
                && WebServer.served(group.frames()).isEmpty()
                && StackFrames.isHousekeeping(group.frames());
    }

    private static Optional<Spot> spot(StackGroup group) {
        var frames = group.frames();
        boolean waits =
                group.kind() != ThreadKind.CARRIER
                        && !frames.isEmpty()
                        && (WAITING.contains(group.state())
                                || StackFrames.isWaiting(frames.getFirst()))
                        && !StackFrames.isIdle(frames)
                        && !selects(frames)
                        && frames.stream().noneMatch(f -> f.startsWith(AGENT));
        return waits ? callOf(frames).map(c -> spot(c, group.kind(), frames)) : Optional.empty();
    }

    /// A pool may have permits of its own, which are its connections.
    private static Spot spot(String call, ThreadKind threads, List<String> frames) {
        var library = PoolWait.library(frames);
        return new Spot(
                call,
                threads,
                library,
                library.isPresent()
                        ? Optional.empty()
                        : Permits.awaited(frames)
                                .map(limit -> new Awaited(limit, Permits.acquiringMethod(frames))));
    }

    /// Whether a thread waits for events of its connections, and does so for no request.
    private static boolean selects(List<String> frames) {
        return frames.stream().anyMatch(f -> f.startsWith(SELECTOR))
                && WebServer.served(frames).isEmpty();
    }

    /// The call in which a thread waits, as its location has it.
    ///
    /// @param frames of a whole stack, from the top
    public static Optional<String> callOf(List<String> frames) {
        var called = StackFrames.ofApplication(frames);
        return called.stream()
                .findFirst()
                .map(first -> {
                    var library =
                            PoolWait.library(frames)
                                    .map(PoolLibrary::packages)
                                    .orElseGet(() -> packages(first));
                    return StackFrames.call(
                            library.isEmpty()
                                    ? first
                                    : called.stream()
                                            .takeWhile(
                                                    f -> library.stream().anyMatch(f::startsWith))
                                            .reduce(first, (_, entered) -> entered));
                });
    }

    /// The packages of a frame's library; empty for the user's own code and unknown libraries.
    private static List<String> packages(String frame) {
        return PoolLibrary.ofCall(frame)
                .map(PoolLibrary::packages)
                .orElseGet(() -> Libraries.client(frame).stream().toList());
    }
}
