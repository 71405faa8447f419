package dev.loombench.zoo.work;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The work behind each path, done by the calling thread.
///
/// A server with a thread per request calls `respond`. An event loop parses the `WorkItem`, waits
/// without blocking, counts with `enter` and `leave`, and calls `perform` for the rest.
public final class Work {
    private static final WorkResponse HELLO = WorkResponse.ok("Hello world!");
    private static final WorkResponse INTERRUPTED =
            new WorkResponse(503, "interrupted: the server is shutting down");

    /// Steps of `/fib` in per cent of the requested number: it injects a known difference between
    /// two variants, to prove that the lab detects it.
    private static final long FIB_PERCENT = Long.getLong("loombench.fib.percent", 100);

    private final HandlerStats stats = new HandlerStats();
    private final DelayServiceClient delayService;

    /// The lock of `/lock?shared=true&kind=synchronized`.
    private final Object monitor = new Object();

    /// The lock of `/lock?shared=true&kind=reentrant`.
    private final ReentrantLock mutex = new ReentrantLock();

    public Work(Options options) {
        delayService = new DelayServiceClient(options.downstream());
    }

    /// Does the work of a request, and counts it as being in a handler.
    ///
    /// @param path null if the request has none
    /// @param query without the question mark; null if the request has none
    public WorkResponse respond(@Nullable String path, @Nullable String query) {
        var item = WorkItem.of(path, query);
        long since = enter(item);
        try {
            return perform(item);
        } finally {
            leave(item, since);
        }
    }

    /// Counts the request as being in a handler; a request for the statistics does not count.
    ///
    /// @return the time of entry, for `leave`
    public long enter(WorkItem item) {
        return item instanceof WorkItem.ReadStats ? 0 : stats.enter();
    }

    /// @param since the result of `enter`
    public void leave(WorkItem item, long since) {
        if (!(item instanceof WorkItem.ReadStats)) {
            stats.leave(since);
        }
    }

    /// Does the work without counting it.
    public WorkResponse perform(WorkItem item) {
        try {
            return switch (item) {
                case WorkItem.Hello() -> HELLO;
                case WorkItem.Sleep(int millis) -> sleep(millis);
                case WorkItem.Fib(int n) -> WorkResponse.ok(Long.toString(fibonacciSum(steps(n))));
                case WorkItem.Burn(int micros) -> burn(micros);
                case WorkItem.Allocate(int kilobytes) -> allocate(kilobytes);
                case WorkItem.Lock lock -> sleepLocked(lock);
                case WorkItem.Native(int millis) -> NativeSleep.of(millis);
                case WorkItem.Init(int millis) -> ClassInitSleep.of(millis);
                case WorkItem.FileRead(int millis) -> FileWait.of(millis);
                case WorkItem.Downstream downstream -> delayService.call(downstream);
                case WorkItem.ReadStats() -> WorkResponse.ok(stats.toString());
                case WorkItem.Invalid(int status, String why) -> new WorkResponse(status, why);
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return INTERRUPTED;
        }
    }

    private static int steps(int requested) {
        return (int) Math.min(Integer.MAX_VALUE, requested * FIB_PERCENT / 100);
    }

    /// `F[1] + … + F[n]` with `F[1] = F[2] = 1`, in a plain loop.
    ///
    /// The numbers are `int` and overflow from `F[47]` on. Only the amount of computing matters,
    /// which is the same on every server.
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

    /// The response to `/sleep`, for servers that wait without blocking.
    public static WorkResponse slept(int millis) {
        return WorkResponse.ok("slept " + millis + " ms");
    }

    /// Spins for the given elapsed time. CPU time would be more exact on a busy machine, but the
    /// CPU time of a virtual thread cannot be read. Use `/fib` where the amount of work matters.
    private static WorkResponse burn(int micros) {
        long start = System.nanoTime();
        long nanos = micros * 1_000L;
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
        return WorkResponse.ok("burned " + micros + " us");
    }

    /// Allocates that many arrays of 1 KB, all of which are live until the last one is allocated.
    private static WorkResponse allocate(int kilobytes) {
        var arrays = new byte[kilobytes][];
        for (int i = 0; i < kilobytes; i++) {
            arrays[i] = new byte[1024];
        }
        return WorkResponse.ok("allocated " + arrays.length + " KB");
    }

    /// Where each request has its own lock, the effect is pinning and not contention; where all
    /// share one, they wait for each other.
    private WorkResponse sleepLocked(WorkItem.Lock lock) throws InterruptedException {
        int millis = lock.millis();
        switch (lock.kind()) {
            case SYNCHRONIZED -> sleepInMonitor(millis, lock.shared() ? monitor : new Object());
            case REENTRANT ->
                    sleepInReentrantLock(millis, lock.shared() ? mutex : new ReentrantLock());
        }
        var held = lock.shared() ? "held shared " : "held ";
        return WorkResponse.ok(held + lock.kind().label() + " " + millis + " ms");
    }

    private static void sleepInMonitor(int millis, Object monitor) throws InterruptedException {
        synchronized (monitor) {
            Thread.sleep(millis);
        }
    }

    private static void sleepInReentrantLock(int millis, ReentrantLock lock)
            throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Thread.sleep(millis);
        } finally {
            lock.unlock();
        }
    }
}
