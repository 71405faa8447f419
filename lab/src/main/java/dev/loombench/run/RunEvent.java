package dev.loombench.run;

import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// What a run is doing, for whoever shows its progress.
public sealed interface RunEvent {

    /// Nothing is measured yet: a server that is built on demand is made, or found up to date.
    record Building(String server) implements RunEvent {}

    /// Other runs on this machine cannot be noticed, and will not notice this one.
    record OthersUnknown(String reason) implements RunEvent {}

    /// @param folder where results are kept
    /// @param finished trials that were measured before the run was resumed
    record Started(Path folder, RunManifest manifest, List<TrialResult> finished)
            implements RunEvent {
        public Started {
            finished = List.copyOf(finished);
        }
    }

    /// An interrupted run cannot go on, and the experiment starts anew.
    ///
    /// @param reason what has changed since
    record StartedAnew(Path interrupted, String reason) implements RunEvent {}

    /// @param activity as in `warming up`
    /// @param elapsed how long it has been doing so
    /// @param responsesPerSecond of late; 0 while nothing is driven
    /// @param remaining an estimate for the whole run
    record Progress(
            Trial trial,
            int trials,
            String activity,
            Duration elapsed,
            double responsesPerSecond,
            Duration remaining)
            implements RunEvent {}

    /// Every comparison is precise enough: what is left of the plan is not needed.
    ///
    /// @param trials that were
    record PreciseEnough(int trials, int planned) implements RunEvent {}

    record TrialEnded(TrialResult result, int trials, Duration remaining) implements RunEvent {}
}
