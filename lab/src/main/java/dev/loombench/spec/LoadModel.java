package dev.loombench.spec;

import java.time.Duration;

/// Who decides when the next request leaves: the clock or the answer before it.
public sealed interface LoadModel {

    /// TCP connections the load asks for.
    int connections();

    /// Requests leave by the clock, whatever the server does.
    ///
    /// @param rate requests a second in all, above 0
    /// @param connections how many requests can be in flight at most; an arrival that finds none
    ///   free waits, and its wait counts as response time
    record Open(double rate, Arrival arrival, int connections) implements LoadModel {
        public Open {
            if (!(rate > 0) || Double.isInfinite(rate)) {
                throw new SpecError("rate must be above 0 requests/s, was " + rate);
            }
            if (connections < 1) {
                throw new SpecError("connections must be at least 1, was " + connections);
            }
        }
    }

    /// Each user sends, awaits the answer, thinks, and sends again: at most `users` requests are in
    /// flight.
    ///
    /// @param users one keep-alive connection each, at least 1
    /// @param thinkTime between an answer and the next intended send, 0 or more
    record Closed(int users, Duration thinkTime) implements LoadModel {
        public Closed {
            if (users < 1) {
                throw new SpecError("users must be at least 1, was " + users);
            }
            if (thinkTime.isNegative()) {
                throw new SpecError(
                        "think-time must not be negative, was " + Units.text(thinkTime));
            }
        }

        @Override
        public int connections() {
            return users;
        }
    }
}
