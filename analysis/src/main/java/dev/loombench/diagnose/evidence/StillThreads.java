package dev.loombench.diagnose.evidence;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.finding.AppCalls;
import java.lang.Thread.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Threads that did not run over the whole observation, in calls of the application. Whether these
/// hang is not known: a call that takes long, and one that waits for messages, look the same.
///
/// These count: requests of a web server, fewer in a call than a rule names; all threads of an
/// executor; three or more of another pool in a call of the system, as others may wait for work; of
/// other threads those of a listener of messages, and those that read from a socket in the
/// application's own code; and three or more virtual threads that waited in such code with the same
/// stack in each list, in which a thread may have begun to wait again, or one that runs the tasks
/// of a scheduler. Those that serve one request each count where they wait for a notification, as
/// streams of events do, and as requests do that missed it.
final class StillThreads {
    /// Of a pool that is no executor.
    private static final int FEWEST = 3;

    /// A read from a socket is in one of these topmost frames.
    private static final int TOP = 8;

    /// Reads and connects of a socket for a limited time, in which a thread counts as running.
    private static final Pattern LIMITED =
            Pattern.compile("sun\\.nio\\.ch\\.\\w+\\.timed\\w+\\(.*");

    /// Waits of virtual threads for a permit or a lock, which rules name, or for the end of a
    /// thread, which is in the list itself.
    private static final Pattern OTHERS =
            Pattern.compile(
                    "java\\.(util\\.concurrent\\.(Semaphore|locks\\.(Reentrant\\w+|StampedLock))[.$]|lang\\.Thread\\.join\\().*");

    private static final Pattern SOCKET =
            Pattern.compile("sun\\.nio\\.ch\\.(NioSocketImpl|SocketChannelImpl)\\..*");

    private StillThreads() {}

    /// Subject -> the command that would observe it; of the last moment.
    static Map<String, String> unseen(Evidence evidence) {
        var reasons = new LinkedHashMap<String, String>();
        evidence.printed().value().stream()
                .filter(_ -> evidence.window().compareTo(ThreadHistory.SHORTEST) >= 0)
                .forEach(history -> add(history, evidence, reasons));
        return reasons;
    }

    private static void add(ThreadHistory history, Evidence evidence, Map<String, String> reasons) {
        var single = new TreeMap<String, List<LiveThread>>(); // by their calls
        for (var group : PlatformPool.groups(history.last())) {
            if (!group.whole()) {
                continue;
            }
            if (group.server().isPresent()) {
                requests(group, history)
                        .forEach((call, threads) ->
                                single.computeIfAbsent(call, _ -> new ArrayList<>())
                                        .addAll(threads));
            } else if (group.isExecutor() || group.size() >= FEWEST) {
                if (standsStill(group, history) && !evidence.pools().hasQueue(group)) {
                    reasons.put(
                            "progress of " + group.name(),
                            reason(
                                    group.threads(),
                                    ", in calls such as " + call(group.threads().getFirst())));
                }
            } else {
                group.threads().stream()
                        .filter(thread -> waits(thread) && isInOwnCall(thread))
                        .filter(thread -> !isOfScheduler(thread.frames()))
                        .filter(history::standsStill)
                        .forEach(thread ->
                                single.computeIfAbsent(call(thread), _ -> new ArrayList<>())
                                        .add(thread));
            }
        }
        single.forEach((call, threads) ->
                reasons.put("progress of threads in " + call, reason(threads, "")));
        addVirtual(history, reasons);
    }

    /// Call -> threads that serve a request in it, unless a rule names these or their pool.
    private static Map<String, List<LiveThread>> requests(
            PlatformPool pool, ThreadHistory history) {
        Map<String, List<LiveThread>> calls =
                pool.threads().stream()
                        .filter(thread -> thread.served().isPresent() && waits(thread))
                        .filter(thread -> !StackFrames.isInRuntime(thread.frames()))
                        .filter(thread -> !thread.usesQueue())
                        .filter(history::standsStill)
                        .collect(
                                Collectors.groupingBy(
                                        StillThreads::call, TreeMap::new, Collectors.toList()));
        int still = calls.values().stream().mapToInt(List::size).sum();
        calls.values().removeIf(threads -> threads.size() >= FEWEST);
        return pool.isFull() && 2 * still >= pool.size() ? Map.of() : calls;
    }

