import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// An executor and a count of what became of its tasks.
final class Lane {
    private final Executor executor;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder ended = new LongAdder();

    Lane(Executor executor) {
        this.executor = executor;
    }

    /// Until so many are in flight, or one is refused.
    void fill(int tasks, Runnable work) {
        while (inFlight.get() < tasks) {
            inFlight.incrementAndGet();
            try {
                executor.execute(() -> run(work));
                accepted.increment();
            } catch (RejectedExecutionException e) {
                inFlight.decrementAndGet();
                refused.increment();
                return;
            }
        }
    }

    private void run(Runnable work) {
        try {
            work.run();
        } finally {
            ended.increment();
            inFlight.decrementAndGet();
        }
    }

    boolean isEmpty() {
        return inFlight.get() == 0;
    }

    /// Accepted and never ended, once the lane is empty; below 0 where one ended twice.
    long lost() {
        return accepted.sum() - ended.sum();
    }

    @Override
    public String toString() {
        return "%d accepted, %d refused, %d ended"
                .formatted(accepted.sum(), refused.sum(), ended.sum());
    }
}
