package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.concurrency.StackFrames;
import java.util.List;
import java.util.regex.Pattern;

/// The permits of a `Semaphore` by stacks: it has no owner, so who holds a permit is not known.
///
/// A method that acquires a permit, works and releases it is on the stacks of those that hold one
/// too, which do not wait for it: they are as many as permits are taken.
final class Permits {
    /// The call is in one of these topmost frames.
    private static final int TOP = 10;

    private static final Pattern ACQUIRE =
            Pattern.compile("java\\.util\\.concurrent\\.Semaphore\\.(acquire|tryAcquire).*");

    private Permits() {}

    /// Threads with one stack.
    ///
    /// @param frames from the top
    record Stack(List<String> frames, int count) {}

    /// Whether a thread waits for a permit.
    static boolean isAwaited(List<String> frames) {
        return frames.stream().limit(TOP).anyMatch(frame -> ACQUIRE.matcher(frame).matches());
    }

    /// The threads in a method that do not wait for a permit.
    ///
    /// @param frame of the method, with or without its line; a lambda is another method than the
    ///   one that holds it
    /// @param stacks of all threads
    static int taken(String frame, List<Stack> stacks) {
        var method = StackFrames.call(frame);
        return stacks.stream()
                .filter(stack -> !isAwaited(stack.frames()))
                .filter(stack ->
                        stack.frames().stream().map(StackFrames::call).anyMatch(method::equals))
                .mapToInt(Stack::count)
                .sum();
    }

    /// In words that follow a number of waiting threads.
    static String describe(int taken) {
        return taken == 0
                ? "who holds the permits is not known: a semaphore has no owner, and no other thread is in this method"
                : "who holds the permits is not known, as a semaphore has no owner; by stacks about %,d are taken, by other threads in this method"
                        .formatted(taken);
    }
}
