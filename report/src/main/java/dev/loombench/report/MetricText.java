package dev.loombench.report;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.text.Figures;
import dev.loombench.traffic.Workload;

/// Names and values of metrics, in words.
public final class MetricText {
    private MetricText() {}

    /// The unit of throughput: `request`, or in a batch `task`.
    public static String unitOfWork(boolean batch) {
        return batch ? "task" : "request";
    }

    /// The metric as a heading names it: as the experiment spells it, except for the CPU per task
    /// of a batch and percentiles of an arriving request.
    public static String label(Experiment experiment) {
        return label(experiment.metric(), experiment.load());
    }

    /// Any metric, in the same way.
    public static String label(Metric metric, Workload load) {
        return load instanceof Workload.Batch && metric == Metric.CPU_PER_REQUEST
                ? "CPU per " + unitOfWork(true)
                : ArrivingText.label(metric, load);
    }

    static String name(Experiment experiment) {
        return experiment.isBatch() && experiment.metric() == Metric.CPU_PER_REQUEST
                ? "CPU per " + unitOfWork(true)
                : title(experiment.metric(), experiment.load());
    }

    /// The metric of a load in words, as in `median response time`.
    public static String title(Metric metric, Workload load) {
        return switch (metric) {
            case THROUGHPUT -> "throughput";
            case CAPACITY -> "capacity";
            case CPU_PER_REQUEST -> "CPU per " + unitOfWork(false);
            case INSTRUCTIONS_PER_REQUEST -> "instructions per request";
            case CYCLES_PER_REQUEST -> "cycles per request";
            case P50, P75, P90, P95, P99, P999, P9999 -> ArrivingText.responseTime(metric, load);
            case PEAK_RSS -> "peak resident memory";
            case THREADS -> "threads";
            case RAMP_UP -> "ramp-up";
            case ELAPSED -> "elapsed time";
        };
    }

    /// `667/s`, `54.2 µs`, `182 MiB`, `23 threads`.
    static String figure(Metric metric, double value) {
        return figure(metric, value, 0);
    }

    static String figure(Metric metric, double value, int more) {
        return switch (metric) {
            case THROUGHPUT, CAPACITY -> Figures.number(value, more) + "/s";
            case CPU_PER_REQUEST, P50, P75, P90, P95, P99, P999, P9999, ELAPSED, RAMP_UP ->
                    Format.time(value, more);
            case INSTRUCTIONS_PER_REQUEST -> Format.quantity(value, more) + " instructions";
            case CYCLES_PER_REQUEST -> Format.quantity(value, more) + " cycles";
            case PEAK_RSS -> Figures.bytes(value);
            case THREADS ->
                    value == 1 && more == 0 ? "1 thread" : threads(value, more) + " threads";
        };
    }

    /// A whole number without decimals.
    private static String threads(double value, int more) {
        return value == Math.rint(value) ? Figures.whole(value) : Figures.number(value, more);
    }
}
