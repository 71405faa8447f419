import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// An executor that counts accepted, rejected and completed tasks.
final class CountingExecutor {
    private final Executor executor;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder completed = new LongAdder();

    CountingExecutor(Executor executor) {
        this.executor = executor;
    }

    /// Submits tasks until a number of them is in flight or one is rejected.
    void fill(int tasks, Runnable work) {
        while (inFlight.get() < tasks) {
            inFlight.incrementAndGet();
            try {
                executor.execute(() -> run(work));
                accepted.increment();
            } catch (RejectedExecutionException e) {
                inFlight.decrementAndGet();
                rejected.increment();
                return;
            }
        }
    }

    private void run(Runnable work) {
        try {
            work.run();
        } finally {
            completed.increment();
            inFlight.decrementAndGet();
        }
    }

    boolean isEmpty() {
        return inFlight.get() == 0;
    }

    /// Tasks that were accepted and never completed, once none is in flight; negative when a task
    /// completed twice.
    long lost() {
        return accepted.sum() - completed.sum();
    }

    @Override
    public String toString() {
        return "%d accepted, %d rejected, %d completed"
                .formatted(accepted.sum(), rejected.sum(), completed.sum());
    }
}
