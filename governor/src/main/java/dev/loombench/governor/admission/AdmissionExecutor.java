package dev.loombench.governor.admission;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// Puts a limit, and if wanted a deadline, before any executor.
///
/// A task counts as in flight from `execute` to its end. One that is not let in, or that comes too
/// late to be run, is refused: `execute` throws `AdmissionRejectedException`, or `late` is called
/// on the thread that would have run it. A task that the executor below drops without a word, as
/// `shutdownNow` and a policy that discards do, stays in flight: its room is lost.
public final class AdmissionExecutor implements Executor {
    private final Executor executor;
    private final AdmissionLimit limit;
    private final @Nullable CoDelGate gate;
    private final LateTasks late;

    /// Told of tasks that are dropped because they are late.
    @FunctionalInterface
    public interface LateTasks {
        void dropped(Runnable task);
    }

    /// Not let in; try again after the hint.
    public static final class AdmissionRejectedException extends RejectedExecutionException {
        private static final long serialVersionUID = 1;

        private final Duration retryAfter;

        AdmissionRejectedException(Duration retryAfter) {
            super("the limit of requests in flight is reached; retry after " + retryAfter);
            this.retryAfter = retryAfter;
        }

        public Duration retryAfter() {
            return retryAfter;
        }

        /// Refusing must be cheap: no stack trace.
        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    public AdmissionExecutor(Executor executor, AdmissionLimit limit) {
        this(executor, limit, (CoDelGate) null, task -> {});
    }

    /// @param deadline from `execute` to the task's end
    /// @param late told of what is dropped
    public AdmissionExecutor(
            Executor executor, AdmissionLimit limit, Duration deadline, LateTasks late) {
        this(executor, limit, new CoDelGate(deadline), late);
    }

    private AdmissionExecutor(
            Executor executor, AdmissionLimit limit, @Nullable CoDelGate gate, LateTasks late) {
        this.executor = executor;
        this.limit = limit;
        this.gate = gate;
        this.late = late;
    }

    /// @throws Refused when the limit is reached
    @Override
    public void execute(Runnable task) {
        execute(Priority.NORMAL, task);
    }

    /// @throws Refused when the limit is reached
    public void execute(Priority priority, Runnable task) {
        switch (limit.tryAcquire(priority)) {
            case Admission.Rejected(var retryAfter) ->
                    throw new AdmissionRejectedException(retryAfter);
            case Admission.Permit permit -> hand(permit, task);
        }
    }

    private void hand(Admission.Permit permit, Runnable task) {
        long arrived = System.nanoTime();
        try {
            executor.execute(() -> run(permit, task, arrived));
        } catch (RuntimeException | Error e) {
            permit.ignore();
            throw e;
        }
    }

    private void run(Admission.Permit permit, Runnable task, long arrived) {
        if (gate != null && gate.isLate(arrived, System.nanoTime())) {
            permit.close(); // how long it waited is what the limit must learn
            late.dropped(task);
            return;
        }
        boolean well = false;
        try {
            task.run();
            well = true;
        } finally {
            if (well) {
                permit.close();
            } else {
                permit.ignore(); // how soon it failed is no time that a task takes
            }
        }
    }
}
