package dev.loombench.traffic;

import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.time.Duration;

/// How a load schedules its requests: by the clock or after the previous response.
public sealed interface LoadModel extends Workload {
    /// The most connections that are accepted: more than one machine can keep open with every port
    /// of 16 addresses.
    int MAX_CONNECTIONS = 1_000_000;

    /// The largest number of TCP connections at any time.
    int connections();

    /// The length of the load profile, from the start of the window; 0 for a load that never
    /// changes.
    Duration length();

    /// Whether the load is the same at all times; a load of held connections never is.
    default boolean isConstant() {
        return switch (this) {
            case Closed closed -> closed.users().isConstant();
            case Open open -> open.rate().isConstant() && open.arrival() != Arrival.REPLAY;
            case HeldConnections _ -> false;
        };
    }

    /// Open model: requests leave by the clock, whatever the server does.
    ///
    /// @param rate requests per second, over all connections
    /// @param connections maximum number of requests in flight; an arrival that finds no free
    ///   connection waits, and its wait counts as response time
    record Open(LoadProfile rate, Arrival arrival, int connections) implements LoadModel {
        /// The highest accepted rate per thread of the load generator, requests/s: five times the
        /// highest rate measured for one thread (docs/benchmarks.md). At a higher rate the thread
        /// would only count requests that it cannot send.
        public static final double MAX_RATE_PER_THREAD = 1_000_000;

        public Open {
            if (connections < 1) {
                throw new WrongInput("connections must be at least 1, was " + connections);
            }
        }

        @Override
        public Duration length() {
            return rate.length();
        }

        /// A constant rate, above 0.
        public Open(double rate, Arrival arrival, int connections) {
            this(constant(rate), arrival, connections);
        }

        private static LoadProfile constant(double rate) {
            if (!(rate > 0) || Double.isInfinite(rate)) {
                throw new WrongInput("rate must be above 0 requests/s, was " + rate);
            }
            return LoadProfile.constant(rate);
        }
    }

    /// Closed model: each user sends a request, waits for the response, pauses, and repeats. At
    /// most `users` requests are in flight.
    ///
    /// Users start as the level rises. As it falls, the users that started last stop: each waits
    /// for its current response and closes its connection.
    ///
    /// @param users one keep-alive connection each; the levels of the profile are whole numbers
    /// @param thinkTime pause between a response and the next intended send
    record Closed(LoadProfile users, ThinkTime thinkTime) implements LoadModel {
        public Closed {
            for (var point : users.points()) {
                if (point.level() != Math.rint(point.level())) {
                    throw new WrongInput(
                            "the number of users must be a whole number, was " + point.level());
                }
            }
        }

        /// A constant number of users, at least 1.
        public Closed(int users, Duration thinkTime) {
            this(constant(users), ThinkTime.constant(thinkTime));
        }

        private static LoadProfile constant(int users) {
            if (users < 1) {
                throw new WrongInput("users must be at least 1, was " + users);
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

    /// Connections, or streams that share them, that are opened one after the other, carry one
    /// request each, and stay open until the load ends.
    ///
    /// @param connectRate connections, or streams, opened per second, above 0
    record HeldConnections(int connections, double connectRate) implements LoadModel {
        public HeldConnections {
            if (connections < 1) {
                throw new WrongInput("held-connections must be at least 1, was " + connections);
            }
            if (!(connectRate > 0) || Double.isInfinite(connectRate)) {
                throw new WrongInput(
                        "connect-rate must be above 0 connections/s, was " + connectRate);
            }
            if (connections / connectRate > Units.MAX_DURATION.toSeconds()) {
                throw new WrongInput(
                        "%,d held-connections at a connect-rate of %s are open after %d days only: raise connect-rate"
                                .formatted(
                                        connections,
                                        Units.textOfRate(connectRate),
                                        Units.MAX_DURATION.toDays()));
            }
        }

        /// The time until the last connection opens.
        @Override
        public Duration length() {
            return Duration.ofNanos((long) Math.ceil(connections * 1e9 / connectRate));
        }
    }
}
