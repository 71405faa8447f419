package dev.loombench.analysis;

import dev.loombench.result.StackGroup;
import java.util.List;
import java.util.regex.Pattern;

/// Where threads are, in a few words, read from their stack.
final class StackClassifier {
    /// Calls that only a worker without work makes.
    private static final List<String> IDLE =
            List.of(
                    "ThreadPoolExecutor.getTask",
                    "ForkJoinPool.awaitWork",
                    "QueuedThreadPool.idleJobPoll",
                    "DelayScheduler.loop",
                    "EnhancedQueueExecutor$ThreadBody.run");

    /// How a call waits, which tells less than who made it.
    private static final Pattern PLUMBING =
            Pattern.compile(
                    "(jdk\\.internal\\.(misc|vm)\\.|java\\.lang\\.VirtualThread\\."
                            + "|java\\.util\\.concurrent\\.locks\\.(LockSupport|Abstract\\w+Synchronizer)\\b"
                            + "|java\\.util\\.concurrent\\.ForkJoinPool\\.\\w*[mM]anagedBlock"
                            + "|java\\.lang\\.Object\\.wait0|java\\.lang\\.Thread\\.\\w*(sleepNanos|sleep0|yield0)"
                            + "|sun\\.nio\\.ch\\.(EPoll|KQueue|Net|NioSocketImpl\\.(park|timed|impl))).*");

    /// Of a thread that has not begun, among others.
    static final String NO_CODE = "without Java code";

    private static final int CALLERS = 3;

    private StackClassifier() {}

    /// As in `in Thread.sleep`, `idle in a pool`, `blocked in Cache.get`: the topmost call that is
    /// no plumbing.
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
        return "in " + simple(telling(threads.frames()).getFirst());
    }

    /// The same with who called it, as in `Thread.sleep < Work.sleep < Handler.handle`.
    static String path(StackGroup threads) {
        return String.join(
                " < ",
                telling(threads.frames()).stream()
                        .map(StackClassifier::simple)
                        .distinct()
                        .limit(CALLERS)
                        .toList());
    }

    /// All frames when all are plumbing.
    private static List<String> telling(List<String> frames) {
        var rest = frames.stream().dropWhile(f -> PLUMBING.matcher(f).matches()).toList();
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