    private static void addVirtual(ThreadHistory history, Map<String, String> reasons) {
        var calls = new TreeMap<String, List<LiveThread>>();
        history.waitingAlike().stream()
                .filter(thread -> !thread.servesOneRequest() || thread.awaitsOwnNotification())
                .filter(thread -> waits(thread) && thread.stack().result().isEmpty())
                .filter(thread ->
                        thread.frames().stream().noneMatch(f -> OTHERS.matcher(f).matches()))
                .filter(thread -> AppCalls.caller(thread.frames()).isPresent())
                .forEach(thread ->
                        calls.computeIfAbsent(call(thread), _ -> new ArrayList<>()).add(thread));
        calls.values()
                .removeIf(threads ->
                        threads.size() < FEWEST
                                && threads.stream()
                                        .noneMatch(t -> StackFrames.isOfScheduler(t.frames())));
        calls.forEach((call, threads) ->
                reasons.put(
                        "progress of virtual threads in " + call,
                        "%s waited with the same stack in all lists: whether they hang, take long, wait for messages or have begun again is not known; --for 5m, or later lists, show which return"
                                .formatted(counted(threads.size(), "thread"))));
    }

    private static boolean standsStill(PlatformPool pool, ThreadHistory history) {
        boolean executor = pool.isExecutor();
        return !awaitsResults(pool)
                && !isOfScheduler(pool)
                && pool.threads().stream()
                        .allMatch(thread ->
                                waits(thread)
                                        && (executor || isInSystem(thread))
                                        && history.standsStill(thread));
    }

    /// Whether a rule names a pool whose threads hang, as that of a scheduler one of whose tasks
    /// waits neither for news nor for a process.
    private static boolean isOfScheduler(PlatformPool pool) {
        var threads = pool.threads();
        return !pool.isElastic()
                && threads.stream().allMatch(thread -> StackFrames.isOfScheduler(thread.frames()))
                && threads.stream().anyMatch(thread -> isOfScheduler(thread.frames()));
    }

    private static boolean isOfScheduler(List<String> frames) {
        return StackFrames.isOfScheduler(frames)
                && !StackFrames.listens(frames)
                && !StackFrames.awaitsProcess(frames);
    }

    /// Whether it is at work, and waits neither for a limited time nor for what a rule names.
    private static boolean waits(LiveThread thread) {
        return thread.isAtWork()
                && !thread.isTimed()
                && thread.stack().awaited().isEmpty()
                && thread.frames().stream().noneMatch(frame -> LIMITED.matcher(frame).matches())
                && !EventLoop.executes(thread.frames());
    }

    /// Whether they wait for results in one call, which is a fault.
    private static boolean awaitsResults(PlatformPool pool) {
        return pool.size() >= FEWEST
                && pool.threads().stream().map(t -> AppCalls.of(t.frames())).distinct().count() == 1
                && pool.threads().stream().allMatch(t -> t.stack().result().isPresent());
    }

    private static boolean isInSystem(LiveThread thread) {
        return thread.state().filter(state -> state == State.RUNNABLE).isPresent();
    }

    /// Whether the application's own code handles a message, or reads from a socket. The threads of
    /// a client that wait for events have none.
    private static boolean isInOwnCall(LiveThread thread) {
        var frames = thread.frames();
        return AppCalls.caller(frames).isPresent()
                && (frames.stream().limit(TOP).anyMatch(f -> SOCKET.matcher(f).matches())
                        || thread.handlesMessages());
    }

    /// The application's own, where it has one.
    private static String call(LiveThread thread) {
        var frames = thread.frames();
        return StackFrames.call(AppCalls.caller(frames).orElseGet(() -> AppCalls.of(frames)));
    }

    private static String reason(List<LiveThread> threads, String place) {
        return "%s did not run%s: a call that hangs, one that takes long and one that waits for messages look the same; --for 5m, or later thread dumps, show which return"
                .formatted(counted(threads.size(), "thread"), place);
    }
}
