package dev.loombench.analysis.concurrency;

import dev.loombench.stats.Interval;
import java.util.Optional;
import java.util.OptionalLong;

/// The requests that a service works on at once, by Little's law: throughput under load x mean
/// response time of a single user, `L = X * R`.
///
/// Where requests wait for one of n slots that each holds for its whole response time, L is n.
/// Where they hold it for a part of that time, n is less than L.
///
/// @param throughput requests per second
/// @param seconds mean response time of a single user
/// @param interval the product of the limits of both 95 % intervals; empty where one is unknown
public record ImpliedConcurrency(double throughput, double seconds, Optional<Interval> interval) {
    /// By how much a single user's time may be too long, as it includes transfer, which no slot is
    /// held for.
    private static final double TRANSFER = 0.03;

    /// Half of the widest interval that counts as precise, as a share of the estimate.
    private static final double PRECISE = 0.05;

    /// Largest distance from a limit that explains the concurrency.
    private static final double NEAR = 0.10;

    public static ImpliedConcurrency of(
            double throughput,
            Optional<Interval> ofThroughput,
            double seconds,
            Optional<Interval> ofSeconds) {
        return new ImpliedConcurrency(
                throughput,
                seconds,
                ofThroughput.flatMap(x ->
                        ofSeconds.map(r ->
                                new Interval(
                                        x.low() * r.low(),
                                        throughput * seconds,
                                        x.high() * r.high()))));
    }

    /// Requests at once.
    public double value() {
        return throughput * seconds;
    }

    /// The number of slots, where each request holds one for its whole response time: the whole
    /// number in the interval, where no other is possible, also with transfer. Empty without one,
    /// and from 35 on, where transfer alone may be the distance of two whole numbers.
    ///
    /// It does not show that a request holds a slot so long: the interval of another product, `n ±
    /// h`, contains a whole number with a probability of 2 h, as 20 % of 10 ± 1 %.
    public OptionalLong whole() {
        long nearest = Math.round(value());
        return isPrecise() && interval.filter(i -> isOnly(nearest, i)).isPresent()
                ? OptionalLong.of(nearest)
                : OptionalLong.empty();
    }

    private static boolean isOnly(long whole, Interval interval) {
        return whole > 0
                && interval.contains((double) whole)
                && interval.low() / (1 + TRANSFER) > whole - 1
                && interval.high() < whole + 1;
    }

    /// Whether its interval is narrow; false without one.
    public boolean isPrecise() {
        return interval.filter(i ->
                        i.low() >= (1 - PRECISE) * value() && i.high() <= (1 + PRECISE) * value())
                .isPresent();
    }

    /// Whether it is below a number of requests at its upper limit too.
    public boolean isBelow(double requests) {
        return interval.map(Interval::high).orElse(value()) < requests;
    }

    /// Whether a limit of this many requests explains it.
    public boolean matches(long limit) {
        return estimates(limit) || interval.filter(i -> i.contains((double) limit)).isPresent();
    }

    /// Whether the estimate itself is near this many requests, whatever its interval contains.
    public boolean estimates(long limit) {
        return isNear(value(), limit);
    }

    /// Whether it shows that a limit of this many requests holds: all of its interval is near it. A
    /// wide one contains many numbers, and so shows none.
    boolean shows(long limit) {
        return interval.filter(i -> isNear(i.low(), limit) && isNear(i.high(), limit)).isPresent();
    }

    private static boolean isNear(double requests, long limit) {
        return Math.abs(requests / limit - 1) <= NEAR;
    }

    /// Whether a limit of this many requests can hold: each request has a slot for its response
    /// time or for a part of it.
    public boolean allows(long limit) {
        return limit <= value() || matches(limit);
    }
}
