package dev.loombench.capacity;

import dev.loombench.base.Window;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.util.List;

/// The highest memory of a process in each of its windows.
final class MemoryPeaks {
    private MemoryPeaks() {}

    /// @param confirming windows at rates that are alike, in order of time
    /// @return [n] bytes, of the windows that have samples; empty where nothing was observed
    static double[] of(TrialResult result, List<Window> confirming) {
        return result.outcome() instanceof Completed trial
                ? confirming.stream()
                        .flatMapToDouble(w ->
                                trial.series(MetricId.PROCESS_RSS).stream()
                                        .flatMapToDouble(s -> s.highest(w).stream()))
                        .toArray()
                : new double[0];
    }
}
