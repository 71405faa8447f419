package dev.loombench.analysis.bottleneck;

import dev.loombench.analysis.concurrency.ConcurrencyLimit;
import dev.loombench.analysis.concurrency.ConcurrencyLimit.Basis;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.ImpliedConcurrency;
import dev.loombench.analysis.concurrency.PinnedTime;
import dev.loombench.analysis.finding.ServingLimit;
import dev.loombench.analysis.finding.ServingLimit.Resource;
import dev.loombench.analysis.server.ServerDiagnostics;
import dev.loombench.analysis.server.ThreadSummary;
import dev.loombench.analysis.trial.Cost;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The known bounds of a variant's throughput, compared with the measurement.
///
/// @param bounds lowest first, without infinite ones; empty when none is known
/// @param measured requests per second
/// @param latency where the time of a response went; empty where the server does not report it
/// @param reason where requests wait, and which limit of concurrency holds; empty where neither is
///   known
public record BottleneckAnalysis(
        List<Bound> bounds,
        double measured,
        Optional<LatencyBreakdown> latency,
        Optional<ConcurrencyReason> reason) {

    /// Largest distance of the measurement from a bound that holds: bounds leave out all queueing.
    private static final double NEAR = 0.15;

    /// Share of the window below which pauses explain nothing.
    private static final double PAUSED = 0.05;

    public BottleneckAnalysis {
        bounds =
                bounds.stream()
                        .filter(b -> Double.isFinite(b.maxThroughput()))
                        .sorted(Comparator.comparingDouble(Bound::maxThroughput))
                        .toList();
    }

    /// An analysis without a reason.
    public BottleneckAnalysis(
            List<Bound> bounds, double measured, Optional<LatencyBreakdown> latency) {
        this(bounds, measured, latency, Optional.empty());
    }

    /// With the bound that follows from its limit, where no other accounts for what was measured.
    private BottleneckAnalysis withReason(Optional<ConcurrencyReason> why) {
        var all = new ArrayList<>(LimitBound.notRefuted(bounds, why));
        var known = new BottleneckAnalysis(all, measured, latency, why);
        if (!known.explainsThroughput()) {
            why.flatMap(r -> LimitBound.of(r, known.bounds)).ifPresent(all::add);
        }
        return new BottleneckAnalysis(all, measured, latency, why);
    }

    /// What serves the requests of an overloaded server: the lowest bound that accounts for what
    /// was measured, else the limit of concurrency, else the number of requests served at once.
    public Optional<ServingLimit> limit() {
        return explainsThroughput()
                ? limit(bounds.getFirst())
                : reason.flatMap(r -> r.concurrency().map(c -> limit(r, c)));
    }

    private static ServingLimit limit(ConcurrencyReason reason, ImpliedConcurrency implied) {
        return reason.limit()
                .filter(l -> l.basis().isKnown() && implied.matches(l.capacity()))
                .map(l -> new ServingLimit(resource(l), l.capacity(), implied.seconds()))
                .orElseGet(() ->
                        new ServingLimit(
                                Resource.REQUESTS,
                                Math.round(implied.value()),
                                Math.round(implied.value()) / implied.throughput()));
    }

    private static Resource resource(ConcurrencyLimit limit) {
        return limit.basis() == Basis.HELD
                ? Resource.CARRIERS
                : limit.isOfPermits() ? Resource.PERMITS : Resource.POOL;
    }

    private static Optional<ServingLimit> limit(Bound bound) {
        return switch (bound) {
            case Bound.Pool(var threads, var held) ->
                    Optional.of(new ServingLimit(Resource.POOL, threads, held.seconds()));
            case Bound.Published(_, _, var capacity, var held) ->
                    Optional.of(new ServingLimit(Resource.POOL, capacity, held.seconds()));
            case Bound.Permits(_, var permits, var held) ->
                    Optional.of(new ServingLimit(Resource.PERMITS, permits, held.seconds()));
            case Bound.Connections(var connections, var unloaded) ->
                    Optional.of(
                            new ServingLimit(
                                    Resource.CONNECTIONS, connections, unloaded.seconds()));
            case Bound.Streams streams ->
                    Optional.of(
                            new ServingLimit(
                                    Resource.STREAMS,
                                    streams.slots(),
                                    streams.unloaded().seconds()));
            case Bound.Cpu(var cores, var server, var generator) ->
                    Optional.of(new ServingLimit(Resource.PROCESSORS, cores, server + generator));
            case Bound.Generator(var threads, var seconds) ->
                    Optional.of(new ServingLimit(Resource.GENERATOR, threads, seconds));
            case Bound.Carriers(var carriers, var held, _) ->
                    Optional.of(new ServingLimit(Resource.CARRIERS, carriers, held.seconds()));
            case Bound.Pinned(var carriers, var seconds, _) ->
                    Optional.of(new ServingLimit(Resource.CARRIERS, carriers, seconds));
            case Bound.SaturatedThreads threads ->
                    Optional.of(
                            new ServingLimit(
                                    Resource.SATURATED_THREADS,
                                    threads.threads(),
                                    threads.heldSeconds()));
            case Bound.Pauses(var other, _) -> limit(other);
            case Bound.Users _, Bound.ArrivalRate _ -> Optional.empty();
        };
    }

    /// Whether the lowest bound accounts for what was measured.
    public boolean explainsThroughput() {
        return !bounds.isEmpty()
                && Math.abs(measured / bounds.getFirst().maxThroughput() - 1) <= NEAR;
    }

    /// Whether the lowest bound accounts for what was measured, and says more than the place where
    /// requests wait: the streams that the server allows, permits, or threads without a pause.
    public boolean saysMoreThanWaits() {
        return explainsThroughput()
                && (bounds.getFirst() instanceof Bound.Streams
                        || bounds.getFirst() instanceof Bound.Permits
                        || bounds.getFirst() instanceof Bound.SaturatedThreads);
    }

    /// Whether the reason names what limits the requests.
    public boolean namesLimit() {
        return reason.filter(ConcurrencyReason::namesLimit).isPresent();
    }

    /// The analysis of one variant, with its reason.
    ///
    /// @param trials the successful ones, in the order in which they ran
    public static BottleneckAnalysis of(
            RunManifest manifest,
            Variant variant,
            List<Successful> trials,
            Throughput throughput,
            Cost cost,
            ServerDiagnostics diagnostics) {
        var analysis =
                of(
                        manifest.experiment(),
                        variant,
                        BottleneckInputs.of(
                                manifest, variant, trials, throughput.mean(), cost, diagnostics));
        return analysis.withReason(
                ConcurrencyEvidence.reason(
                        manifest,
                        variant,
                        Successful.ofType(Completed.class, trials),
                        throughput,
                        analysis));
    }

    private static BottleneckAnalysis of(
            Experiment experiment, Variant variant, BottleneckInputs inputs) {
        return switch (experiment.load()) {
            case LoadModel model -> of(model, variant, inputs);
            case Workload.Batch _ -> ofBatch(variant, inputs);
        };
    }

    static BottleneckAnalysis of(LoadModel load, Variant variant, BottleneckInputs inputs) {
        var bounds = new ArrayList<Bound>();
        var pinned = pinned(inputs);
        pinned.ifPresent(bounds::add);
        inputs.held()
                .ifPresent(held -> {
                    pool(inputs, held)
                            .filter(pool -> pool.mayHold(inputs.throughput() / (1 + NEAR)))
                            .ifPresent(bounds::add);
                    permits(variant, held)
                            .filter(permits -> mayHold(permits, inputs))
                            .ifPresent(bounds::add);
                    streams(load, inputs, held).ifPresent(bounds::add);
                    inFlight(load, inputs, held).ifPresent(bounds::add);
                    if (pinned.isEmpty()) {
                        carriers(inputs, held).ifPresent(bounds::add);
                    }
                });
        if (load instanceof LoadModel.Open open && !inputs.overloaded()) {
            bounds.add(new Bound.ArrivalRate(arrivalRate(open, inputs)));
        }
        bounds.addAll(cpu(inputs.cpu()));
        if (inputs.cpu().generatorSeconds() > 0) {
            bounds.add(
                    new Bound.Generator(
                            inputs.cpu().generatorThreads(), inputs.cpu().generatorSeconds()));
        }
        saturated(bounds, inputs).ifPresent(bounds::add);
        pauses(bounds, inputs).ifPresent(bounds::add);
        return new BottleneckAnalysis(bounds, inputs.throughput(), inputs.latency());
    }

    /// That of the schedule. Random arrivals in a short window may be others by chance, and those
    /// of a part of a recording are: then that of the requests sent.
    private static double arrivalRate(LoadModel.Open open, BottleneckInputs inputs) {
        double scheduled = open.rate().mean(inputs.windowNanos());
        double sent = inputs.arrivals().orElse(scheduled);
        return open.arrival() == Arrival.CONSTANT || Math.abs(sent / scheduled - 1) <= NEAR
                ? scheduled
                : sent;
    }

    /// Whether so many requests per second may be served under it: more disprove it, as where a
    /// service that rests between the requests of a single user responds more slowly.
    private static boolean mayHold(Bound bound, BottleneckInputs inputs) {
        return inputs.throughput() <= (1 + NEAR) * bound.maxThroughput();
    }

    /// The processors of the machine, shared with the generator, and those that the server may use
    /// where these are fewer.
    private static List<Bound> cpu(BottleneckInputs.Cpu cpu) {
        var bounds = new ArrayList<Bound>();
        cpu.serverSeconds()
                .ifPresent(seconds -> {
                    bounds.add(new Bound.Cpu(cpu.cores(), seconds, cpu.generatorSeconds()));
                    if (cpu.serverCores() < cpu.cores()) {
                        bounds.add(new Bound.Cpu(cpu.serverCores(), seconds, 0));
                    }
                });
        return bounds;
    }

    /// A batch has no load generator and no response times: the time for which a task holds its
    /// thread, as the program reports it, takes the place of the unloaded response time. Without
    /// that report there are no tasks that could run in parallel.
    private static BottleneckAnalysis ofBatch(Variant variant, BottleneckInputs inputs) {
        var bounds = new ArrayList<Bound>();
        inputs.held()
                .ifPresent(held -> {
                    pool(inputs, held).ifPresent(bounds::add);
                    permits(variant, held).ifPresent(bounds::add);
                    carriers(inputs, held).ifPresent(bounds::add);
                    inputs.cpu()
                            .serverSeconds()
                            .ifPresent(s ->
                                    bounds.add(new Bound.Cpu(inputs.cpu().serverCores(), s, 0)));
                });
        return new BottleneckAnalysis(bounds, inputs.throughput(), Optional.empty());
    }

    /// Applies only where waits may hold carriers: throughput above this bound shows that they do
    /// not, and threads that use half of the CPU or more do not mainly wait.
    private static Optional<Bound> carriers(BottleneckInputs inputs, HeldTime held) {
        int carriers = inputs.carriersOrCores();
        var path =
                inputs.threads()
                        .listed()
                        .flatMap(t -> t.onCarriers(carriers))
                        .map(ThreadSummary.ThreadLocation::path);
        var bound = new Bound.Carriers(carriers, held, path);
        double cpuShare = inputs.cpu().serverShare(inputs.throughput());
        return inputs.configured().virtual()
                        && cpuShare < BottleneckInputs.IDLE
                        && mayHold(bound, inputs)
                ? Optional.of(bound)
                : Optional.empty();
    }

    /// Observed pinned waits replace the inferred bound, unless they are a small part of what held
    /// the carriers: blocking in native code is not observed.
    private static Optional<Bound.Pinned> pinned(BottleneckInputs inputs) {
        return inputs.threads()
                .pinned()
                .filter(p -> new PinnedTime(p.share()).isMost())
                .filter(p -> p.nanosPerResponse().isPresent())
                .map(p ->
                        new Bound.Pinned(
                                inputs.carriersOrCores(),
                                p.nanosPerResponse().getAsDouble() / 1e9,
                                p.locations().getFirst()));
    }

    /// What the load can have in flight needs no other explanation: a thread that polls, or one
    /// that serves a single user, is busy then too.
    private static Optional<Bound> saturated(List<Bound> others, BottleneckInputs inputs) {
        double throughput = inputs.throughput();
        return inputs.threads()
                .saturated()
                .filter(_ -> throughput > 0)
                .filter(_ ->
                        others.stream()
                                .filter(BottleneckAnalysis::isInFlight)
                                .noneMatch(b -> throughput >= (1 - NEAR) * b.maxThroughput()))
                .map(use ->
                        new Bound.SaturatedThreads(
                                use.name(),
                                use.threads(),
                                use.threads() * use.use().processorShare() / throughput,
                                use.use()));
    }

    private static boolean isInFlight(Bound bound) {
        return bound instanceof Bound.Users
                || bound instanceof Bound.Connections
                || bound instanceof Bound.Streams;
    }

    /// Pauses lower all bounds but two: the CPU bound already counts the collector's CPU time, and
    /// requests that arrive by the clock during a pause are served after it.
    private static Optional<Bound> pauses(List<Bound> bounds, BottleneckInputs inputs) {
        double share = inputs.pauseShare().orElse(0);
        return share < PAUSED
                ? Optional.empty()
                : bounds.stream()
                        .min(Comparator.comparingDouble(Bound::maxThroughput))
                        .filter(lowest ->
                                !(lowest instanceof Bound.Cpu
                                        || lowest instanceof Bound.ArrivalRate))
                        .map(lowest -> new Bound.Pauses(lowest, share));
    }

    /// The threads of a pool that the variant's settings, its command or its files give.
    private static Optional<Bound.Pool> pool(BottleneckInputs inputs, HeldTime held) {
        return inputs.configured()
                .requestThreads()
                .map(limit -> new Bound.Pool(Math.toIntExact(limit.capacity()), held));
    }

    private static Optional<Bound> permits(Variant variant, HeldTime held) {
        return Optional.ofNullable(variant.settings().get("concurrency"))
                .map(permits -> new Bound.Permits("semaphore", Long.parseLong(permits), held));
    }

    /// Held connections carry one request each: nothing bounds how many per second.
    private static Optional<Bound> inFlight(
            LoadModel load, BottleneckInputs inputs, HeldTime unloaded) {
        return switch (load) {
            case LoadModel.Closed(var users, var think) ->
                    Optional.of(
                            users(
                                    (int) Math.round(users.mean(inputs.windowNanos())),
                                    unloaded,
                                    think.mean().toNanos() / 1e9,
                                    inputs.throughput()));
            case LoadModel.Open(_, _, var connections) ->
                    Optional.<Bound>of(new Bound.Connections(connections, unloaded))
                            .filter(bound -> mayHold(bound, inputs));
            case LoadModel.HeldConnections _ -> Optional.empty();
        };
    }

    /// Streams that serve more than a single user's time allows have no such bound, unless all are
    /// in use: then their response time by Little's law takes the place of that time, as for users.
    /// Held ones serve one request each.
    private static Optional<Bound.Streams> streams(
            LoadModel load, BottleneckInputs inputs, HeldTime unloaded) {
        if (load instanceof LoadModel.HeldConnections) {
            return Optional.empty();
        }
        return inputs.streams()
                .map(slots -> {
                    var bound = new Bound.Streams(slots.connections(), slots.each(), unloaded);
                    boolean isFaster = inputs.throughput() > (1 + NEAR) * bound.maxThroughput();
                    return isFaster && slots.allInUse()
                            ? new Bound.Streams(
                                    slots.connections(),
                                    slots.each(),
                                    HeldTime.ofMean(bound.slots() / inputs.throughput()))
                            : bound;
                })
                .filter(bound -> mayHold(bound, inputs));
    }

    /// A service that rests between the requests of a single user may respond more slowly than
    /// under load: users who are served faster than that do not queue, and their response time by
    /// Little's law takes its place.
    private static Bound.Users users(
            int users, HeldTime unloaded, double thinkSeconds, double throughput) {
        var bound = new Bound.Users(users, unloaded, thinkSeconds);
        double underLoad = users / throughput - thinkSeconds;
        return throughput > (1 + NEAR) * bound.maxThroughput() && underLoad > 0
                ? new Bound.Users(users, HeldTime.ofMean(underLoad), thinkSeconds)
                : bound;
    }
}
