package dev.loombench.analysis.trial;

import dev.loombench.result.LoadResult;
import dev.loombench.result.MetricId;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.spec.Metric;
import dev.loombench.spec.load.Workload;
import dev.loombench.stats.SettlingTime;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// The figures of one completed trial, clipped to its measured window. Evidence that is missing is
/// empty.
///
/// @param throughput good answers a second
/// @param responseTime from the intended send, ns
/// @param serviceTime from the actual send, ns
/// @param cpuPerRequest CPU time of the server per good answer, ns
/// @param peakRss highest resident set of the server until the window's end, bytes
/// @param threads most threads of the server's process at once, its own and the JVM's
/// @param failed requests that ended in an error
/// @param errorShare of the requests sent, 0..1
/// @param generatorCpuPerRequest CPU time of the load engine per good answer, ns
/// @param elapsed of a batch, ns
/// @param settling how throughput followed the highest jump of the load; indeterminate where the
///   load never jumps
public record TrialFigures(
        double throughput,
        Histogram responseTime,
        Histogram serviceTime,
        OptionalDouble cpuPerRequest,
        OptionalDouble peakRss,
        OptionalDouble threads,
        long failed,
        double errorShare,
        OptionalDouble generatorCpuPerRequest,
        OptionalDouble elapsed,
        SettlingTime settling) {

    /// Of a server whose load never jumps.
    public TrialFigures(
            double throughput,
            Histogram responseTime,
            Histogram serviceTime,
            OptionalDouble cpuPerRequest,
            OptionalDouble peakRss,
            OptionalDouble threads,
            long failed,
            double errorShare,
            double generatorCpuPerRequest) {
        this(
                throughput,
                responseTime,
                serviceTime,
                cpuPerRequest,
                peakRss,
                threads,
                failed,
                errorShare,
                OptionalDouble.of(generatorCpuPerRequest),
                OptionalDouble.empty(),
                new SettlingTime.Indeterminate());
    }

    /// @param load that drove the trial
    public static TrialFigures of(Workload load, Successful trial) {
        return switch (trial) {
            case Completed completed -> ofServer(load, completed);
            case BatchCompleted ran -> ofBatch(ran);
        };
    }

    /// A task is what a request is to a server.
    private static TrialFigures ofBatch(BatchCompleted trial) {
        double tasks = trial.batch().tasks();
        double elapsed = trial.batch().elapsedNanos();
        return new TrialFigures(
                tasks / elapsed * 1e9,
                new Histogram(3),
                new Histogram(3),
                per(tasks, TrialMetrics.growth(trial, MetricId.PROCESS_CPU)),
                TrialMetrics.highest(trial, MetricId.PROCESS_RSS_PEAK),
                TrialMetrics.highest(trial, MetricId.PROCESS_THREADS),
                0,
                0,
                OptionalDouble.empty(),
                OptionalDouble.of(elapsed),
                new SettlingTime.Indeterminate());
    }

    private static TrialFigures ofServer(Workload model, Completed trial) {
        var load = trial.load();
        var counts = load.counts();
        var window = load.window();
        double answers = counts.succeededInWindow();
        return new TrialFigures(
                answers / window.seconds(),
                Histograms.merged(load.intervals().stream().map(LoadResult.Interval::responseTime)),
                Histograms.merged(load.intervals().stream().map(LoadResult.Interval::serviceTime)),
                per(answers, TrialMetrics.growth(trial, MetricId.PROCESS_CPU)),
                TrialMetrics.highest(trial, MetricId.PROCESS_RSS_PEAK),
                TrialMetrics.highest(trial, MetricId.PROCESS_THREADS),
                counts.failed(),
                counts.sent() == 0 ? 0 : (double) counts.failed() / counts.sent(),
                per(answers, OptionalDouble.of((double) load.generator().cpuNanos())),
                OptionalDouble.empty(),
                StepResponse.of(model, trial));
    }

    /// From the highest jump of the load until throughput had settled, ns; a lower bound where it
    /// had not, and empty where the load never jumps.
    public OptionalDouble rampUp() {
        return StepResponse.nanos(settling);
    }

    /// In the metric's own unit; empty where it was not observed.
    public OptionalDouble value(Metric metric) {
        return switch (metric) {
            case THROUGHPUT -> OptionalDouble.of(throughput);
            case CPU_PER_REQUEST -> cpuPerRequest;
            case PEAK_RSS -> peakRss;
            case THREADS -> threads;
            case RAMP_UP -> rampUp();
            case ELAPSED -> elapsed;
            case P50, P75, P90, P95, P99, P999, P9999 ->
                    Histograms.percentile(responseTime, metric.percent());
        };
    }

    private static OptionalDouble per(double count, OptionalDouble total) {
        return total.isPresent() && count > 0
                ? OptionalDouble.of(total.getAsDouble() / count)
                : OptionalDouble.empty();
    }
}
