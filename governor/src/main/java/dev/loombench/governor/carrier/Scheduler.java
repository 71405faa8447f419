package dev.loombench.governor.carrier;

/// The scheduler of virtual threads, as far as it can be seen and set.
interface Scheduler {
    int parallelism();

    void parallelism(int carriers);

    /// Carriers there are, at work or not.
    int carriers();

    int mounted();

    long queued();
}
