package dev.loombench.governor.admission;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// An executor with an admission limit, and optionally a deadline, in front of any executor.
///
/// A task is in flight from `execute` until it ends. If the limit is reached, `execute` throws
/// `AdmissionRejectedException`. If the task is late, it is not run, and the handler is called on
/// the thread that would have run it. A task that the underlying executor discards silently, as
/// after `shutdownNow` or with a discarding policy, stays in flight: its slot is lost.
public final class AdmissionExecutor implements Executor {
    private final Executor executor;
    private final AdmissionLimit limit;
    private final @Nullable CoDelGate gate;
    private final LateTaskHandler lateTaskHandler;

    /// The handler of tasks that are dropped because they are late.
    @FunctionalInterface
    public interface LateTaskHandler {
        void onDropped(Runnable task);
    }

    /// Thrown when the limit is reached; retry after the given time.
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

        /// No stack trace, because a rejection must be cheap.
        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    public AdmissionExecutor(Executor executor, AdmissionLimit limit) {
        this(executor, limit, (CoDelGate) null, task -> {});
    }

    /// @param deadline from `execute` to the task's end
    /// @param lateTaskHandler called with each dropped task
    public AdmissionExecutor(
            Executor executor,
            AdmissionLimit limit,
            Duration deadline,
            LateTaskHandler lateTaskHandler) {
        this(executor, limit, new CoDelGate(deadline), lateTaskHandler);
    }

    private AdmissionExecutor(
            Executor executor,
            AdmissionLimit limit,
            @Nullable CoDelGate gate,
            LateTaskHandler lateTaskHandler) {
        this.executor = executor;
        this.limit = limit;
        this.gate = gate;
        this.lateTaskHandler = lateTaskHandler;
    }

    /// @throws AdmissionRejectedException if the limit is reached
    @Override
    public void execute(Runnable task) {
        execute(Priority.NORMAL, task);
    }

    /// @throws AdmissionRejectedException if the limit is reached
    public void execute(Priority priority, Runnable task) {
        switch (limit.tryAcquire(priority)) {
            case Admission.Rejected(var retryAfter) ->
                    throw new AdmissionRejectedException(retryAfter);
            case Admission.Permit permit -> submit(permit, task);
        }
    }

    private void submit(Admission.Permit permit, Runnable task) {
        long arrivalNanos = System.nanoTime();
        try {
            executor.execute(() -> run(permit, task, arrivalNanos));
        } catch (Throwable e) { // an executor in Kotlin throws checked exceptions undeclared
            permit.ignore();
            throw e;
        }
    }

    private void run(Admission.Permit permit, Runnable task, long arrivalNanos) {
        if (gate != null && gate.isLate(arrivalNanos, System.nanoTime())) {
            permit.close(); // the limit needs its waiting time
            lateTaskHandler.onDropped(task);
            return;
        }
        boolean succeeded = false;
        try {
            task.run();
            succeeded = true;
        } finally {
            if (succeeded) {
                permit.close();
            } else {
                permit.ignore(); // an early failure is no response time
            }
        }
    }
}
