package dev.loombench.zoo.work;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The work behind each path, done by the thread that calls.
///
/// A server that has a thread for each request calls `answer`. An event loop reads the `WorkItem`
/// itself, waits in its own way, counts with `enter` and `leave`, and leaves the rest to `perform`.
public final class Work {
    private static final WorkResponse HELLO = WorkResponse.ok("Hello world!");
    private static final WorkResponse INTERRUPTED =
            new WorkResponse(503, "interrupted: the server is leaving");

    /// How long `/burn` burns, in per cent of what was asked for: a known difference between two
    /// variants, to prove that it is found.
    private static final long BURN_PERCENT = Long.getLong("loombench.burn.percent", 100);

    private final HandlerStats inside = new HandlerStats();
    private final DelayServiceClient delayService;

    public Work(Options options) {
        delayService = new DelayServiceClient(options.downstream());
    }

    /// Blocks until the work is done.
    ///
    /// @param path null when the request names none
    /// @param query without the question mark; null when the request has none
    public WorkResponse answer(@Nullable String path, @Nullable String query) {
        var task = WorkItem.of(path, query);
        long since = enter(task);
        try {
            return perform(task);
        } finally {
            leave(task, since);
        }
    }

    /// Counts the request as being in a handler; one that only looks inside does not count.
    ///
    /// @return when, for `leave`
    public long enter(WorkItem task) {
        return task instanceof WorkItem.ReadStats ? 0 : inside.enter();
    }

    /// @param since what `enter` gave
    public void leave(WorkItem task, long since) {
        if (!(task instanceof WorkItem.ReadStats)) {
            inside.leave(since);
        }
    }

    /// Blocks until the work is done; does not count.
    public WorkResponse perform(WorkItem task) {
        try {
            return switch (task) {
                case WorkItem.Hello() -> HELLO;
                case WorkItem.Sleep(int millis) -> sleep(millis);
                case WorkItem.Fib(int n) -> WorkResponse.ok(Long.toString(fibonacciSum(n)));
                case WorkItem.Burn(int micros) -> burn(micros);
                case WorkItem.Lock(int millis, LockKind kind) -> sleepLocked(millis, kind);
                case WorkItem.Native(int millis) -> NativeSleep.of(millis);
                case WorkItem.Init(int millis) -> ClassInitSleep.of(millis);
                case WorkItem.Downstream downstream -> delayService.call(downstream);
                case WorkItem.ReadStats() -> WorkResponse.ok(inside.toString());
                case WorkItem.Refused(int status, String why) -> new WorkResponse(status, why);
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return INTERRUPTED;
        }
    }

    /// `F[1] + … + F[n]` with `F[1] = F[2] = 1`, in a plain loop.
    ///
    /// The numbers are `int` and overflow from `F[47]` on: the loop is a yardstick of computing,
    /// and the same on every server, not a source of Fibonacci numbers.
    ///
    /// @param n 0 or more
    public static long fibonacciSum(int n) {
        int current = 1;
        int next = 1;
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += current;
            int following = current + next;
            current = next;
            next = following;
        }
        return sum;
    }

    private static WorkResponse sleep(int millis) throws InterruptedException {
        Thread.sleep(millis);
        return slept(millis);
    }

    /// The answer to `/sleep`, for those who wait in their own way.
    public static WorkResponse slept(int millis) {
        return WorkResponse.ok("slept " + millis + " ms");
    }

    /// Busy for that much elapsed time. CPU time would be fairer on a crowded machine, but a
    /// virtual thread has none that can be read, and the rule must be the same for all: where the
    /// amount of work matters, ask for `/fib`.
    private static WorkResponse burn(int micros) {
        long start = System.nanoTime();
        long nanos = micros * 10L * BURN_PERCENT;
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
        return WorkResponse.ok("burned " + micros + " us");
    }

    /// Nobody else waits for this lock: what shows is pinning, not contention.
    private static WorkResponse sleepLocked(int millis, LockKind kind) throws InterruptedException {
        switch (kind) {
            case SYNCHRONIZED -> sleepInMonitor(millis);
            case REENTRANT -> sleepInReentrantLock(millis);
        }
        return WorkResponse.ok("held " + kind.label() + " " + millis + " ms");
    }

    private static void sleepInMonitor(int millis) throws InterruptedException {
        var own = new Object();
        synchronized (own) {
            Thread.sleep(millis);
        }
    }

    private static void sleepInReentrantLock(int millis) throws InterruptedException {
        var own = new ReentrantLock();
        own.lock();
        try {
            Thread.sleep(millis);
        } finally {
            own.unlock();
        }
    }
}
