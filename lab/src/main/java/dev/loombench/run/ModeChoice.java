package dev.loombench.run;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.TrialMode;
import dev.loombench.experiment.variant.Dependencies.Backend;
import dev.loombench.experiment.variant.Dependencies.Lifetime;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.limit.HostLimits;
import dev.loombench.launch.limit.ResourceRequirements;
import dev.loombench.result.ChosenMode;
import dev.loombench.run.support.BankDatabase;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;
import java.util.HashSet;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/// The choice between interleaved and sequential trials: interleaved wherever all servers of a
/// block can be alive at once, and the rests of its load change neither a server nor what is
/// measured.
///
/// After a rest, a server is empty. A closed load without think time has all its requests in the
/// server at once; the queue of an open load, and that of users who think, needs a time that may be
/// far longer than a slice.
final class ModeChoice {
    /// Memory of a server whose JVM flags do not limit its heap, and of every server outside its
    /// heap.
    private static final long TYPICAL_HEAP = 512L << 20;

    private static final long OUTSIDE_HEAP = 256L << 20;

    private static final Pattern MAX_HEAP = Pattern.compile("-Xmx(\\d{1,12})([kKmMgG]?)");

    private ModeChoice() {}

    /// @param server name -> its description
    /// @param agents why agents that drive the load cannot interleave trials; empty without agents
    /// @throws WrongInput when the experiment requests interleaved trials and cannot have them
    static ChosenMode of(
            Experiment experiment,
            Function<String, Optional<ServerDescription>> server,
            HostLimits host,
            Optional<String> agents) {
        var requested = experiment.mode();
        if (requested.equals(Optional.of(TrialMode.SEQUENTIAL))) {
            return ChosenMode.sequential("as requested");
        }
        var obstacle = obstacle(experiment, server, host).or(() -> agents);
        if (obstacle.isPresent() && requested.isPresent()) {
            throw new WrongInput(
                    "the trials cannot be interleaved: %s; remove mode: interleaved"
                            .formatted(obstacle.get()));
        }
        return obstacle.map(ChosenMode::sequential).orElse(ChosenMode.INTERLEAVED);
    }

    private static Optional<String> obstacle(
            Experiment experiment,
            Function<String, Optional<ServerDescription>> server,
            HostLimits host) {
        return load(experiment)
                .or(() -> variants(experiment, server))
                .or(() -> resources(experiment, host));
    }

    private static Optional<String> load(Experiment experiment) {
        if (experiment.variants().size() == 1) {
            return Optional.of("there is one variant");
        }
        if (experiment.phases().requests().isPresent()) {
            return Optional.of("the window ends after a number of requests");
        }
        return switch (experiment.load()) {
            case Workload.Batch _ -> Optional.of("batch programs run to their end");
            case LoadModel.HeldConnections _ -> Optional.of("the connections are held");
            case LoadModel.Closed closed when !closed.users().isConstant() ->
                    Optional.of("the number of users changes");
            case LoadModel.Open open when !open.isConstant() -> Optional.of("the rate changes");
            case LoadModel.Open _ ->
                    Optional.of("after a rest, the queue of an arrival rate would be empty");
            case LoadModel.Closed closed when !closed.thinkTime().isZero() ->
                    Optional.of("after a rest, the queue of users who think would be empty");
            case LoadModel.Closed _ ->
                    experiment.criteria().decidedBy(Metric::isOfExtremes)
                            ? Optional.of(
                                    "a percentile above the median or peak memory decides, and slices are compared by throughput and CPU")
                            : Optional.empty();
        };
    }

    private static Optional<String> variants(
            Experiment experiment, Function<String, Optional<ServerDescription>> server) {
        if (experiment.dependencies().hasCommands()) {
            return Optional.of("commands are executed before or after each process");
        }
        if (experiment.dependencies().backends().stream()
                .anyMatch(ModeChoice::isOneProcessAtATime)) {
            return Optional.of("each process has its own backend, on a fixed port");
        }
        if (!BankDatabase.needed(experiment).isEmpty()) {
            return Optional.of("the servers share a database");
        }
        var ports = new HashSet<Integer>();
        var folders = new HashSet<Object>();
        for (var variant : experiment.variants()) {
            if (variant.zooServer()
                    .flatMap(zoo -> server.apply(zoo.server()))
                    .filter(s -> s.adapts(variant))
                    .isPresent()) {
                return Optional.of(variant.name() + " adapts its size to the load");
            }
            if (variant.port() != 0 && !ports.add(variant.port())) {
                return Optional.of("two variants have port %d".formatted(variant.port()));
            }
            if (variant.zooServer().isPresent()
                    && variant.workingDirectory().filter(f -> !folders.add(f)).isPresent()) {
                return Optional.of("two variants share a working directory");
            }
        }
        return Optional.empty();
    }

    private static boolean isOneProcessAtATime(Backend backend) {
        return backend.lifetime() == Lifetime.PROCESS && backend.port() != 0;
    }

    private static Optional<String> resources(Experiment experiment, HostLimits host) {
        long connections =
                experiment.variants().size() * ResourceRequirements.of(experiment).connections();
        if (host.connections().check(connections).isPresent()) {
            return Optional.of(
                    "all of them together would need %,d connections".formatted(connections));
        }
        long threads = ResourceRequirements.threadsTogether(experiment);
        if (host.threadsTogether().check(threads).isPresent()) {
            return Optional.of("all servers together may need %,d threads".formatted(threads));
        }
        long memory = experiment.variants().stream().mapToLong(ModeChoice::memory).sum();
        var available = host.memoryAvailable();
        if (available.isPresent() && memory > available.getAsLong()) {
            return Optional.of(
                    "all servers together may need %,d MiB of memory".formatted(memory >> 20));
        }
        return Optional.empty();
    }

    /// An estimate in bytes; 0 for a service that already has its memory.
    private static long memory(Variant variant) {
        if (variant.endpoint().isPresent()) {
            return 0;
        }
        long heap = TYPICAL_HEAP;
        for (var flag : variant.service().map(ServiceCommand::words).orElse(variant.jvm())) {
            var limit = MAX_HEAP.matcher(flag);
            if (limit.matches()) {
                heap = Long.parseLong(limit.group(1)) * unit(limit.group(2));
            }
        }
        return heap + OUTSIDE_HEAP;
    }

    private static long unit(String suffix) {
        return switch (suffix) {
            case "k", "K" -> 1L << 10;
            case "m", "M" -> 1L << 20;
            case "g", "G" -> 1L << 30;
            default -> 1;
        };
    }
}
