package dev.loombench.analysis.mode;

import dev.loombench.experiment.Metric;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;

/// What was measured in the slices of an interleaved trial.
final class SliceFigures {
    private SliceFigures() {}

    static Interleaving interleaving(Completed trial) {
        return trial.interleaving().orElseThrow();
    }

    /// The least CPU time that a check of the mode looks for, processors: in slices with few
    /// responses, that of compilers and collectors of an idle JVM differs by more of what they
    /// have.
    static final double LEAST_PROCESSORS = 0.01;

    /// Processors that the server used in its slices, without the first of each trial.
    static double processors(List<Completed> trials) {
        return trials.stream().mapToDouble(t -> processors(interleaving(t))).average().orElse(0);
    }

    private static double processors(Interleaving trial) {
        double cpu = 0;
        double nanos = 0;
        for (var slice : trial.slices().subList(1, trial.slices().size())) {
            cpu += slice.cpuNanos().orElse(0);
            nanos += slice.nanos();
        }
        return cpu / nanos;
    }

    /// CPU time per response in all slices, ns; not a number where it was not observed for one.
    static double cpuPerResponse(Completed trial) {
        double cpu = 0;
        double responses = 0;
        for (var slice : interleaving(trial).slices()) {
            cpu += slice.cpuNanos().orElse(Double.NaN);
            responses += slice.responses();
        }
        return cpu / responses;
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
