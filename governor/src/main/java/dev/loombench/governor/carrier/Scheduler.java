package dev.loombench.governor.carrier;

import java.util.OptionalLong;

/// The part of the virtual-thread scheduler that the governor reads and sets.
interface Scheduler {
    int parallelism();

    void parallelism(int carriers);

    /// Existing carriers, including idle ones.
    int carriers();

    int mounted();

    long queued();

    /// A lower bound on the number of turns, that is, how often a carrier has started to run a
    /// virtual thread; empty if the JVM does not count them. Far more expensive than the other
    /// calls.
    OptionalLong turns();
}
