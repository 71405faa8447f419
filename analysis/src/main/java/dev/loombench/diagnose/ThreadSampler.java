package dev.loombench.diagnose;

import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.LockOwners;
import dev.loombench.diagnose.evidence.LockOwners.Holder;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.observe.jvm.InspectedJvm;
import dev.loombench.observe.jvm.attach.PerfCounters;
import dev.loombench.observe.proc.UnreadConnections;
import dev.loombench.observe.proc.thread.TaskTimes;
import dev.loombench.observe.proc.thread.ThreadIds;
import dev.loombench.observe.result.JvmIdentity;
import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.PrintedThread;
import dev.loombench.observe.threads.ThreadPrint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Prints the threads of a JVM at a few moments, each at two safepoints: one for the stacks, one
/// for the deadlocks. It is safe on every JDK, as it lists only virtual threads on carriers.
///
/// The more frames there are, the longer a print stops the JVM. Where they are many, the platform
/// threads are read a few at a time instead, without the virtual threads on carriers.
///
/// The owners of all locks of `java.util.concurrent` are printed only where the heap is small: the
/// JVM walks the whole heap to find them, at a safepoint. Those of awaited locks are also read by a
/// thread that waits, a moment later and without a safepoint: so virtual threads without a carrier
/// are seen to hold one, and threads that have ended.
final class ThreadSampler {
    /// The largest heap that is walked, bytes.
    private static final long WALKED_HEAP = 64L << 20;

    /// The stacks of so few threads are never many frames.
    private static final long FEW_THREADS = 50;

    /// Frames that are printed at one safepoint: 6,000 took 36 ms at most, on a busy machine.
    static final long MOST_FRAMES = 6_000;

    /// Threads that are printed where their frames are not known.
    private static final long MOST_PRINTED = 200;

    /// Threads that are read a few at a time: the copies of their stacks take memory of the
    /// service.
    private static final long MOST_READ = 1_000;

    private final long pid;
    private final ThreadIds ids;
    private final InspectedJvm jvm;
    private final boolean usesVirtualThreads;
    private final boolean owners;
    private final boolean allowPauses;
    private final List<ThreadMoment> moments = new ArrayList<>();
    private Optional<String> notPrinted = Optional.empty();
    private boolean reads = true;

    ThreadSampler(
            Inspection.Request request,
            InspectedJvm jvm,
            JvmIdentity identity,
            boolean usesVirtualThreads) {
        this.pid = request.pid();
        ids = new ThreadIds(pid);
        this.jvm = jvm;
        this.usesVirtualThreads = usesVirtualThreads;
        owners = request.allowPauses() || identity.maxHeapBytes().orElseThrow() <= WALKED_HEAP;
        allowPauses = request.allowPauses();
    }

    /// Prints the threads; empty where that may take long, or has failed. Then they may have been
    /// read a few at a time.
    Optional<ThreadPrint> print() throws IOException {
        if (!reads) {
            return Optional.empty();
        }
        checkLength();
        try {
            if (notPrinted.isEmpty()) {
                var before = reachingNanos();
                var print = jvm.printThreads(owners);
                return Optional.of(add(print, added(before, reachingNanos())));
            }
            if (reads) {
                add(jvm.readThreads(), OptionalLong.empty());
            }
        } catch (IOException e) {
            notPrinted =
                    notPrinted.or(
                            () -> Optional.of("the JVM prints no threads: " + e.getMessage()));
            reads = false;
        }
        return Optional.empty();
    }

    /// The time until all threads had stopped, at all stops so far; empty where it is unknown.
    private OptionalLong reachingNanos() {
        return jvm.counters()
                .map(PerfCounters::safepointReachingNanos)
                .orElse(OptionalLong.empty());
    }

    private static OptionalLong added(OptionalLong before, OptionalLong after) {
        return before.isPresent() && after.isPresent()
                ? OptionalLong.of(after.getAsLong() - before.getAsLong())
                : OptionalLong.empty();
    }

    /// @param reachingNanos until all threads had stopped for it
    private ThreadPrint add(ThreadPrint print, OptionalLong reachingNanos) {
        long nanos = System.nanoTime();
        var carriers =
                usesVirtualThreads
                        ? CarrierSampler.workers(print.threads())
                        : List.<PrintedThread>of();
        moments.add(
                ThreadMoment.of(
                                nanos,
                                print,
                                carriers,
                                UnreadConnections.of(pid),
                                laterOwners(print))
                        .withWaits(waits(print))
                        .withReaching(reachingNanos));
        return print;
    }

