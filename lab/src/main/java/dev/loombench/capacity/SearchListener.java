package dev.loombench.capacity;

import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.result.Trial;
import java.time.Duration;
import java.util.OptionalDouble;

/// Receives what happens in the processes of a search.
interface SearchListener {
    /// The number of the next window, from 1.
    int nextNumber();

    void probed(RateProbe probe);

    void progress(
            Trial process,
            String activity,
            Duration elapsed,
            OptionalDouble rate,
            double responsesPerSecond);
}
