package dev.loombench.governor.admission;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The result of a request for admission.
public sealed interface Admission {

    /// The request is rejected. Rejections share one object, so they cost next to nothing.
    ///
    /// @param retryAfter time after which a retry may succeed
    record Rejected(Duration retryAfter) implements Admission {
        private static final long LESS_THAN_A_SECOND = 999_999_999;

        /// The value of the header `Retry-After`: whole seconds, rounded up, 1 or more.
        ///
        /// Source: RFC 9110, section 10.2.3.
        public long retryAfterSeconds() {
            return Math.max(1, retryAfter.plusNanos(LESS_THAN_A_SECOND).toSeconds());
        }
    }

    /// The request is admitted. The first call of `close` or `ignore` releases its slot; later
    /// calls have no effect.
    final class Permit implements Admission, AutoCloseable {
        private final AdmissionLimit limit;
        private final Priority priority;
        private final long startNanos;
        private final int inFlightAtStart;
        private final @Nullable AtomicInteger partition;
        private final AtomicBoolean released = new AtomicBoolean();

        /// Another thread may release the permit.
        private volatile long waitedNanos;

        /// @param partition the requests in flight of its partition, if it has one
        Permit(
                AdmissionLimit limit,
                Priority priority,
                long startNanos,
                int inFlightAtStart,
                @Nullable AtomicInteger partition) {
            this.limit = limit;
            this.priority = priority;
            this.startNanos = startNanos;
            this.inFlightAtStart = inFlightAtStart;
            this.partition = partition;
        }

        /// Yields once on a virtual thread; to be called before the work of the request. A virtual
        /// thread that computes or blocks in native code keeps its carrier, and requests that wait
        /// for a carrier have not asked for admission yet. After the yield they are counted or
        /// rejected before this request's work starts, and the limit knows how long requests wait
        /// for a carrier.
        @SuppressWarnings("ThreadPriorityCheck") // only the order depends on it
        public void yieldToWaitingRequests() {
            if (Thread.currentThread().isVirtual()) {
                long begin = limit.nanoTime();
                Thread.yield();
                waitedNanos = limit.nanoTime() - begin;
            }
        }

        /// Releases the slot and reports the response time to the limit.
        @Override
        public void close() {
            if (released.compareAndSet(false, true)) {
                release();
                limit.onSample(startNanos, inFlightAtStart, waitedNanos);
            }
        }

        /// Releases the slot and discards the response time, because the request failed early or
        /// was not executed.
        public void ignore() {
            if (released.compareAndSet(false, true)) {
                release();
                limit.onIgnored();
            }
        }

        private void release() {
            limit.release(priority);
            if (partition != null) {
                partition.decrementAndGet();
            }
        }
    }
}
