package dev.loombench.governor.admission;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/// The answer to one request for admission.
public sealed interface Admission {

    /// Turned away, at no cost worth naming: the same object for many.
    ///
    /// @param retryAfter when room may be expected
    record Rejected(Duration retryAfter) implements Admission {}

    /// Let in. Exactly one of `close`, `failed` counts, the first; all give the room back.
    final class Permit implements Admission, AutoCloseable {
        private final AdmissionLimit limit;
        private final Priority priority;
        private final long began;
        private final int inFlight;
        private final AtomicBoolean ended = new AtomicBoolean();

        Permit(AdmissionLimit limit, Priority priority, long began, int inFlight) {
            this.limit = limit;
            this.priority = priority;
            this.began = began;
            this.inFlight = inFlight;
        }

        /// Done: how long it took teaches the limit.
        @Override
        public void close() {
            if (ended.compareAndSet(false, true)) {
                limit.release(priority);
                limit.learn(began, inFlight);
            }
        }

        /// Done, and its time says nothing: it failed at once, or was not carried out.
        public void ignore() {
            if (ended.compareAndSet(false, true)) {
                limit.release(priority);
            }
        }
    }
}
