package dev.loombench.analysis;

import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.spec.Metric;

/// What was measured in the slices of an interleaved trial.
final class SliceFigures {
    private SliceFigures() {}

    static Interleaving interleaving(Completed trial) {
        return trial.interleaving().orElseThrow();
    }

    /// Responses per ns, or CPU time per response, ns; not a number where CPU time was not
    /// observed. One half is added to the responses: in a slice of a server that stands still there
    /// may be none.
    static double value(Metric metric, Interleaving.Slice slice) {
        double responses = slice.responses() + 0.5;
        return metric == Metric.THROUGHPUT
                ? responses / slice.nanos()
                : slice.cpuNanos().orElse(Double.NaN) / responses;
    }
}
