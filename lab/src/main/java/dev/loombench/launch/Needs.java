package dev.loombench.launch;

import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.LoadModel;
import dev.loombench.spec.Variant;

/// What an experiment asks of the machine.
///
/// @param connections that a process holds open at once
/// @param ports of one source address
/// @param threads of the server that has most
public record Needs(long connections, long ports, long threads) {
    /// What a JVM runs beside its pool: compilers, collectors, acceptors, observers.
    private static final int OTHER_THREADS = 100;

    public static Needs of(ExperimentSpec spec) {
        long connections = spec.load() instanceof LoadModel load ? load.connections() : 0;
        int sources = Math.max(1, spec.traffic().connections().sources().size());
        return new Needs(
                connections,
                Math.ceilDiv(connections, sources),
                OTHER_THREADS
                        + spec.variants().stream()
                                .mapToLong(v -> threads(v, connections))
                                .max()
                                .orElse(0));
    }

    /// A pool without a size has a thread for each request in flight, at worst.
    private static long threads(Variant variant, long connections) {
        var threads = variant.settings().get("threads");
        if (threads != null) {
            return Long.parseLong(threads);
        }
        return variant.model().equals("cached-pool") ? connections : 0;
    }
}
