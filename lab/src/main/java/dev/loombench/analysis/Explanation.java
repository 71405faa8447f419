package dev.loombench.analysis;

import dev.loombench.spec.LoadModel;
import dev.loombench.spec.Variant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Why a variant's throughput is what it is: the lowest of the bounds, held against the
/// measurement.
///
/// @param bounds lowest first; empty when nothing is known that could bound
/// @param measured requests a second
public record Explanation(List<Bound> bounds, double measured) {
    /// A bound holds when the measurement comes this near to it: bounds leave out all queueing.
    private static final double NEAR = 0.15;

    /// A server that uses less of the processors is waiting for something else.
    private static final double IDLE = 0.5;

    /// Pauses of a smaller share explain nothing.
    private static final double PAUSED = 0.05;

    public Explanation {
        bounds = bounds.stream().sorted(Comparator.comparingDouble(Bound::allows)).toList();
    }

    /// Whether the lowest bound accounts for what was measured.
    public boolean holds() {
        return !bounds.isEmpty() && Math.abs(measured / bounds.getFirst().allows() - 1) <= NEAR;
    }

    /// What was seen of a variant. Evidence that is missing is empty.
    ///
    /// @param windowNanos length of the window, over which a load that changes is taken at its mean
    /// @param throughput requests a second
    /// @param unloadedSeconds response time of a lone user
    /// @param serverCpuSeconds a request
    /// @param generatorCpuSeconds a request
    /// @param loops of the generator
    /// @param carriers of virtual threads
    /// @param pauseShare of the window that garbage collection took, 0..1
    record Seen(
            long windowNanos,
            int cores,
            double throughput,
            OptionalDouble unloadedSeconds,
            OptionalDouble serverCpuSeconds,
            double generatorCpuSeconds,
            int loops,
            OptionalDouble carriers,
            OptionalDouble pauseShare) {}

    static Explanation of(Variant variant, LoadModel load, Seen seen) {
        var bounds = new ArrayList<Bound>();
        seen.unloadedSeconds()
                .ifPresent(seconds -> {
                    pool(variant, seconds).ifPresent(bounds::add);
                    inFlight(load, seen.windowNanos(), seconds).ifPresent(bounds::add);
                    carriers(variant, seen, seconds).ifPresent(bounds::add);
                });
        if (load instanceof LoadModel.Open open) {
            bounds.add(new Bound.ArrivalRate(open.rate().mean(seen.windowNanos())));
        }
        seen.serverCpuSeconds()
                .ifPresent(s ->
                        bounds.add(new Bound.Cpu(seen.cores(), s, seen.generatorCpuSeconds())));
        if (seen.generatorCpuSeconds() > 0) {
            bounds.add(new Bound.Generator(seen.loops(), seen.generatorCpuSeconds()));
        }
        pauses(bounds, seen).ifPresent(bounds::add);
        return new Explanation(bounds, seen.throughput());
    }

    /// Of a batch: what the program says that a task holds its thread for stands in the place of a
    /// lone user's response time, and nobody drives. Where it does not say, there are no tasks that
    /// could go side by side.
    static Explanation ofBatch(Variant variant, Seen seen) {
        var bounds = new ArrayList<Bound>();
        seen.unloadedSeconds()
                .ifPresent(held -> {
                    pool(variant, held).ifPresent(bounds::add);
                    permits(variant, held).ifPresent(bounds::add);
                    carriers(variant, seen, held).ifPresent(bounds::add);
                    seen.serverCpuSeconds()
                            .ifPresent(s -> bounds.add(new Bound.Cpu(seen.cores(), s, 0)));
                });
        return new Explanation(bounds, seen.throughput());
    }

    /// Only where waiting may hold carriers: a throughput above this bound shows that it does not,
    /// and one that needs half of the CPU or more is no throughput of threads that wait.
    private static Optional<Bound> carriers(Variant variant, Seen seen, double heldSeconds) {
        int carriers = (int) seen.carriers().orElse(seen.cores());
        var bound = new Bound.Carriers(carriers, heldSeconds);
        double cpuShare =
                seen.throughput() * seen.serverCpuSeconds().orElse(Double.NaN) / seen.cores();
        return variant.model().startsWith("virtual")
                        && cpuShare < IDLE
                        && seen.throughput() <= (1 + NEAR) * bound.allows()
                ? Optional.of(bound)
                : Optional.empty();
    }

    /// Collection takes CPU that the bound of CPU counts already; it lowers the others.
    private static Optional<Bound> pauses(List<Bound> bounds, Seen seen) {
        double share = seen.pauseShare().orElse(0);
        return share < PAUSED
                ? Optional.empty()
                : bounds.stream()
                        .min(Comparator.comparingDouble(Bound::allows))
                        .filter(lowest -> !(lowest instanceof Bound.Cpu))
                        .map(lowest -> new Bound.Pauses(lowest, share));
    }

    private static Optional<Bound> pool(Variant variant, double heldSeconds) {
        return Optional.ofNullable(variant.settings().get("threads"))
                .map(threads -> new Bound.Pool(Integer.parseInt(threads), heldSeconds));
    }

    private static Optional<Bound> permits(Variant variant, double heldSeconds) {
        return Optional.ofNullable(variant.settings().get("concurrency"))
                .map(permits -> new Bound.Permits(Integer.parseInt(permits), heldSeconds));
    }

    /// Connections that are held carry one request each: nothing bounds how many a second.
    private static Optional<Bound> inFlight(
            LoadModel load, long windowNanos, double unloadedSeconds) {
        return switch (load) {
            case LoadModel.Closed(var users, var think) ->
                    Optional.of(
                            new Bound.Users(
                                    (int) Math.round(users.mean(windowNanos)),
                                    unloadedSeconds,
                                    think.mean().toNanos() / 1e9));
            case LoadModel.Open(_, _, var connections) ->
                    Optional.of(new Bound.Connections(connections, unloadedSeconds));
            case LoadModel.Hold _ -> Optional.empty();
        };
    }
}
