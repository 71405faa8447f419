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

    /// @param unloadedSeconds response time of a lone user
    /// @param serverCpuSeconds a request
    /// @param generatorCpuSeconds a request
    static Explanation of(
            Variant variant,
            LoadModel load,
            int cores,
            double measured,
            OptionalDouble unloadedSeconds,
            OptionalDouble serverCpuSeconds,
            double generatorCpuSeconds) {
        var bounds = new ArrayList<Bound>();
        unloadedSeconds.ifPresent(seconds -> {
            pool(variant, seconds).ifPresent(bounds::add);
            bounds.add(inFlight(load, seconds));
        });
        if (load instanceof LoadModel.Open open) {
            bounds.add(new Bound.ArrivalRate(open.rate()));
        }
        serverCpuSeconds.ifPresent(s -> bounds.add(new Bound.Cpu(cores, s, generatorCpuSeconds)));
        return new Explanation(bounds, measured);
    }

    private static Optional<Bound> pool(Variant variant, double heldSeconds) {
        return Optional.ofNullable(variant.settings().get("threads"))
                .map(threads -> new Bound.Pool(Integer.parseInt(threads), heldSeconds));
    }

    private static Bound inFlight(LoadModel load, double unloadedSeconds) {
        return switch (load) {
            case LoadModel.Closed(var users, var think) ->
                    new Bound.Users(users, unloadedSeconds, think.toNanos() / 1e9);
            case LoadModel.Open(_, _, var connections) ->
                    new Bound.Connections(connections, unloadedSeconds);
        };
    }
}
