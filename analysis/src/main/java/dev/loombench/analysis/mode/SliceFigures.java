package dev.loombench.analysis.mode;

import dev.loombench.experiment.Metric;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.stats.Descriptive;
import dev.loombench.stats.series.Bursts;
import java.util.List;
import java.util.function.ToDoubleFunction;

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

    /// What slices with much of an amount per response have of it beyond the median response, as a
    /// share of all, 0..1: more than [Bursts#limit]. 0 without slices.
    ///
    /// @param amount of a slice, at least 0, any unit
    static double inFew(
            List<Interleaving.Slice> slices, ToDoubleFunction<Interleaving.Slice> amount) {
        var each =
                slices.stream().mapToDouble(s -> amount.applyAsDouble(s) / responses(s)).toArray();
        if (each.length == 0) {
            return 0;
        }
        double median = Descriptive.median(each);
        double much = Bursts.limit(each);
        double all = 0;
        double beyond = 0;
        for (int k = 0; k < each.length; k++) {
            all += each[k] * responses(slices.get(k));
            beyond += each[k] > much ? (each[k] - median) * responses(slices.get(k)) : 0;
        }
        return all > 0 ? beyond / all : 0;
    }

    /// One half is added: in a slice of a server that stands still there may be none.
    private static double responses(Interleaving.Slice slice) {
        return slice.responses() + 0.5;
    }

    /// Responses per ns, or CPU time per response, ns; not a number where CPU time was not
    /// observed.
    static double value(Metric metric, Interleaving.Slice slice) {
        return metric == Metric.THROUGHPUT
                ? responses(slice) / slice.nanos()
                : slice.cpuNanos().orElse(Double.NaN) / responses(slice);
    }
}
