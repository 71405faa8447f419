package dev.loombench.run.trial;

import dev.loombench.load.result.LoadResult;
import java.util.List;

/// The result of a window of a search.
///
/// @param load of the window, until its end
/// @param cutShort whether it ended early
/// @param inFlight requests in flight, every [ProbeWindow#SAMPLE_INTERVAL]
public record Probed(LoadResult load, boolean cutShort, List<Double> inFlight) {
    public Probed {
        inFlight = List.copyOf(inFlight);
    }
}
