package dev.loombench.governor.carrier;

import java.util.List;

/// The management interface of the governor, registered as `dev.loombench:type=CarrierGovernor`.
public interface CarrierGovernorMXBean {
    /// The parallelism now in force.
    int getParallelism();

    /// The parallelism that the governor found, and restores when it stops.
    int getBase();

    /// The highest parallelism that the governor may set.
    int getMax();

    /// Virtual threads mounted on a carrier at the last sample.
    int getMounted();

    /// Virtual threads queued for a carrier at the last sample.
    long getQueued();

    /// The state of the carriers at the last sample, as text.
    String getState();

    /// Samples taken so far.
    long getSampleCount();

    /// Changes of parallelism so far.
    long getChanges();

    /// The last 64 changes, oldest first, for example `2 -> 8: …`.
    List<String> getDecisions();

    /// Stops the governor, like `CarrierGovernor.close()`.
    void stop();
}
