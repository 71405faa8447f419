package dev.loombench.analysis.capacity;

import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.bottleneck.Bound;
import dev.loombench.analysis.bottleneck.HeldTime;
import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.RequestWaits.PermitWait;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.stats.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The lowest known bound of a variant at its capacity.
///
/// Besides those of any trial these are the permits of a semaphore for which requests wait, and the
/// pools that the service publishes. A thread of a web server is held for the response time of a
/// single user. How long a connection of a pool is held is not known from outside; by the
/// utilization law it is `S = U / X`, U the mean number in use and X the throughput. A pool that is
/// less than half used says too little for that.
final class CapacityBound {
    private static final double ENOUGH_USED = 0.5;

    /// One thread may be listed on its way through a call.
    private static final int FEWEST_WAITING = 2;

    /// Largest distance of the throughput above a bound that holds.
    private static final double NEAR = 0.15;

    private CapacityBound() {}

    /// The arrival rate is what the search chose, so it is no bound.
    ///
    /// @param windows at the capacity
    static Optional<Bound> of(VariantSummary summary, List<Completed> windows) {
        var known = summary.bottleneck().bounds();
        var singleUser = singleUser(known);
        return Stream.of(
                        known.stream().filter(b -> !(b instanceof Bound.ArrivalRate)),
                        permits(summary, windows, singleUser).stream(),
                        published(summary, windows, singleUser).stream())
                .flatMap(bounds -> bounds)
                .min(Comparator.comparingDouble(Bound::maxThroughput));
    }

    /// Each is held for the response time of a single user at most. Below an overload few requests
    /// wait, so that the list of one process may show none that does; those that do show that no
    /// permit is free.
    private static List<Bound> permits(
            VariantSummary summary, List<Completed> windows, Optional<HeldTime> singleUser) {
        double throughput = summary.throughput().mean();
        return mostWaiting(windows).stream()
                .flatMap(wait ->
                        singleUser.stream()
                                .filter(time -> wait.isSnapshot(time.seconds()))
                                .filter(time -> mayHold(wait.taken(), time, throughput))
                                .<Bound>map(time ->
                                        new Bound.Permits(wait.owner(), wait.taken(), time)))
                .toList();
    }

    /// The permits of each limit, by the list of threads in which most requests wait for one: the
    /// more wait, the surer all are taken.
    private static List<PermitWait> mostWaiting(List<Completed> windows) {
        Map<String, WaitLocation> byOwner = new LinkedHashMap<>();
        windows.stream()
                .flatMap(w -> w.observations().stream())
                .filter(ThreadDump.class::isInstance)
                .map(ThreadDump.class::cast)
                .flatMap(dump -> RequestWaits.of(dump, Integer.MAX_VALUE).locations().stream())
                .filter(location -> location.count() >= FEWEST_WAITING)
                .forEach(location ->
                        location.permits()
                                .filter(wait -> wait.certain() > 0)
                                .ifPresent(wait ->
                                        byOwner.merge(
                                                wait.owner(),
                                                location,
                                                (a, b) -> a.count() > b.count() ? a : b)));
        return byOwner.values().stream().flatMap(l -> l.permits().stream()).toList();
    }

    /// The response time of a single user, as the other bounds use it.
    private static Optional<HeldTime> singleUser(List<Bound> bounds) {
        return bounds.stream()
                .filter(Bound.Connections.class::isInstance)
                .map(b -> ((Bound.Connections) b).unloaded())
                .findFirst();
    }

    private static List<Bound> published(
            VariantSummary summary, List<Completed> windows, Optional<HeldTime> singleUser) {
        Map<List<String>, List<Pool>> byPool = new LinkedHashMap<>();
        windows.stream()
                .flatMap(w -> w.observations().stream())
                .filter(Pool.class::isInstance)
                .map(Pool.class::cast)
                .forEach(p ->
                        byPool.computeIfAbsent(
                                        List.of(p.library(), p.name()), _ -> new ArrayList<>())
                                .add(p));
        var bounds = new ArrayList<Bound>();
        for (var samples : byPool.values()) {
            PoolLibrary.named(samples.getFirst().library())
                    .flatMap(l -> bound(l, samples, summary.throughput().mean(), singleUser))
                    .ifPresent(bounds::add);
        }
        return bounds;
    }

    private static Optional<Bound> bound(
            PoolLibrary library,
            List<Pool> samples,
            double throughput,
            Optional<HeldTime> singleUser) {
        long capacity = samples.getLast().capacity();
        double inUse =
                samples.stream()
                        .map(Pool::inUse)
                        .flatMapToLong(OptionalLong::stream)
                        .average()
                        .orElse(0);
        // a negative number in use is Tomcat's for an executor that is no pool
        if (capacity < 1 || !(inUse > 0) || !(throughput > 0)) {
            return Optional.empty();
        }
        var held =
                switch (library.kind()) {
                    case THREADS -> singleUser.filter(time -> mayHold(capacity, time, throughput));
                    case CONNECTIONS ->
                            inUse < ENOUGH_USED * capacity
                                    ? Optional.<HeldTime>empty()
                                    : Optional.of(HeldTime.ofMean(inUse / throughput));
                };
        return held.map(h -> new Bound.Published(library.name(), library.setting(), capacity, h));
    }

    /// Whether a request may hold a thread or a permit for its whole response time: more responses
    /// than these would then allow show that it does not, as where a pool only accepts connections
    /// and virtual threads serve the requests.
    private static boolean mayHold(long threads, HeldTime time, double throughput) {
        double shortest = time.interval().map(Interval::low).orElse(time.seconds());
        return throughput / (1 + NEAR) * shortest <= threads;
    }
}
