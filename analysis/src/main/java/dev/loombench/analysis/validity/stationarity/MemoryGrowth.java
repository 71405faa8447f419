package dev.loombench.analysis.validity.stationarity;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.stats.Descriptive;
import dev.loombench.stats.StudentT;
import dev.loombench.stats.series.TrendLine;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Memory grew from window to window of the same process: by the line through the logarithms of the
/// highest resident set of each window, more than chance.
///
/// With several processes the test is that of their growths, which correlation within a process
/// does not disturb; with one, it is that of the slope of its [line][TrendLine], from five windows
/// on. Growth alone counts, so both have half of the false alarms of a test at 1 %.
///
/// @param ratio last window to first, by the line, geometric mean over the processes
/// @param windows the most of a process
/// @param decides whether the experiment is decided by peak RSS
public record MemoryGrowth(
        String variant, double ratio, int windows, int processes, boolean decides)
        implements StationarityFinding {

    /// The rounds of a service that already runs are windows of one process.
    public static Optional<MemoryGrowth> of(Experiment experiment, VariantTrials trials) {
        boolean running =
                experiment.variants().stream()
                        .anyMatch(
                                v -> v.name().equals(trials.variant()) && v.endpoint().isPresent());
        if (!running) {
            return Optional.empty();
        }
        var peaks =
                trials.completed().stream()
                        .map(trial -> TrialMetrics.highest(trial, MetricId.PROCESS_RSS))
                        .flatMapToDouble(OptionalDouble::stream)
                        .toArray();
        return of(trials.variant(), List.of(peaks), decides(experiment, trials.variant()));
    }

    private static boolean decides(Experiment experiment, String variant) {
        return experiment.claims().isEmpty()
                ? experiment.metric() == Metric.PEAK_RSS
                : experiment.claims().stream()
                        .anyMatch(c -> c.metric() == Metric.PEAK_RSS && c.mentions(variant));
    }

    /// @param peaks of each process: the highest resident set of its windows, in order of time, at
    ///   one load
    /// @param decides as above
    public static Optional<MemoryGrowth> of(String variant, List<double[]> peaks, boolean decides) {
        var logs =
                peaks.stream()
                        .filter(p -> p.length > 1)
                        .map(p -> Arrays.stream(p).map(Math::log).toArray())
                        .toList();
        if (logs.isEmpty()) {
            return Optional.empty();
        }
        var growths = logs.stream().mapToDouble(MemoryGrowth::growth).toArray();
        double mean = Descriptive.mean(growths);
        return mean > WindowDrifts.LIMIT && isMoreThanChance(logs, growths)
                ? Optional.of(
                        new MemoryGrowth(
                                variant,
                                Math.exp(mean),
                                logs.stream().mapToInt(p -> p.length).max().orElseThrow(),
                                logs.size(),
                                decides))
                : Optional.empty();
    }

    private static boolean isMoreThanChance(List<double[]> logs, double[] growths) {
        if (logs.size() > 1) {
            return StudentT.interval(growths, WindowDrifts.LEVEL)
                    .filter(growth -> growth.low() > 0)
                    .isPresent();
        }
        var only = logs.getFirst();
        return only.length >= TrendLine.FEWEST && TrendLine.hasSlope(only, WindowDrifts.LEVEL);
    }

    /// From the first to the last value, by the least-squares line.
    private static double growth(double[] x) {
        double mean = Descriptive.mean(x);
        double centre = (x.length - 1) / 2.0;
        double products = 0;
        double squares = 0;
        for (int i = 0; i < x.length; i++) {
            products += (i - centre) * (x[i] - mean);
            squares += (i - centre) * (i - centre);
        }
        return products / squares * (x.length - 1);
    }

    @Override
    public Kind kind() {
        return WindowDrift.MEMORY;
    }

    @Override
    public Severity severity() {
        return decides ? Severity.INVALID : Severity.INFORMATION;
    }

    @Override
    public boolean affects(Metric metric) {
        return metric == Metric.PEAK_RSS;
    }

    @Override
    public boolean isUnsteady() {
        return true;
    }

    @Override
    public boolean invalidates(Metric metric, String one, String other) {
        return metric == Metric.PEAK_RSS && (one.equals(variant) || other.equals(variant));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the highest resident set in the last of %d windows of the same process was %.2f times that in the first, by a line through all of them%s"
                        .formatted(
                                windows,
                                ratio,
                                processes == 1
                                        ? ""
                                        : " (mean of %d processes)".formatted(processes)),
                "peak memory depends on how long a process has been measured",
                "find what the server keeps; or load it for longer before it is measured");
    }
}
