package dev.loombench.governor.carrier;

import java.util.List;

/// The governor as others see it, under the name `dev.loombench:type=CarrierGovernor`.
public interface CarrierGovernorMXBean {
    /// Carriers the scheduler may use now.
    int getParallelism();

    /// What the governor found, and puts back when it stops.
    int getBase();

    /// Never above.
    int getMax();

    /// Virtual threads on a carrier at the last look.
    int getMounted();

    /// Virtual threads that waited for one at the last look.
    long getQueued();

    /// What the last look said, in words.
    String getState();

    /// Looks taken so far.
    long getSampleCount();

    /// Changes made so far.
    long getChanges();

    /// The last changes, oldest first, at most 64, as in `2 -> 8: …`.
    List<String> getDecisions();

    /// The same as `CarrierGovernor.close()`.
    void stop();
}
