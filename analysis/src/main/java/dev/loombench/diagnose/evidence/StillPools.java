package dev.loombench.diagnose.evidence;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.StackFrames;
import java.lang.Thread.State;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// Pools of threads that serve no requests of a web server and did not run over the whole
/// observation, in calls of the application. Whether these hang is not known: a call that takes
/// long, and one that waits for messages, look the same.
///
/// Threads outside an executor count where they are in a call of the system, as in a read from a
/// socket: others of them may wait for work.
final class StillPools {
    /// Of threads outside an executor.
    private static final int FEWEST = 3;

    /// Reads and connects of a socket for a limited time, in which a thread counts as running.
    private static final Pattern TIMED = Pattern.compile("sun\\.nio\\.ch\\.\\w+\\.timed\\w+\\(.*");

    private StillPools() {}

    /// Subject -> the command that would observe it; of the last moment.
    static Map<String, String> unseen(Evidence evidence) {
        var reasons = new LinkedHashMap<String, String>();
        evidence.printed().value().stream()
                .filter(_ -> evidence.window().compareTo(ThreadHistory.SHORTEST) >= 0)
                .flatMap(history ->
                        PlatformPool.groups(history.last()).stream()
                                .filter(pool -> standsStill(pool, history)))
                .filter(pool -> !hasQueue(pool, evidence))
                .forEach(pool -> reasons.put("progress of " + pool.name(), reason(pool)));
        return reasons;
    }

    private static boolean standsStill(PlatformPool pool, ThreadHistory history) {
        boolean executor = pool.isExecutor();
        return pool.whole()
                && pool.server().isEmpty()
                && (executor || pool.size() >= FEWEST)
                && !awaitsResults(pool)
                && pool.threads().stream()
                        .allMatch(thread ->
                                mayHang(thread)
                                        && (executor || isInSystem(thread))
                                        && history.standsStill(thread));
    }

    /// Whether it is at work, and waits neither for a limited time nor for what a rule names.
    private static boolean mayHang(LiveThread thread) {
        return thread.isAtWork()
                && !thread.isTimed()
                && thread.stack().awaited().isEmpty()
                && thread.frames().stream().noneMatch(frame -> TIMED.matcher(frame).matches())
                && !StackFrames.isOfScheduler(thread.frames())
                && !EventLoop.executes(thread.frames());
    }

    /// Whether they wait for results, which is a fault.
    private static boolean awaitsResults(PlatformPool pool) {
        return pool.size() >= FEWEST
                && pool.threads().stream().allMatch(t -> t.stack().result().isPresent());
    }

    private static boolean isInSystem(LiveThread thread) {
        return thread.state().filter(state -> state == State.RUNNABLE).isPresent();
    }

    /// Whether tasks waited for it at all moments, which is a fault.
    private static boolean hasQueue(PlatformPool pool, Evidence evidence) {
        return evidence.unpublished().stream()
                .filter(executor -> executor.last().name().equals(pool.name()))
                .anyMatch(executor -> executor.exhaustedShare() == 1);
    }

    private static String reason(PlatformPool pool) {
        var frames = pool.threads().getFirst().frames();
        return "its %s did not run, in calls such as %s: one that hangs, one that takes long and one that waits for messages look the same; --for 5m, or later thread dumps, show which return"
                .formatted(
                        counted(pool.size(), "thread"),
                        StackFrames.call(StackFrames.ofApplication(frames).getFirst()));
    }
}
