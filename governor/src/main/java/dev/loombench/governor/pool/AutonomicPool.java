package dev.loombench.governor.pool;

import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A pool of platform threads that finds its own size: for services on JDK 21 or earlier models,
/// and wherever tasks must not run on virtual threads.
///
/// It begins with as many threads as there are CPUs. Tasks run in the order they came. A task's
/// exception kills its thread as in every JDK pool; another takes its place.
public final class AutonomicPool extends AbstractExecutorService {
    private static final int MOST = 4_096;

    private final WorkerStates states = new WorkerStates();
    private final LongAdder completed = new LongAdder();
    private final LongAdder busy = new LongAdder();
    private final PoolController controller;
    private final Consumer<? super ResizeDecision> listener;
    private final BlockingQueue<Runnable> queue;
    private final Workers workers;
    private final Thread sizer = new Thread(this::govern, "autonomic-pool-sizer");

    private volatile boolean ended;
    private volatile boolean resting;
    private volatile int size;

    /// The JDK's pool carries the contract; only its size is ours.
    private final class Workers extends ThreadPoolExecutor {
        Workers(int size, BlockingQueue<Runnable> queue, ThreadFactory factory) {
            super(size, size, 1, TimeUnit.SECONDS, queue, factory, new AbortPolicy());
        }

        @Override
        protected void beforeExecute(Thread thread, Runnable task) {
            busy.increment();
        }

        @Override
        protected void afterExecute(Runnable task, @Nullable Throwable e) {
            busy.decrement();
            completed.increment();
        }

        @Override
        protected void terminated() {
            ended = true; // the JDK's pool calls itself terminated only after this
            LockSupport.unpark(sizer);
        }
    }

    private AutonomicPool(
            int min,
            int max,
            int queueCapacity,
            ThreadFactory factory,
            Consumer<? super ResizeDecision> listener) {
        int cpus = Runtime.getRuntime().availableProcessors();
        this.controller = new PoolController(min, max, cpus);
        this.listener = listener;
        this.size = Math.clamp(cpus, min, max);
        this.queue = new LinkedBlockingQueue<>(queueCapacity);
        this.workers = new Workers(size, queue, loop -> factory.newThread(states.known(loop)));
    }

    /// 1 to 4,096 threads, an unbounded queue.
    public static AutonomicPool start() {
        return start(1, MOST, Integer.MAX_VALUE, Thread::new, sizing -> {});
    }

    /// @param min never fewer threads, 1 or more
    /// @param max never more
    /// @param queueCapacity tasks that may wait; one more is rejected
    /// @param factory makes the threads, platform ones
    /// @param listener told of each change of size, on the pool's own thread
    public static AutonomicPool start(
            int min,
            int max,
            int queueCapacity,
            ThreadFactory factory,
            Consumer<? super ResizeDecision> listener) {
        var pool = new AutonomicPool(min, max, queueCapacity, factory, listener);
        pool.sizer.setDaemon(true);
        pool.sizer.start();
        return pool;
    }

    /// Looks until the pool has ended; a listener or a factory that throws ends the sizing, not the
    /// pool.
    private void govern() {
        while (!ended) {
            var look = look();
            var sizing = controller.decide(look);
            if (sizing.changes()) {
                resize(sizing.to());
                listener.accept(sizing);
            }
            rest(sizing.pauseNanos());
        }
    }

    /// A task that has to queue ends a long rest, but not within its first 100 ms: short tasks
    /// would wake the sizer all the time.
    private void rest(long nanos) {
        long undisturbed = Math.min(nanos, PoolController.PAUSE_SATURATED);
        LockSupport.parkNanos(this, undisturbed);
        resting = true;
        if (queue.isEmpty() && !ended) {
            LockSupport.parkNanos(this, nanos - undisturbed);
        }
        resting = false;
        var unused = Thread.interrupted(); // it would end every rest from here on
    }

    private PoolSample look() {
        int now = size;
        int active = busy.intValue();
        int queued = queue.size();
        var waiting = queued > 0 && active >= now ? states.waiting() : OptionalDouble.empty();
        return new PoolSample(System.nanoTime(), now, active, queued, completed.sum(), waiting);
    }

    private void resize(int to) {
        try {
            set(to);
            size = to;
        } catch (RuntimeException | Error e) {
            // The factory has no more threads: `execute` must not go on asking it for them.
            set(Math.max(1, workers.getPoolSize()));
            size = workers.getCorePoolSize();
            throw e;
        }
    }

    /// The JDK's pool wants its core never above its maximum, between the two calls as well.
    private void set(int threads) {
        if (threads > workers.getMaximumPoolSize()) {
            workers.setMaximumPoolSize(threads);
            workers.setCorePoolSize(threads);
        } else {
            workers.setCorePoolSize(threads);
            workers.setMaximumPoolSize(threads);
        }
    }

    /// @throws RejectedExecutionException after a shutdown, and when the queue is full
    @Override
    public void execute(Runnable task) {
        workers.execute(task);
        if (resting && !queue.isEmpty()) {
            resting = false;
            LockSupport.unpark(sizer);
        }
    }

    /// Threads that the pool may have now.
    public int size() {
        return size;
    }

    /// Tasks that wait for a thread.
    public int queued() {
        return queue.size();
    }

    boolean isSizing() {
        return sizer.isAlive();
    }

    @Override
    public void shutdown() {
        workers.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return workers.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return workers.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return workers.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return workers.awaitTermination(timeout, unit);
    }
}
