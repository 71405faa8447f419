package dev.loombench.governor.carrier;

import java.util.OptionalLong;

/// The scheduler of virtual threads, as far as it can be seen and set.
interface Scheduler {
    int parallelism();

    void parallelism(int carriers);

    /// Carriers there are, at work or not.
    int carriers();

    int mounted();

    long queued();

    /// How often a carrier has begun anew with a virtual thread, at least; empty where nobody
    /// counts. Dearer by far than the other questions.
    OptionalLong turns();
}
