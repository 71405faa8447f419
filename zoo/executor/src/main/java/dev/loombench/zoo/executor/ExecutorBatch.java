package dev.loombench.zoo.executor;

import dev.loombench.zoo.work.BatchMain;
import dev.loombench.zoo.work.CommandLineArgs;
import dev.loombench.zoo.work.UsageException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Submits a number of equal tasks to an executor: all at once, or one at a time by each of a
/// number of users, who wait for it.
public final class ExecutorBatch {
    private static final List<String> KNOWN =
            List.of("--model", "--threads", "--tasks", "--work", "--concurrency", "--users");
    private static final int MAX = 10_000_000;
    private static final int MAX_USERS = 1000;

    private ExecutorBatch() {}

    public static void main(String[] args) {
        BatchMain.run(args, KNOWN, ExecutorBatch::run);
    }

    private static BatchMain.Done run(CommandLineArgs options) throws Exception {
        int tasks = options.number("--tasks", 10_000, 1, MAX);
        var work = BatchTask.of(options.text("--work").orElse("/sleep?ms=100"));
        int permits = options.number("--concurrency", MAX, 1, MAX);
        int users = options.number("--users", 0, 0, MAX_USERS);
        var executor =
                executor(options); // not closed, so that the lab can observe its threads afterwards
        return new Run(work, new Semaphore(permits), new CountDownLatch(tasks))
                .execute(executor, users);
    }

    private static ExecutorService executor(CommandLineArgs options) {
        var model = options.required("--model", "which threads run the tasks?");
        return switch (model) {
            case "platform-pool" ->
                    Executors.newFixedThreadPool(options.number("--threads", 200, 1, 1_000_000));
            case "cached-pool" -> Executors.newCachedThreadPool();
            case "virtual" -> Executors.newVirtualThreadPerTaskExecutor();
            default ->
                    throw UsageException.unknownModel(
                            model, "platform-pool", "cached-pool", "virtual");
        };
    }

    /// @param permits limits the tasks that run at a time
    /// @param remaining counts the tasks that are not complete
    /// @param held total time of the tasks, ns
    private record Run(
            BatchTask work,
            Semaphore permits,
            CountDownLatch remaining,
            LongAdder held,
            AtomicReference<@Nullable Throwable> failure) {
        Run(BatchTask work, Semaphore permits, CountDownLatch remaining) {
            this(work, permits, remaining, new LongAdder(), new AtomicReference<>());
        }

        /// @param users 0 to submit all tasks at once
        BatchMain.Done execute(ExecutorService executor, int users) throws Exception {
            int tasks = Math.toIntExact(remaining.getCount());
            long start = System.nanoTime();
            if (users == 0) {
                for (int i = 0; i < tasks; i++) {
                    executor.execute(this::task);
                }
            } else {
                var left = new AtomicInteger(tasks);
                for (int i = 0; i < users; i++) {
                    Thread.ofPlatform().name("user-", i).start(() -> submit(executor, left));
                }
            }
            remaining.await();
            long nanos = System.nanoTime() - start;
            var failed = failure.get();
            if (failed != null) {
                throw new IllegalStateException("a task failed", failed);
            }
            return new BatchMain.Done(tasks, nanos, held.sum() / tasks);
        }

        /// Submits one task after the other, and waits for each.
        private void submit(ExecutorService executor, AtomicInteger left) {
            try {
                while (left.getAndDecrement() > 0) {
                    executor.submit(this::task).get();
                }
            } catch (InterruptedException | ExecutionException e) {
                failure.compareAndSet(null, e); // a task handles its own failures
            }
        }

        private void task() {
            try {
                permits.acquire();
                try {
                    measured();
                } finally {
                    permits.release();
                }
            } catch (InterruptedException | RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            } finally {
                remaining.countDown();
            }
        }

        private void measured() throws InterruptedException {
            long from = System.nanoTime();
            work.run();
            held.add(System.nanoTime() - from);
        }
    }
}
