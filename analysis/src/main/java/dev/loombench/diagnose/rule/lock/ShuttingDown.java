package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A JVM that is shutting down, after a signal, `System.exit` or the end of its last thread: one
/// thread waits for the hooks to end. A hook that calls `System.exit` waits for that thread; one
/// that waits for a limited time lets requests end, as it is meant to. `Rules` leaves it out beside
/// findings that may keep the hooks.
public final class ShuttingDown {
    public static final String ID = "shutting-down";

    private static final String SHUTDOWN = "java.lang.Shutdown.";

    /// The calls of the thread that runs the hooks.
    private static final String RUNS_HOOKS = "java.lang.ApplicationShutdownHooks.";

    /// The thread of a hook, by its name; not one that sends web hooks.
    private static final Pattern HOOK = Pattern.compile("(?i).*(shutdown|(?<!web.?)hook).*");

    private static final String MAIN = "main";

    /// The class whose end a hook waits for in `awaitTermination`.
    private static final String EXECUTOR = "ThreadPoolExecutor";

    /// Threads that are named of many.
    private static final int SHOWN = 3;

    static final Rule RULE =
            new Rule(
                    ID,
                    "the JVM is shutting down",
                    "printed threads",
                    "a thread is in `java.lang.Shutdown` at all moments; critical where a hook, by the name of its thread, or as the only one at work that belongs to no pool, waits without a limit of time, with the same stack and without CPU time, over 10 s or more. Not beside `deadlock`, `no-progress`, `lock-bound`, `output-unread`, `carriers-blocked` and `carriers-monopolized` that are as severe, which may keep the hooks",
                    "warning",
                    "the documentation of `Runtime.exit`",
                    Figures.class);

    private ShuttingDown() {}

    /// @param hooks threads of hooks, by their names or as others are none
    /// @param still of them, those that wait without a limit of time and did not run
    record Figures(int hooks, int still, long seconds) {}

    public static Optional<ServiceFinding> in(Evidence evidence) {
        return evidence.printed()
                .value()
                .filter(history ->
                        history.moments().stream().allMatch(ShuttingDown::isShuttingDown))
                .map(history -> finding(history, evidence));
    }

    private static boolean isShuttingDown(ThreadMoment moment) {
        return moment.threads().stream()
                .flatMap(thread -> thread.frames().stream())
                .anyMatch(frame -> frame.startsWith(SHUTDOWN));
    }

    /// The threads of hooks.
    ///
    /// @param named whether their names say so; else each of them may be one
    private record Hooks(List<LiveThread> threads, boolean named) {
        /// By their names; else those at work that are of no pool and no other server.
        static Hooks of(ThreadMoment moment) {
            var named =
                    moment.threads().stream()
                            .filter(thread -> HOOK.matcher(thread.name()).matches())
                            .filter(thread ->
                                    !thread.isFree()
                                            && !isIn(RUNS_HOOKS, thread)
                                            && !StackFrames.ofApplication(thread.frames())
                                                    .isEmpty())
                            .toList();
            return named.isEmpty()
                    ? new Hooks(
                            moment.threads().stream().filter(ShuttingDown::mayBeHook).toList(),
                            false)
                    : new Hooks(named, true);
        }

        /// Whether it is known which threads are hooks.
        boolean areKnown() {
            return named || threads.size() == 1;
        }

        String describe() {
            if (threads.isEmpty()) {
                return "none is known by its name";
            }
            return "%s %s"
                    .formatted(
                            named
                                    ? "by their names these are"
                                    : "by elimination, as no pool has them, these may be",
                            threads.stream()
                                    .limit(SHOWN)
                                    .map(ShuttingDown::place)
                                    .collect(Collectors.joining("; ")));
        }
    }

    private static boolean hasCall(LiveThread thread) {
        return AppCalls.caller(thread.frames()).isPresent();
    }

    private static boolean mayBeHook(LiveThread thread) {
        return !thread.virtual()
                && !thread.name().equals(MAIN)
                && thread.isAtWork()
                && hasCall(thread)
                && !StackFrames.isOfPool(thread.frames())
                && thread.served().isEmpty()
                && (!isIn(SHUTDOWN, thread) || thread.stack().awaited().isPresent())
                && !isIn(RUNS_HOOKS, thread);
    }

