package dev.loombench.analysis.trial;

import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadResult;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.stats.series.SettlingTime;
import dev.loombench.traffic.Workload;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// The figures of one successful trial, clipped to its measured window. Missing evidence is empty.
///
/// @param block in which the trial ran, with one trial of each variant
/// @param throughput good responses per second
/// @param elapsed of a batch, ns
/// @param settling how throughput followed the highest jump of the load; indeterminate where the
///   load never jumps
/// @param noise how precisely its window determines its figures
public record TrialFigures(
        int block,
        double throughput,
        Latency latency,
        Cost cost,
        Errors errors,
        OptionalDouble elapsed,
        SettlingTime settling,
        WithinNoise noise) {

    /// Requests that ended in an error.
    ///
    /// @param share of the requests sent, 0..1
    public record Errors(long count, double share) {}

    /// @param load that drove the trial
    public static TrialFigures of(int block, Workload load, Successful trial) {
        return switch (trial) {
            case Completed completed -> ofServer(block, load, completed);
            case BatchCompleted batch -> ofBatch(block, load, batch);
        };
    }

    /// Counts a task as a server's trial counts a request.
    private static TrialFigures ofBatch(int block, Workload load, BatchCompleted trial) {
        double tasks = trial.batch().tasks();
        double elapsed = trial.batch().elapsedNanos();
        return new TrialFigures(
                block,
                tasks / elapsed * 1e9,
                Latency.of(load, new Histogram(3), new Histogram(3), List.of()),
                cost(trial, tasks, OptionalDouble.empty()),
                new Errors(0, 0),
                OptionalDouble.of(elapsed),
                new SettlingTime.Indeterminate(),
                WithinNoise.UNKNOWN);
    }

    private static TrialFigures ofServer(int block, Workload model, Completed trial) {
        var load = trial.load();
        var counts = load.counts();
        double responses = counts.succeededInWindow();
        var latency =
                Latency.of(
                        model,
                        Histograms.merged(
                                load.intervals().stream().map(LoadResult.Second::responseTime)),
                        Histograms.merged(
                                load.intervals().stream().map(LoadResult.Second::serviceTime)),
                        load.secondsWithResponses());
        return new TrialFigures(
                block,
                responses / load.window().seconds(),
                latency,
                cost(
                        trial,
                        responses,
                        per(responses, OptionalDouble.of((double) load.generator().cpuNanos()))),
                new Errors(
                        counts.failed(),
                        counts.sent() == 0 ? 0 : (double) counts.failed() / counts.sent()),
                OptionalDouble.empty(),
                StepResponse.of(model, trial),
                WithinNoise.of(model, trial, latency));
    }

    private static Cost cost(Successful trial, double requests, OptionalDouble generatorCpu) {
        return new Cost(
                per(requests, TrialMetrics.growth(trial, MetricId.PROCESS_CPU)),
                generatorCpu,
                TrialMetrics.highest(trial, MetricId.PROCESS_RSS_PEAK),
                TrialMetrics.highest(trial, MetricId.PROCESS_THREADS),
                EventsPerRequest.of(trial, requests));
    }

    /// From the highest jump of the load until throughput had settled, ns; a lower bound where it
    /// had not, and empty where the load never jumps.
    public OptionalDouble rampUp() {
        return StepResponse.nanos(settling);
    }

    /// The same trial, judged by the requests that were sent: a lower bound of the percentiles of a
    /// closed load.
    public TrialFigures asSent() {
        return new TrialFigures(
                block, throughput, latency.asSent(), cost, errors, elapsed, settling, noise);
    }

    /// In the metric's own unit; empty where it was not observed.
    public OptionalDouble value(Metric metric) {
        return switch (metric) {
            case THROUGHPUT -> OptionalDouble.of(throughput);
            case CPU_PER_REQUEST -> cost.cpuPerRequest();
            case INSTRUCTIONS_PER_REQUEST -> cost.events().instructions();
            case CYCLES_PER_REQUEST -> cost.events().cycles();
            case PEAK_RSS -> cost.peakRss();
            case THREADS -> cost.threads();
            case RAMP_UP -> rampUp();
            case ELAPSED -> elapsed;
            case CAPACITY -> OptionalDouble.empty();
            case P50, P75, P90, P95, P99, P999, P9999 -> latency.percentile(metric.percent());
        };
    }

    /// Half of the unit that a metric is rounded to, as a share of it: one response of the window,
    /// one thread, one step of the histogram, one part of a ramp-up. 0 where it is negligible.
    public double rounding(Metric metric) {
        return switch (metric) {
            case THROUGHPUT -> half(1, (double) latency.responseTime().getTotalCount());
            case THREADS -> half(1, cost.threads().orElse(0));
            case RAMP_UP -> half((double) StepResponse.unitNanos(settling), rampUp().orElse(0));
            case P50, P75, P90, P95, P99, P999, P9999 -> {
                var times = latency.judged(metric.percent());
                long value = (long) latency.percentile(metric.percent()).orElse(0);
                yield half((double) times.sizeOfEquivalentValueRange(value), (double) value);
            }
            case CPU_PER_REQUEST,
                    INSTRUCTIONS_PER_REQUEST,
                    CYCLES_PER_REQUEST,
                    PEAK_RSS,
                    ELAPSED,
                    CAPACITY ->
                    0;
        };
    }

    private static double half(double unit, double value) {
        return value >= unit ? unit / 2 / value : 0;
    }

    /// A total per one of what is counted; empty where there is none of it, or no total.
    public static OptionalDouble per(double count, OptionalDouble total) {
        return total.isPresent() && count > 0
                ? OptionalDouble.of(total.getAsDouble() / count)
                : OptionalDouble.empty();
    }
}
