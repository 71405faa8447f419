package dev.loombench.launch;

import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Variant;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Workload;

/// What an experiment asks of the machine.
///
/// @param connections that a process holds open at once
/// @param ports of one source address
/// @param threads of the server that has most
public record ResourceRequirements(long connections, long ports, long threads) {
    /// What a JVM runs beside its pool: compilers, collectors, acceptors, observers.
    private static final int OTHER_THREADS = 100;

    /// What a batch has when the variant does not say.
    private static final long TASKS = 10_000;

    public static ResourceRequirements of(ExperimentSpec spec) {
        long connections = spec.load() instanceof LoadModel load ? load.connections() : 0;
        int sources = Math.max(1, spec.traffic().connections().sources().size());
        return new ResourceRequirements(
                connections,
                Math.ceilDiv(connections, sources),
                OTHER_THREADS
                        + spec.variants().stream()
                                .mapToLong(v -> threads(v, spec.load()))
                                .max()
                                .orElse(0));
    }

    /// Without a bound there is a thread for each request or task in flight, at worst.
    private static long threads(Variant variant, Workload workload) {
        var threads = variant.settings().get("threads");
        if (threads != null) {
            return Long.parseLong(threads);
        }
        return switch (variant.threads()) {
            case UNBOUNDED -> inFlight(variant, workload);
            case VIRTUAL, BOUNDED, EVENT_LOOP -> 0;
        };
    }

    private static long inFlight(Variant variant, Workload workload) {
        return switch (workload) {
            case LoadModel load -> load.connections();
            case Workload.Batch batch -> {
                var tasks = variant.settings().get("tasks");
                yield tasks == null ? TASKS : Long.parseLong(tasks);
            }
        };
    }
}
