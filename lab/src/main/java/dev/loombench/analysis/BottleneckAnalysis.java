package dev.loombench.analysis;

import dev.loombench.spec.Threading;
import dev.loombench.spec.Variant;
import dev.loombench.spec.load.LoadModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Why a variant's throughput is what it is: the lowest of the bounds, held against the
/// measurement.
///
/// @param bounds lowest first, without those that allow any number; empty when nothing is known
///   that could bound
/// @param measured requests a second
/// @param answer where the time of an answer went; empty where the server does not tell
public record BottleneckAnalysis(
        List<Bound> bounds, double measured, Optional<LatencyBreakdown> answer) {

    /// The mean time of an answer, and how much of it the server had the request in a handler; the
    /// rest it lay in queues or was on its way.
    public record LatencyBreakdown(double handlerSeconds, double responseSeconds) {}

    /// A bound holds when the measurement comes this near to it: bounds leave out all queueing.
    private static final double NEAR = 0.15;

    /// A server that uses less of the processors is waiting for something else.
    private static final double IDLE = 0.5;

    /// Carriers that pinned waits hold for a smaller share of their time are bound by something
    /// else.
    private static final double HELD = 0.5;

    /// Pauses of a smaller share explain nothing.
    private static final double PAUSED = 0.05;

    public BottleneckAnalysis {
        bounds =
                bounds.stream()
                        .filter(b -> Double.isFinite(b.maxThroughput()))
                        .sorted(Comparator.comparingDouble(Bound::maxThroughput))
                        .toList();
    }

    /// Whether the lowest bound accounts for what was measured.
    public boolean explainsThroughput() {
        return !bounds.isEmpty()
                && Math.abs(measured / bounds.getFirst().maxThroughput() - 1) <= NEAR;
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
    /// @param pinned waits that held a carrier
    /// @param threads as listed once under load
    /// @param answer as it is told
    record Inputs(
            long windowNanos,
            int cores,
            double throughput,
            OptionalDouble unloadedSeconds,
            OptionalDouble serverCpuSeconds,
            double generatorCpuSeconds,
            int loops,
            OptionalDouble carriers,
            OptionalDouble pauseShare,
            Optional<PinningSummary> pinned,
            Optional<ThreadSummary> threads,
            Optional<LatencyBreakdown> answer) {

        int carriersOrCores() {
            return (int) carriers.orElse(cores);
        }
    }

    static BottleneckAnalysis of(Variant variant, LoadModel load, Inputs seen) {
        var bounds = new ArrayList<Bound>();
        var pinned = pinned(seen);
        pinned.ifPresent(bounds::add);
        seen.unloadedSeconds()
                .ifPresent(seconds -> {
                    pool(variant, seconds).ifPresent(bounds::add);
                    inFlight(load, seen.windowNanos(), seconds).ifPresent(bounds::add);
                    if (pinned.isEmpty()) {
                        carriers(variant, seen, seconds).ifPresent(bounds::add);
                    }
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
        return new BottleneckAnalysis(bounds, seen.throughput(), seen.answer());
    }

    /// Of a batch: what the program says that a task holds its thread for stands in the place of a
    /// lone user's response time, and nobody drives. Where it does not say, there are no tasks that
    /// could go side by side.
    static BottleneckAnalysis ofBatch(Variant variant, Inputs seen) {
        var bounds = new ArrayList<Bound>();
        seen.unloadedSeconds()
                .ifPresent(held -> {
                    pool(variant, held).ifPresent(bounds::add);
                    permits(variant, held).ifPresent(bounds::add);
                    carriers(variant, seen, held).ifPresent(bounds::add);
                    seen.serverCpuSeconds()
                            .ifPresent(s -> bounds.add(new Bound.Cpu(seen.cores(), s, 0)));
                });
        return new BottleneckAnalysis(bounds, seen.throughput(), Optional.empty());
    }

    /// Only where waiting may hold carriers: a throughput above this bound shows that it does not,
    /// and one that needs half of the CPU or more is no throughput of threads that wait.
    private static Optional<Bound> carriers(Variant variant, Inputs seen, double heldSeconds) {
        int carriers = seen.carriersOrCores();
        var path =
                seen.threads()
                        .flatMap(t -> t.onCarriers(carriers))
                        .map(ThreadSummary.ThreadLocation::path);
        var bound = new Bound.Carriers(carriers, heldSeconds, path);
        double cpuShare =
                seen.throughput() * seen.serverCpuSeconds().orElse(Double.NaN) / seen.cores();
        return variant.threads() == Threading.VIRTUAL
                        && cpuShare < IDLE
                        && seen.throughput() <= (1 + NEAR) * bound.maxThroughput()
                ? Optional.of(bound)
                : Optional.empty();
    }

    /// What was seen stands in the place of what is inferred, unless pinned waits are a small part
    /// of what held the carriers: blocking in native code is never seen.
    private static Optional<Bound.Pinned> pinned(Inputs seen) {
        return seen.pinned()
                .filter(p -> p.share() >= HELD && p.nanosPerAnswer().isPresent())
                .map(p ->
                        new Bound.Pinned(
                                seen.carriersOrCores(),
                                p.nanosPerAnswer().getAsDouble() / 1e9,
                                p.places().getFirst()));
    }

    /// Collection takes CPU that the bound of CPU counts already, and what came by the clock
    /// meanwhile is served afterwards; it lowers the others.
    private static Optional<Bound> pauses(List<Bound> bounds, Inputs seen) {
        double share = seen.pauseShare().orElse(0);
        return share < PAUSED
                ? Optional.empty()
                : bounds.stream()
                        .min(Comparator.comparingDouble(Bound::maxThroughput))
                        .filter(lowest ->
                                !(lowest instanceof Bound.Cpu
                                        || lowest instanceof Bound.ArrivalRate))
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
            case LoadModel.HeldConnections _ -> Optional.empty();
        };
    }
}
