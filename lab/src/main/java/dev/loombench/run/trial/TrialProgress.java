package dev.loombench.run.trial;

import java.time.Duration;

/// A listener for what a trial is doing.
public interface TrialProgress {
    /// @param activity as in `warming up`
    /// @param elapsed since the start of the activity
    /// @param responsesPerSecond 0 while there is no load
    void update(String activity, Duration elapsed, double responsesPerSecond);
}
