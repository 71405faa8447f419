package dev.loombench.analysis.bottleneck;

import dev.loombench.analysis.concurrency.ConcurrencyLimit;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.ImpliedConcurrency;
import java.util.List;
import java.util.Optional;

/// The bound that follows from a limit of concurrency whose size is known.
///
/// Where as many requests are served at once, each holds a slot of it for its response time as a
/// single user; else for the part of it that Little's law gives, capacity / throughput. A limit of
/// more requests than are served at once is none: those that hold a slot of it wait for something
/// behind it, or hold several.
final class LimitBound {
    private LimitBound() {}

    /// The bounds without carriers that waiting threads have left.
    static List<Bound> notRefuted(List<Bound> bounds, Optional<ConcurrencyReason> reason) {
        return bounds.stream()
                .filter(bound ->
                        !(bound instanceof Bound.Carriers held
                                && reason.filter(r -> r.releases(held.carriers())).isPresent()))
                .toList();
    }

    /// @param bounds that are known otherwise
    /// @return empty where the limit or its size is unknown or more than the requests at once, or
    ///   one of these bounds has it
    static Optional<Bound> of(ConcurrencyReason reason, List<Bound> bounds) {
        return reason.concurrency()
                .flatMap(implied -> reason.limit().flatMap(limit -> of(limit, implied, bounds)));
    }

    private static Optional<Bound> of(
            ConcurrencyLimit limit, ImpliedConcurrency implied, List<Bound> bounds) {
        long capacity = limit.capacity();
        if (!implied.allows(capacity)
                || bounds.stream()
                        .anyMatch(b -> b instanceof Bound.Pool p && p.threads() == capacity)) {
            return Optional.empty();
        }
        var held =
                implied.estimates(capacity)
                        ? ConcurrencyEvidence.unloaded(bounds)
                        : Optional.of(HeldTime.ofMean(capacity / implied.throughput()));
        return held.flatMap(time -> of(limit, time));
    }

    private static Optional<Bound> of(ConcurrencyLimit limit, HeldTime held) {
        return switch (limit.basis()) {
            case PUBLISHED, CONFIGURED, APPLICATION ->
                    Optional.of(
                            new Bound.Published(
                                    limit.owner(), limit.setting(), limit.capacity(), held));
            case COUNTED ->
                    Optional.of(
                            limit.isOfPermits()
                                    ? new Bound.Permits(limit.owner(), limit.capacity(), held)
                                    : new Bound.Pool(Math.toIntExact(limit.capacity()), held));
            case HELD, DEFAULT, UNKNOWN -> Optional.empty();
        };
    }
}
