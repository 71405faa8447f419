package dev.loombench.analysis.validity.load;

import static dev.loombench.text.Figures.axis;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/// The window is only a few response times long.
///
/// @param windowSeconds of the shortest trial
/// @param p99Seconds response time that 1 % of the responses exceeded
public record WindowTooShort(String variant, double windowSeconds, double p99Seconds)
        implements LoadFinding {
    /// Multiple of p99. More would be better, and would affect every short measurement of a slow
    /// server.
    private static final double MIN_RESPONSE_TIMES = 4;

    private static final double GOOD_RESPONSE_TIMES = 10;

    public static final Kind KIND =
            new Kind(
                    "window-too-short",
                    "a window of few response times",
                    "below %s times the p99 response time; below once; not for held connections"
                            .formatted(axis(MIN_RESPONSE_TIMES)),
                    "note; invalid");

    /// The length of a window whose edges matter little.
    public double goodSeconds() {
        return GOOD_RESPONSE_TIMES * p99Seconds;
    }

    /// Held connections carry one request each: a longer window does not add any.
    public static Optional<WindowTooShort> of(
            String variant, Workload workload, List<LoadResult> loads, Histogram responseTime) {
        if (workload instanceof LoadModel.HeldConnections) {
            return Optional.empty();
        }
        double p99 = responseTime.getValueAtPercentile(99) / 1e9;
        var shortest = loads.stream().mapToDouble(l -> l.window().seconds()).min();
        return shortest.isPresent() && shortest.getAsDouble() < MIN_RESPONSE_TIMES * p99
                ? Optional.of(new WindowTooShort(variant, shortest.getAsDouble(), p99))
                : Optional.empty();
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return windowSeconds < p99Seconds ? Severity.INVALID : Severity.NOTE;
    }

    @Override
    public boolean affects(Metric metric) {
        return !metric.isFootprint();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the window was %.1f s, and one response in a hundred took over %.1f s"
                        .formatted(windowSeconds, p99Seconds),
                "the edges of the window dominate: responses to requests before it count, and those to its last ones do not",
                "use a longer window (%s)"
                        .formatted(LongerRun.window(LongerRun.inSteps(goodSeconds()))));
    }
}
