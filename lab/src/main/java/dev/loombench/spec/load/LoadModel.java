package dev.loombench.spec.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.spec.text.SpecError;
import java.time.Duration;

/// Who decides when the next request leaves: the clock or the answer before it.
public sealed interface LoadModel extends Workload {

    /// TCP connections the load asks for, at its highest.
    int connections();

    /// Until when the load is laid down, from the opening of the window: the length of a course, 0
    /// for a load that never changes.
    Duration length();

    /// Whether it is the same at all times; a load that is held never is.
    default boolean isConstant() {
        return switch (this) {
            case Closed closed -> closed.users().isConstant();
            case Open open -> open.rate().isConstant();
            case HeldConnections _ -> false;
        };
    }

    /// Requests leave by the clock, whatever the server does.
    ///
    /// @param rate requests a second in all
    /// @param connections how many requests can be in flight at most; an arrival that finds none
    ///   free waits, and its wait counts as response time
    record Open(
            @JsonProperty("rate") LoadProfile rate,
            @JsonProperty("arrival") Arrival arrival,
            @JsonProperty("connections") int connections)
            implements LoadModel {
        /// The highest rate that is accepted per thread of the load generator, requests/s: five
        /// times what one thread was ever measured at (docs/benchmarks.md). Beyond it the thread
        /// would only count requests that it cannot send.
        public static final double MAX_RATE_PER_THREAD = 1_000_000;

        public Open {
            if (connections < 1) {
                throw new SpecError("connections must be at least 1, was " + connections);
            }
        }

        @Override
        public Duration length() {
            return rate.length();
        }

        /// The same rate at all times, above 0.
        public Open(double rate, Arrival arrival, int connections) {
            this(constant(rate), arrival, connections);
        }

        private static LoadProfile constant(double rate) {
            if (!(rate > 0) || Double.isInfinite(rate)) {
                throw new SpecError("rate must be above 0 requests/s, was " + rate);
            }
            return LoadProfile.constant(rate);
        }
    }

    /// Each user sends, awaits the answer, thinks, and sends again: at most `users` requests are in
    /// flight.
    ///
    /// Users come as the level rises; as it falls, those who came last leave, each after the answer
    /// that it awaits, and close their connections.
    ///
    /// @param users one keep-alive connection each; the points of the course are whole numbers
    /// @param thinkTime between an answer and the next intended send
    record Closed(
            @JsonProperty("users") LoadProfile users,
            @JsonProperty("thinkTime") ThinkTime thinkTime)
            implements LoadModel {
        public Closed {
            for (var point : users.points()) {
                if (point.level() != Math.rint(point.level())) {
                    throw new SpecError("users are whole, was " + point.level());
                }
            }
        }

        /// The same number of users at all times, at least 1.
        public Closed(int users, Duration thinkTime) {
            this(constant(users), ThinkTime.constant(thinkTime));
        }

        private static LoadProfile constant(int users) {
            if (users < 1) {
                throw new SpecError("users must be at least 1, was " + users);
            }
            return LoadProfile.constant(users);
        }

        @Override
        public int connections() {
            return (int) Math.floor(users.peak());
        }

        @Override
        public Duration length() {
            return users.length();
        }
    }

    /// Connections are opened one after the other, carry one request each, and stay open until the
    /// load ends.
    ///
    /// @param connectRate connections opened a second, above 0
    record HeldConnections(
            @JsonProperty("connections") int connections,
            @JsonProperty("connectRate") double connectRate)
            implements LoadModel {
        public HeldConnections {
            if (connections < 1) {
                throw new SpecError("held-connections must be at least 1, was " + connections);
            }
            if (!(connectRate > 0) || Double.isInfinite(connectRate)) {
                throw new SpecError(
                        "connect-rate must be above 0 connections/s, was " + connectRate);
            }
        }

        /// Until the last connection is due.
        @Override
        public Duration length() {
            return Duration.ofNanos((long) Math.ceil(connections * 1e9 / connectRate));
        }
    }
}
