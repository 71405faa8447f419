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

    public Explanation {
        bounds = bounds.stream().sorted(Comparator.comparingDouble(Bound::allows)).toList();
    }

    /// Whether the lowest bound accounts for what was measured.
    public boolean holds() {
        return !bounds.isEmpty() && Math.abs(measured / bounds.getFirst().allows() - 1) <= NEAR;
    }

    /// @param windowNanos length of the window, over which a load that changes is taken at its mean
    /// @param unloadedSeconds response time of a lone user
    /// @param serverCpuSeconds a request
    /// @param generatorCpuSeconds a request
    static Explanation of(
            Variant variant,
            LoadModel load,
            long windowNanos,
            int cores,
            double measured,
            OptionalDouble unloadedSeconds,
            OptionalDouble serverCpuSeconds,
            double generatorCpuSeconds) {
        var bounds = new ArrayList<Bound>();
        unloadedSeconds.ifPresent(seconds -> {
            pool(variant, seconds).ifPresent(bounds::add);
            inFlight(load, windowNanos, seconds).ifPresent(bounds::add);
        });
        if (load instanceof LoadModel.Open open) {
            bounds.add(new Bound.ArrivalRate(open.rate().mean(windowNanos)));
        }
        serverCpuSeconds.ifPresent(s -> bounds.add(new Bound.Cpu(cores, s, generatorCpuSeconds)));
        return new Explanation(bounds, measured);
    }

    private static Optional<Bound> pool(Variant variant, double heldSeconds) {
        return Optional.ofNullable(variant.settings().get("threads"))
                .map(threads -> new Bound.Pool(Integer.parseInt(threads), heldSeconds));
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
