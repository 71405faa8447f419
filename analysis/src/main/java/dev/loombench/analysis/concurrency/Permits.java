package dev.loombench.analysis.concurrency;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The permits of a limit by stacks: it has no owner, so who holds a permit is not known.
///
/// A method that acquires a permit of a `Semaphore`, works and releases it is on the stacks of
/// those that hold one too, which do not wait for it: they are as many as permits are taken. The
/// calls of other limits are on the stacks of those that wait only.
public final class Permits {
    /// The call is in one of these topmost frames.
    private static final int TOP = 10;

    private static final String HELD =
            "as many threads as it has permits pass at a time, so more threads, users or processors do"
                    + " not raise the throughput";

    private static final String BY_RATE =
            "threads pass at the rate of the limit, so more threads, users or processors do not raise"
                    + " the throughput";

    private static final String RAISE_RATE =
            "raise the rate where what it protects allows more, or reject requests that find no permit";

    private Permits() {}

    /// What gives permits, by the calls that wait for one.
    public enum Limit {
        /// Of `@ConcurrencyLimit` and `SimpleAsyncTaskExecutor`.
        SPRING(
                "Spring's ConcurrencyThrottleSupport",
                "org\\.springframework\\.util\\.ConcurrencyThrottleSupport\\.(beforeAccess|onLimitReached)\\(.*",
                HELD,
                "raise the limit (@ConcurrencyLimit, setConcurrencyLimit) where what it protects allows"
                        + " more, or hold it for a shorter time",
                "find which calls within the limit do not return"),
        GUAVA(
                "a RateLimiter of Guava",
                "com\\.google\\.common\\.util\\.concurrent\\.RateLimiter\\.(acquire|tryAcquire)\\(.*",
                BY_RATE,
                RAISE_RATE,
                RAISE_RATE),
        RESILIENCE4J(
                "a RateLimiter of Resilience4j",
                "io\\.github\\.resilience4j\\.ratelimiter\\.internal\\.\\w+\\.acquirePermission\\(.*",
                BY_RATE,
                RAISE_RATE,
                RAISE_RATE),
        /// In Redis, for several services: the library waits for a `Semaphore` of its own until
        /// another service has released it.
        REDISSON(
                "a lock of Redisson",
                "org\\.redisson\\.Redisson\\w*Lock\\.\\w*[lL]ock\\w*\\(.*",
                "one thread of all services has it at a time, so more threads, users or processors do not"
                        + " raise the throughput",
                "hold it for a shorter time, or take a lock per key",
                "find which service holds it, by its key in Redis, and why it does not release it: unlock"
                        + " in finally, or take it with a lease time"),
        SEMAPHORE(
                "a Semaphore",
                "java\\.util\\.concurrent\\.Semaphore\\.(acquire|tryAcquire).*",
                HELD,
                "raise the permits where what they protect allows more, hold one for a shorter time, or"
                        + " reject requests that find none",
                "find what does not return its permits: release each in finally, also after an"
                        + " exception or a time limit; or what gives them, as a timer that has ended by"
                        + " an exception. A Semaphore that signals work has nothing to do");

        private final String label;
        private final Pattern call;
        private final String impact;
        private final String remedy;
        private final String remedyOfDead;

        /// @param label in words
        /// @param remedyOfDead where no permit is returned
        Limit(String label, String call, String impact, String remedy, String remedyOfDead) {
            this.label = label;
            this.call = Pattern.compile(call);
            this.impact = impact;
            this.remedy = remedy;
            this.remedyOfDead = remedyOfDead;
        }

        public String label() {
            return label;
        }

        /// What threads wait for: `a permit of a Semaphore`, `a lock of Redisson`.
        public String awaited() {
            return this == REDISSON ? label : "a permit of " + label;
        }

        public String impact() {
            return impact;
        }

        public String remedy() {
            return remedy;
        }

        public String remedyOfDead() {
            return remedyOfDead;
        }

