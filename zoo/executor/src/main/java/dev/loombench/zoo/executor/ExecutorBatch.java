package dev.loombench.zoo.executor;

import dev.loombench.zoo.work.BatchMain;
import dev.loombench.zoo.work.CommandLineArgs;
import dev.loombench.zoo.work.UsageException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// So many tasks of one kind of work, handed to an executor at once.
public final class ExecutorBatch {
    private static final List<String> KNOWN =
            List.of("--model", "--threads", "--tasks", "--work", "--concurrency");
    private static final int MOST = 10_000_000;

    private ExecutorBatch() {}

    public static void main(String[] args) {
        BatchMain.run(args, KNOWN, ExecutorBatch::run);
    }

    private static BatchMain.Done run(CommandLineArgs options) throws Exception {
        int tasks = options.number("--tasks", 10_000, 1, MOST);
        var step = BatchTask.of(options.text("--work").orElse("/sleep?ms=100"));
        int permits = options.number("--concurrency", MOST, 1, MOST);
        var executor = executor(options); // not closed: its threads are to be seen when all is done
        return new Run(step, new Semaphore(permits), new CountDownLatch(tasks)).carryOut(executor);
    }

    private static ExecutorService executor(CommandLineArgs options) {
        var model = options.required("--model", "which threads are to run the tasks?");
        return switch (model) {
            case "platform-pool" ->
                    Executors.newFixedThreadPool(options.number("--threads", 200, 1, 1_000_000));
            case "cached-pool" -> Executors.newCachedThreadPool();
            case "virtual" -> Executors.newVirtualThreadPerTaskExecutor();
            default ->
                    throw UsageException.noModel(model, "platform-pool", "cached-pool", "virtual");
        };
    }

    /// @param permits how many tasks may be at work at a time
    /// @param left tasks that are not done
    /// @param held ns that tasks were at work, together
    private record Run(
            BatchTask step,
            Semaphore permits,
            CountDownLatch left,
            LongAdder held,
            AtomicReference<@Nullable Throwable> failure) {
        Run(BatchTask step, Semaphore permits, CountDownLatch left) {
            this(step, permits, left, new LongAdder(), new AtomicReference<>());
        }

        BatchMain.Done carryOut(ExecutorService executor) throws Exception {
            int tasks = Math.toIntExact(left.getCount());
            long start = System.nanoTime();
            for (int i = 0; i < tasks; i++) {
                executor.execute(this::task);
            }
            left.await();
            long nanos = System.nanoTime() - start;
            var failed = failure.get();
            if (failed != null) {
                throw new IllegalStateException("a task failed", failed);
            }
            return new BatchMain.Done(tasks, nanos, held.sum() / tasks);
        }

        private void task() {
            try {
                permits.acquire();
                try {
                    work();
                } finally {
                    permits.release();
                }
            } catch (InterruptedException | RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            } finally {
                left.countDown();
            }
        }

        private void work() throws InterruptedException {
            long from = System.nanoTime();
            step.run();
            held.add(System.nanoTime() - from);
        }
    }
}
