package dev.loombench.analysis.server;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.observe.result.StackGroup;

/// Short descriptions of what threads are doing, derived from their stacks.
final class StackClassifier {
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
        if (StackFrames.isIdle(threads.frames())) {
            return "idle in a pool";
        }
        if (threads.state().equals("BLOCKED")) {
            return "blocked in " + simple(threads.frames().getFirst());
        }
        return "in " + simple(StackFrames.withoutWaiting(threads.frames()).getFirst());
    }

    /// The same call with its callers, as in `Thread.sleep < Work.sleep < Handler.handle`.
    static String path(StackGroup threads) {
        return String.join(
                " < ",
                StackFrames.withoutWaiting(threads.frames()).stream()
                        .map(StackClassifier::simple)
                        .distinct()
                        .limit(CALLERS)
                        .toList());
    }

    /// `Thread.sleep` of `java.lang.Thread.sleep(Thread.java:540)`.
    private static String simple(String frame) {
        var call = StackFrames.call(frame);
        int method = call.lastIndexOf('.');
        return call.substring(call.lastIndexOf('.', method - 1) + 1);
    }
}
