package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.load.limit.LoadLimits;

/// What happens a little above the capacity: whether the server still responds to all requests.
///
/// @param probe at [#FACTOR] times the capacity
/// @param keepsUp whether it responded to nearly all arrivals: the objectives break gradually; else
///   requests queue without limit, and they break at once
public record Beyond(RateProbe probe, boolean keepsUp) {
    /// The rate, as a multiple of the capacity.
    public static final double FACTOR = 1.1;

    /// Share of the arrivals that a server which keeps up responds to within the window.
    private static final double NEARLY_ALL = 0.98;

    /// In a queue that grows, the median soon exceeds any limit that is near the service time.
    public static Beyond of(RateProbe probe, Objectives objectives) {
        var figures = probe.figures();
        double arrivals = figures.requests() / figures.seconds();
        boolean shortQueue =
                objectives
                        .longestLimit()
                        .map(limit -> figures.medianNanos() < limit.toNanos())
                        .orElse(true);
        return new Beyond(
                probe,
                probe.outcome() != RateProbe.Outcome.OVER
                        && figures.throughput() >= NEARLY_ALL * arrivals
                        && shortQueue);
    }

    /// Whether its window shows how the objectives break: the server violated them, undisturbed,
    /// above the capacity that the processes have at last.
    boolean breaksAbove(double capacity) {
        return probe.violates() && probe.rate() > capacity;
    }

    /// Whether more requests failed than in a valid run, and nearly all others were answered: the
    /// server refuses what it cannot serve, in place of letting it wait.
    public boolean refuses() {
        var figures = probe.figures();
        double ended = figures.throughput() * figures.seconds() + figures.errors();
        return LoadLimits.hasTooManyErrors(figures.errors(), figures.requests())
                && ended >= NEARLY_ALL * figures.requests();
    }
}
