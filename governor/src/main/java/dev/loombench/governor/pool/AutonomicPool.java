package dev.loombench.governor.pool;

import dev.loombench.governor.control.HeapShortage;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A self-sizing pool of platform threads, for services on JDK 21 or with older thread models, and
/// for tasks that must not run on virtual threads.
///
/// It starts with as many threads as there are CPUs. Tasks start in the order of submission. As in
/// every JDK pool, a task's exception ends its thread, and another one replaces it. As in the JDK's
/// fixed pool, its threads wait for tasks until it is shut down or closed.
public final class AutonomicPool extends AbstractExecutorService {
    private static final int DEFAULT_MAX = 4_096;

    private final WorkerStates states = new WorkerStates(HeapShortage.heapInUse().orElse(() -> 0));
    private final LongAdder completed = new LongAdder();
    private final LongAdder busy = new LongAdder();
    private final PoolController controller;
    private final Consumer<? super ResizeDecision> listener;
    private final BlockingQueue<Runnable> queue;
    private final Workers workers;
    private final Thread sizer = new Thread(null, this::govern, "autonomic-pool-sizer", 0, false);

    private volatile boolean terminated;
    private volatile boolean interruptibleRest;
    private volatile int size;

    /// The JDK's pool, which implements the executor's contract; only its size is controlled here.
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
            terminated = true; // before isTerminated() returns true
            LockSupport.unpark(sizer);
        }
    }

    private AutonomicPool(
            int min,
            int max,
            int queueCapacity,
            ThreadFactory factory,
            Consumer<? super ResizeDecision> listener) {
        this.controller = new PoolController(min, max);
        this.listener = listener;
        this.size = Math.clamp(cpus(), min, max);
        this.queue = new LinkedBlockingQueue<>(queueCapacity);
        this.workers = new Workers(size, queue, loop -> factory.newThread(states.tracked(loop)));
    }

    /// Starts a pool of 1 to 4,096 threads with an unbounded queue. As in the JDK's pools, the
    /// threads are no daemons, so the JVM runs until the pool is shut down, and of normal priority.
    public static AutonomicPool start() {
        return start(1, DEFAULT_MAX, Integer.MAX_VALUE, threads(), decision -> {});
    }

    /// A thread is created by whichever thread submits a task, or by the sizer. By default it would
    /// inherit that the sizer and all virtual threads are daemons, and the JVM would exit before
    /// accepted tasks have run.
    private static ThreadFactory threads() {
        var likeOthers = Executors.defaultThreadFactory();
        var number = new AtomicInteger();
        return task -> {
            var thread = likeOthers.newThread(task);
            thread.setName("autonomic-pool-" + number.getAndIncrement());
            return thread;
        };
    }

    /// Starts a pool.
    ///
    /// @param min fewest threads, 1 or more
    /// @param max most threads
    /// @param queueCapacity tasks that may wait; further ones are rejected
    /// @param factory creates the threads, which must be platform threads; `Thread::new` creates
    ///   daemons where the pool's sizer or a virtual thread calls it, and the JVM does not wait for
    ///   the tasks of those
    /// @param listener called for each change of size, on the pool's sizer thread
    public static AutonomicPool start(
            int min,
            int max,
            int queueCapacity,
            ThreadFactory factory,
            Consumer<? super ResizeDecision> listener) {
        var pool = new AutonomicPool(min, max, queueCapacity, factory, listener);
        pool.startSizer();
        return pool;
    }

    /// The sizer and the threads that it makes have the class loader of the thread that starts the
    /// pool, but not the values of its inheritable thread-locals, which may belong to a request.
    private void startSizer() {
        sizer.setDaemon(true);
        sizer.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        sizer.start();
    }

    /// Samples the pool until it has terminated. If the listener or the factory throws, sizing ends
    /// but the pool continues.
    private void govern() {
        while (!terminated) {
            var sample = sample();
            var decision = controller.decide(sample);
            if (decision.changes()) {
                resize(decision.to());
                listener.accept(decision);
            }
            rest(decision.pauseNanos());
        }
    }

    /// A queued task ends a long pause, but not within its first 100 ms, because short tasks would
    /// wake the sizer all the time.
    private void rest(long nanos) {
        long uninterrupted = Math.min(nanos, PoolController.PAUSE_SATURATED_NANOS);
        LockSupport.parkNanos(this, uninterrupted);
        interruptibleRest = true;
        if (queue.isEmpty() && !terminated) {
            LockSupport.parkNanos(this, nanos - uninterrupted);
        }
        interruptibleRest = false;
        var unused = Thread.interrupted(); // a pending interrupt would end every later pause
    }

    private PoolSample sample() {
        int currentSize = size;
        int active = busy.intValue();
        int queued = queue.size();
        var waiting =
                queued > 0 && active >= currentSize ? states.waiting() : OptionalDouble.empty();
        return new PoolSample(
                System.nanoTime(), cpus(), currentSize, active, queued, completed.sum(), waiting);
    }

    private static int cpus() {
        return Runtime.getRuntime().availableProcessors();
    }

    private void resize(int to) {
        try {
            applySize(to);
            size = to;
        } catch (RuntimeException | Error e) {
            // The factory failed: stop `execute` from calling it again.
            applySize(Math.max(1, workers.getPoolSize()));
            size = workers.getCorePoolSize();
            throw e;
        }
    }

    /// Sets both sizes in an order in which the core size never exceeds the maximum.
    private void applySize(int threads) {
        if (threads > workers.getMaximumPoolSize()) {
            workers.setMaximumPoolSize(threads);
            workers.setCorePoolSize(threads);
        } else {
            workers.setCorePoolSize(threads);
            workers.setMaximumPoolSize(threads);
        }
    }

    /// @throws RejectedExecutionException after a shutdown, or if the queue is full
    @Override
    public void execute(Runnable task) {
        workers.execute(task);
        if (interruptibleRest && !queue.isEmpty()) {
            interruptibleRest = false;
            LockSupport.unpark(sizer);
        }
    }

    /// The number of threads that the pool may have now.
    public int size() {
        return size;
    }

    /// The number of tasks that wait for a thread.
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
