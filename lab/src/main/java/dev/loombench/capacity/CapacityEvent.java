package dev.loombench.capacity;

import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;

/// An event of a search for the capacity.
public sealed interface CapacityEvent {
    /// @param folder of the results
    record Started(Path folder, RunManifest manifest) implements CapacityEvent {}

    /// @param activity as in `warming up`
    /// @param rate of the present window; empty outside of windows
    record Progress(
            Trial process,
            int processes,
            String activity,
            Duration elapsed,
            OptionalDouble rate,
            double responsesPerSecond)
            implements CapacityEvent {}

    /// A window has ended.
    record Probed(RateProbe probe) implements CapacityEvent {}

    /// A process has ended.
    ///
    /// @param found its capacity, or that of the variant where it cannot be an estimate
    record ProcessEnded(Trial process, int processes, Capacity found) implements CapacityEvent {}

    /// A process has failed.
    record ProcessFailed(Trial process, int processes, String reason) implements CapacityEvent {}
}
