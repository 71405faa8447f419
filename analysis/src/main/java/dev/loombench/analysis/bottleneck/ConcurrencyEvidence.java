package dev.loombench.analysis.bottleneck;

import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.ConfiguredLimits;
import dev.loombench.analysis.concurrency.ExecutorThreads;
import dev.loombench.analysis.concurrency.ImpliedConcurrency;
import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.observe.result.Observation.Libraries;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What a [ConcurrencyReason] of one variant is based on, from its trials and bounds.
final class ConcurrencyEvidence {
    /// Share of the throughput that the load and the single user's time allow, from which the load
    /// is the limit.
    private static final double REACHED = 0.8;

    /// Releases of the JDK on which a virtual thread that waits in a monitor holds its carrier:
    /// until JEP 491, *Synchronize Virtual Threads without Pinning*.
    private static final Pattern PINNING = Pattern.compile("(19|2[0-3])\\b.*");

    private ConcurrencyEvidence() {}

    /// @param trials completed ones of the variant, in the order in which they ran
    /// @return empty for a batch, for held connections, and where nothing is known
    static Optional<ConcurrencyReason> reason(
            RunManifest manifest,
            Variant variant,
            List<Completed> trials,
            Throughput throughput,
            BottleneckAnalysis bottleneck) {
        if (!(manifest.experiment().load() instanceof LoadModel load)
                || load instanceof LoadModel.HeldConnections
                || trials.isEmpty()) {
            return Optional.empty();
        }
        int cores = manifest.environment().cores();
        var dump = observations(trials, ThreadDump.class).reduce((_, later) -> later);
        return ConcurrencyReason.of(
                new ConcurrencyReason.Inputs(
                        dump.map(d -> RequestWaits.of(d, load.connections())),
                        load.connections(),
                        users(load),
                        load.isConstant()
                                ? concurrency(
                                        throughput,
                                        bottleneck,
                                        withoutTimeOuts(manifest, variant, load, trials))
                                : Optional.empty(),
                        pools(trials),
                        dump.map(PoolLibrary::in).orElse(List.of()),
                        ConfiguredLimits.of(variant, BottleneckInputs.settings(trials)),
                        dump.map(ExecutorThreads::allBusy).orElse(OptionalInt.empty()),
                        carriers(bottleneck),
                        observations(trials, Libraries.class)
                                .anyMatch(l -> PINNING.matcher(l.java().release()).matches()),
                        (int) Math.ceil(variant.cores(cores))));
    }

    /// Users with a request in flight at all times.
    private static OptionalInt users(LoadModel load) {
        return load instanceof LoadModel.Closed closed
                        && closed.isConstant()
                        && closed.thinkTime().mean().equals(Duration.ZERO)
                ? OptionalInt.of(closed.connections())
                : OptionalInt.empty();
    }

    /// The share of the load's users or connections that no request held until its time-out, 0..1:
    /// by Little's law `1 - T * timeout / N`, T the requests per second that timed out. The others
    /// do not wait for a limit of the server, as far as its responses show.
    private static double withoutTimeOuts(
            RunManifest manifest, Variant variant, LoadModel load, List<Completed> trials) {
        double seconds = trials.stream().mapToDouble(t -> t.load().window().seconds()).sum();
        double timedOut = trials.stream().mapToLong(t -> t.load().counts().timedOut()).sum();
        double timeout = manifest.experiment().of(variant).traffic().timeout().toNanos() / 1e9;
        return Math.max(0, 1 - timedOut / seconds * timeout / load.connections());
    }

    /// Empty where the load is reached or may be, where threads are saturated, and where the
    /// processors are busy or their use is unknown.
    ///
    /// @param free share of the users or connections that can send
    private static Optional<ImpliedConcurrency> concurrency(
            Throughput throughput, BottleneckAnalysis bottleneck, double free) {
        double processors = lowest(bottleneck, Bound.Cpu.class);
        double load =
                Math.min(
                        free * lowest(bottleneck, Bound.Users.class),
                        Math.min(
                                lowest(bottleneck, Bound.ArrivalRate.class),
                                free
                                        * Math.min(
                                                lowest(bottleneck, Bound.Connections.class),
                                                lowest(bottleneck, Bound.Streams.class))));
        return throughput.mean() < REACHED * load
                        && throughput.mean()
                                < REACHED * lowest(bottleneck, Bound.SaturatedThreads.class)
                        && Double.isFinite(processors)
                        && throughput.mean() < BottleneckInputs.IDLE * processors
                ? unloaded(bottleneck.bounds())
                        .map(held ->
                                ImpliedConcurrency.of(
                                        throughput.mean(),
                                        throughput.interval(),
                                        held.seconds(),
                                        held.interval()))
                        .filter(c -> c.isBelow(load * c.seconds()))
                : Optional.empty();
    }

    /// The carriers, where a bound of the throughput follows from them.
    private static OptionalInt carriers(BottleneckAnalysis bottleneck) {
        return bottleneck.bounds().stream()
                .flatMapToInt(bound ->
                        switch (bound) {
                            case Bound.Carriers(var carriers, _, _) -> IntStream.of(carriers);
                            case Bound.Pinned(var carriers, _, _) -> IntStream.of(carriers);
                            case Bound.Pool _,
                                    Bound.Published _,
                                    Bound.Permits _,
                                    Bound.Users _,
                                    Bound.ArrivalRate _,
                                    Bound.Connections _,
                                    Bound.Streams _,
                                    Bound.Cpu _,
                                    Bound.Generator _,
                                    Bound.SaturatedThreads _,
                                    Bound.Pauses _ ->
                                    IntStream.empty();
                        })
                .findFirst();
    }

    private static double lowest(BottleneckAnalysis bottleneck, Class<? extends Bound> kind) {
        return bottleneck.bounds().stream()
                .filter(kind::isInstance)
                .mapToDouble(Bound::maxThroughput)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /// The response time of a single user, as the bounds of the load have it.
    static Optional<HeldTime> unloaded(List<Bound> bounds) {
        return bounds.stream().flatMap(b -> unloaded(b).stream()).findFirst();
    }

    private static Optional<HeldTime> unloaded(Bound bound) {
        return switch (bound) {
            case Bound.Users(_, var unloaded, _) -> Optional.of(unloaded);
            case Bound.Connections(_, var unloaded) -> Optional.of(unloaded);
            case Bound.Streams(_, _, var unloaded) -> Optional.of(unloaded);
            case Bound.Pool _,
                    Bound.Published _,
                    Bound.Permits _,
                    Bound.ArrivalRate _,
                    Bound.Cpu _,
                    Bound.Generator _,
                    Bound.Carriers _,
                    Bound.Pinned _,
                    Bound.SaturatedThreads _,
                    Bound.Pauses _ ->
                    Optional.empty();
        };
    }

    /// The last observation of each pool.
    private static List<Pool> pools(List<Completed> trials) {
        Map<List<String>, Pool> last = new LinkedHashMap<>();
        observations(trials, Pool.class).forEach(p -> last.put(List.of(p.library(), p.name()), p));
        return List.copyOf(last.values());
    }

    private static <T> Stream<T> observations(Collection<Completed> trials, Class<T> kind) {
        return trials.stream()
                .flatMap(t -> t.observations().stream())
                .filter(kind::isInstance)
                .map(kind::cast);
    }
}