    /// Whether a thread ends the JVM, and waits for its hooks.
    static boolean isCalledBy(LiveThread thread) {
        return isIn(SHUTDOWN, thread);
    }

    private static boolean isIn(String call, LiveThread thread) {
        return thread.frames().stream().anyMatch(frame -> frame.startsWith(call));
    }

    /// `"close-pool" in Shop.stop(Shop.java:9), which waits for others (ThreadPoolExecutor)`.
    private static String place(LiveThread thread) {
        return "%s in %s%s"
                .formatted(
                        thread.label(),
                        AppCalls.withCaller(thread.frames()),
                        isIn(SHUTDOWN, thread)
                                ? ", which calls System.exit"
                                : ResultWaits.awaited(thread.frames())
                                        .map(", which waits for others (%s)"::formatted)
                                        .orElse(""));
    }

    private static ServiceFinding finding(ThreadHistory history, Evidence evidence) {
        long seconds = evidence.window().toSeconds();
        var hooks = Hooks.of(history.last());
        var still =
                hooks.threads().stream()
                        .filter(_ -> evidence.showsProgress() && hooks.areKnown())
                        .filter(thread -> !thread.isTimed() && history.standsStill(thread))
                        .toList();
        return ServiceFinding.of(
                        RULE,
                        still.isEmpty() ? Severity.WARNING : Severity.CRITICAL,
                        still.isEmpty() || hooks.named() ? Confidence.HIGH : Confidence.MEDIUM,
                        new FindingText(
                                still.isEmpty()
                                        ? "the JVM is shutting down"
                                        : "the JVM is shutting down, and %s %s did not run in %d s"
                                                .formatted(
                                                        hooks.named()
                                                                ? "hook"
                                                                : "what may be a hook,",
                                                        still.getFirst().label(),
                                                        seconds),
                                "most services accept no further requests then, and the process does not"
                                        + " end before its hooks do",
                                remedy(hooks, LockGraph.of(history))),
                        List.of(
                                "a thread waits for the hooks in java.lang.Shutdown; "
                                        + hooks.describe()
                                        + tasks(hooks, history)),
                        1,
                        new Figures(hooks.threads().size(), still.size(), seconds))
                .withFrames(
                        AppCalls.mostFrequent(
                                hooks.threads().stream().map(LiveThread::frames).toList()));
    }

    private static String remedy(Hooks hooks, LockGraph graph) {
        var waits = hooks.threads().stream().filter(thread -> !isIn(SHUTDOWN, thread)).toList();
        if (waits.isEmpty() && !hooks.threads().isEmpty()) {
            return "do not call System.exit in a hook: it waits for the thread that runs the hooks, which"
                    + " waits for this one";
        }
        if (waits.stream()
                .flatMap(thread -> thread.stack().awaited().stream())
                .flatMap(lock -> graph.owner(lock).stream())
                .anyMatch(ShuttingDown::isCalledBy)) {
            return LockRemedies.EXIT;
        }
        var results =
                waits.stream()
                        .filter(thread -> ResultWaits.awaited(thread.frames()).isPresent())
                        .toList();
        return results.isEmpty()
                ? "find the hook that does not return: a hook must not call System.exit, and"
                        + " needs a time limit where it waits for requests or other threads"
                : ResultWaits.remedyOfResult(results, false);
    }

    /// `; tasks of executors that have not ended: "pool-1-thread-1" in Shop.next(Shop.java:70)`,
    /// where a hook waits for the end of one.
    private static String tasks(Hooks hooks, ThreadHistory history) {
        boolean waits =
                hooks.threads().stream()
                        .flatMap(thread -> ResultWaits.awaited(thread.frames()).stream())
                        .anyMatch(EXECUTOR::equals);
        var tasks =
                history.last().threads().stream()
                        .filter(thread -> StackFrames.isOfExecutor(thread.frames()))
                        .filter(thread -> !thread.isFree() && hasCall(thread))
                        .filter(thread -> !isIn(SHUTDOWN, thread))
                        .limit(SHOWN)
                        .map(ShuttingDown::place)
                        .collect(Collectors.joining("; "));
        return waits && !tasks.isEmpty()
                ? "; tasks of executors that have not ended: " + tasks
                : "";
    }
}
