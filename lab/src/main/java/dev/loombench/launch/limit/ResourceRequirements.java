package dev.loombench.launch.limit;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;

/// The resources that an experiment needs.
///
/// @param connections open at once, per process
/// @param ports per source address
/// @param threads of the server with the most
public record ResourceRequirements(long connections, long ports, long threads) {
    /// Threads of a JVM outside its pool: compilers, collectors, acceptors, observers.
    private static final int OTHER_THREADS = 100;

    /// Tasks of a batch whose variant does not set `tasks`.
    private static final long DEFAULT_TASKS = 10_000;

    public static ResourceRequirements of(Experiment experiment) {
        long connections = experiment.load() instanceof LoadModel load ? load.connections() : 0;
        int sources = Math.max(1, experiment.traffic().connections().sources().size());
        return new ResourceRequirements(
                connections,
                Math.ceilDiv(connections, sources),
                OTHER_THREADS
                        + experiment.variants().stream()
                                .mapToLong(v -> threads(v, experiment.load()))
                                .max()
                                .orElse(0));
    }

    /// The threads of the servers of all variants together, without those that already run.
    public static long threadsTogether(Experiment experiment) {
        return experiment.variants().stream()
                .filter(variant -> variant.endpoint().isEmpty())
                .mapToLong(variant -> OTHER_THREADS + threads(variant, experiment.load()))
                .sum();
    }

    /// Without a bound, up to one thread per request or task in flight.
    private static long threads(Variant variant, Workload workload) {
        var threads = variant.settings().get("threads");
        if (threads != null) {
            return Long.parseLong(threads);
        }
        return variant.runsOn(Threading.UNBOUNDED) ? inFlight(variant, workload) : 0;
    }

    private static long inFlight(Variant variant, Workload workload) {
        return switch (workload) {
            case LoadModel load -> load.connections();
            case Workload.Batch batch -> {
                var tasks = variant.settings().get("tasks");
                yield tasks == null ? DEFAULT_TASKS : Long.parseLong(tasks);
            }
        };
    }
}
