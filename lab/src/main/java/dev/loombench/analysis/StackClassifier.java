package dev.loombench.analysis;

import dev.loombench.result.StackGroup;
import java.util.List;
import java.util.regex.Pattern;

/// Short descriptions of what threads are doing, derived from their stacks.
final class StackClassifier {
    /// Calls that only an idle worker makes.
    private static final List<String> IDLE =
            List.of(
                    "ThreadPoolExecutor.getTask",
                    "ForkJoinPool.awaitWork",
                    "QueuedThreadPool.idleJobPoll",
                    "DelayScheduler.loop",
                    "EnhancedQueueExecutor$ThreadBody.run");

    /// Frames of the JDK's waiting mechanism, which say less than their callers.
    private static final Pattern WAIT_INTERNALS =
            Pattern.compile(
                    "(jdk\\.internal\\.(misc|vm)\\.|java\\.lang\\.VirtualThread\\."
                            + "|java\\.util\\.concurrent\\.locks\\.(LockSupport|Abstract\\w+Synchronizer)\\b"
                            + "|java\\.util\\.concurrent\\.ForkJoinPool\\.\\w*[mM]anagedBlock"
                            + "|java\\.lang\\.Object\\.wait0|java\\.lang\\.Thread\\.\\w*(sleepNanos|sleep0|yield0)"
                            + "|sun\\.nio\\.ch\\.(EPoll|KQueue|Net|NioSocketImpl\\.(park|timed|impl))).*");

    /// The description of a thread without frames, such as one that has not begun.
    static final String NO_CODE = "without Java code";

    private static final int CALLERS = 3;

    private StackClassifier() {}

    /// As in `in Thread.sleep`, `idle in a pool`, `blocked in Cache.get`: the topmost relevant
    /// call.
    static String of(StackGroup threads) {
        if (threads.frames().isEmpty()) {
            return NO_CODE;
        }
        if (threads.frames().stream()
                .map(StackClassifier::call)
                .anyMatch(c -> IDLE.stream().anyMatch(c::endsWith))) {
            return "idle in a pool";
        }
        if (threads.state().equals("BLOCKED")) {
            return "blocked in " + simple(threads.frames().getFirst());
        }
        return "in " + simple(relevant(threads.frames()).getFirst());
    }

    /// The same call with its callers, as in `Thread.sleep < Work.sleep < Handler.handle`.
    static String path(StackGroup threads) {
        return String.join(
                " < ",
                relevant(threads.frames()).stream()
                        .map(StackClassifier::simple)
                        .distinct()
                        .limit(CALLERS)
                        .toList());
    }

    /// The frames from the first outside the waiting mechanism; all frames when there is none.
    private static List<String> relevant(List<String> frames) {
        var rest = frames.stream().dropWhile(f -> WAIT_INTERNALS.matcher(f).matches()).toList();
        return rest.isEmpty() ? frames : rest;
    }

    /// `java.lang.Thread.sleep` of `java.lang.Thread.sleep(Thread.java:540)`.
    private static String call(String frame) {
        int end = frame.indexOf('(');
        return end < 0 ? frame : frame.substring(0, end);
    }

    /// `Thread.sleep` of the same.
    private static String simple(String frame) {
        var call = call(frame);
        int method = call.lastIndexOf('.');
        return call.substring(call.lastIndexOf('.', method - 1) + 1);
    }
}
