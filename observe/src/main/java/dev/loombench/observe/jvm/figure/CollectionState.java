package dev.loombench.observe.jvm.figure;

import java.util.OptionalLong;

/// The collections of a JVM up to one moment.
///
/// @param heapAfterBytes heap in use after the last collection of each of its pools, one of which
///   that has not been collected counts as empty; empty where no pool shows it
public record CollectionState(GarbageCollectors collectors, OptionalLong heapAfterBytes) {

    public static CollectionState of(JvmSample sample) {
        return new CollectionState(sample.collectors(), sample.figure("heap-after"));
    }
}