    /// Number of a thread -> its waits for a processor so far.
    private Map<Long, Long> waits(ThreadPrint print) {
        var waits = new HashMap<Long, Long>();
        ids.update();
        for (var thread : print.threads()) {
            idHere(thread.osThread()).stream()
                    .boxed()
                    .flatMap(here -> TaskTimes.of(pid, here).stream())
                    .forEach(times -> waits.put(thread.number(), times.waitedNanos()));
        }
        return waits;
    }

    /// The id here of a thread of the last print.
    ///
    /// @param own as the JVM prints it
    /// @return empty for a thread that has ended
    OptionalLong idHere(long own) {
        return ids.here(own);
    }

    /// Lock of `java.util.concurrent` that a printed thread waits for, and of which no owner is
    /// printed -> who holds it. None where the JVM's runtime has no management beans.
    private Map<PrintedLock, Optional<Holder>> laterOwners(ThreadPrint print) {
        var waiters = waiters(print);
        if (waiters.isEmpty()) {
            return Map.of();
        }
        try {
            return LockOwners.asked(waiters, jvm.lockOwners(List.copyOf(waiters.keySet())));
        } catch (IOException unknown) {
            return Map.of();
        }
    }

    /// Number of a thread -> the lock that it waits for, one of those that do.
    private static Map<Long, PrintedLock> waiters(ThreadPrint print) {
        var known =
                print.threads().stream()
                        .flatMap(thread -> thread.stack().owned().stream())
                        .collect(Collectors.toCollection(HashSet::new));
        var waiters = new LinkedHashMap<Long, PrintedLock>();
        for (var thread : print.threads()) {
            thread.stack()
                    .awaited()
                    .filter(lock -> lock.kind() == Kind.SYNCHRONIZER)
                    .filter(known::add)
                    .ifPresent(lock -> waiters.put(thread.number(), lock));
        }
        return waiters;
    }

    private void checkLength() throws IOException {
        long threads = jvm.threads();
        if (notPrinted.isEmpty() && isLong(threads)) {
            notPrinted =
                    Optional.of(
                            "printing %,d threads at once may stop the JVM for more than 50 ms; --allow-pauses prints them"
                                    .formatted(threads));
        }
        reads = notPrinted.isEmpty() || threads <= MOST_READ;
    }

    /// Whether a print may stop the JVM for more than 50 ms.
    private boolean isLong(long threads) {
        return !allowPauses
                && threads > FEW_THREADS
                && frames().stream()
                        .mapToObj(frames -> frames > MOST_FRAMES)
                        .findFirst()
                        .orElse(threads > MOST_PRINTED);
    }

    /// Empty where its runtime has no management beans, by which the threads could not be read
    /// either.
    private OptionalLong frames() {
        try {
            return OptionalLong.of(jvm.frames());
        } catch (IOException unknown) {
            return OptionalLong.empty();
        }
    }

    /// Why the threads are not printed, or not any more.
    Optional<String> notPrinted() {
        return notPrinted;
    }

    /// @param lists of all threads
    Part<ThreadHistory> history(ListSampler lists) {
        if (moments.isEmpty()) {
            return Part.missing(notPrinted.orElse("no print"));
        }
        var holders = LockOwners.lasting(moments);
        return Part.of(
                new ThreadHistory(
                        moments,
                        lists.locks().stream().map(list -> live(list, holders)).toList(),
                        lists.waiting().stream().map(list -> live(list, holders)).toList()));
    }

    /// With the locks that those which await them name the owners of, or that they were asked for.
    ///
    /// @param holders number of a thread -> that of the owner of its lock, at all moments
    private static List<LiveThread> live(List<ListedThread> listed, Map<Long, Long> holders) {
        var threads =
                listed.stream()
                        .map(thread ->
                                holders.containsKey(thread.number())
                                        ? thread.withBlocker(holders.get(thread.number()))
                                        : thread)
                        .toList();
        return ThreadMoment.of(0, threads, false).threads();
    }
}