        /// Whether it gives permits at a rate, whatever those that have one do.
        public boolean isRate() {
            return impact.equals(BY_RATE);
        }

        private boolean isOn(List<String> frames) {
            return frames.stream().limit(TOP).anyMatch(frame -> call.matcher(frame).matches())
                    && (this != REDISSON || SEMAPHORE.isOn(frames));
        }
    }

    /// Threads with one stack.
    ///
    /// @param frames from the top
    public record Stack(List<String> frames, int count) {}

    /// The limit for whose permit a thread waits.
    public static Optional<Limit> awaited(List<String> frames) {
        for (var limit : Limit.values()) {
            if (limit.isOn(frames)) {
                return Optional.of(limit);
            }
        }
        return Optional.empty();
    }

    /// Whether a thread waits for a permit.
    public static boolean isAwaited(List<String> frames) {
        return awaited(frames).isPresent();
    }

    /// The method that acquires a permit, or where a library does, the one that calls the library;
    /// empty where only the JDK and libraries are on the stack.
    ///
    /// @param frames of a thread that waits for a permit, from the top
    static Optional<String> acquiringMethod(List<String> frames) {
        return ownMethods(frames).findFirst();
    }

    /// The caller of that method, which may hold the permit that it returns with.
    public static Optional<String> callerOfAcquiring(List<String> frames) {
        return ownMethods(frames).skip(1).findFirst();
    }

    private static Stream<String> ownMethods(List<String> frames) {
        return frames.stream()
                .filter(frame -> !StackFrames.isOfJdk(frame) && !Libraries.contains(frame))
                .filter(frame -> !StackFrames.isGenerated(frame))
                .map(StackFrames::call)
                .distinct();
    }

    /// The threads in a method that do not wait for a permit.
    ///
    /// @param frame of the method, with or without its line; a lambda is another method than the
    ///   one that holds it
    /// @param stacks of all threads
    public static int taken(String frame, List<Stack> stacks) {
        var method = StackFrames.call(frame);
        return stacks.stream()
                .filter(stack -> !isAwaited(stack.frames()))
                .filter(stack ->
                        stack.frames().stream().map(StackFrames::call).anyMatch(method::equals))
                .mapToInt(Stack::count)
                .sum();
    }

    /// The threads in one of several methods that have a permit, as far as their lines show it:
    /// those before the line at which others wait for one have none yet. While others wait, all
    /// permits are taken, so that threads at one line hold them. At several lines, some may have
    /// returned theirs.
    ///
    /// @return 0 where none has one, and where those that have one are not known
    static int holders(Set<String> methods, List<Stack> stacks) {
        int holders = 0;
        for (var method : methods) {
            var waiting = threadsByLine(method, stacks.stream().filter(s -> isAwaited(s.frames())));
            int acquired = waiting.isEmpty() ? 0 : waiting.firstKey();
            var passed =
                    threadsByLine(method, stacks.stream().filter(s -> !isAwaited(s.frames())))
                            .tailMap(acquired, true);
            if (passed.size() > 1) {
                return 0;
            }
            holders += passed.values().stream().mapToInt(Integer::intValue).sum();
        }
        return holders;
    }

    /// The threads in a method by its line that is topmost on their stacks.
    private static NavigableMap<Integer, Integer> threadsByLine(
            String method, Stream<Stack> stacks) {
        var lines = new TreeMap<Integer, Integer>();
        stacks.forEach(stack ->
                stack.frames().stream()
                        .filter(frame -> StackFrames.call(frame).equals(method))
                        .findFirst()
                        .ifPresent(frame ->
                                lines.merge(StackFrames.line(frame), stack.count(), Integer::sum)));
        return lines;
    }

    /// In words that follow a number of waiting threads.
    public static String describe(int taken) {
        return taken == 0
                ? "who holds the permits is not known: a semaphore has no owner, and no other thread is in this method"
                : "who holds the permits is not known, as a semaphore has no owner; by stacks about %,d are taken, by other threads in this method"
                        .formatted(taken);
    }
}
