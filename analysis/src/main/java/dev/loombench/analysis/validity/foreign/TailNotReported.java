package dev.loombench.analysis.validity.foreign;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;

/// Results without high percentiles of response time.
///
/// @param highest percentile that they have, as in `p99`; empty without any
public record TailNotReported(String tool, String highest) implements ForeignFinding {
    /// The lowest percentile that shows the tail, %.
    public static final double TAIL = 99.9;

    public static final Kind KIND =
            new Kind(
                    "tail-not-reported",
                    "`judge`: a load generator reports no percentile of %s or higher"
                            .formatted(TAIL),
                    "information");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public boolean affects(Metric metric) {
        return metric.isPercentile();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                highest.isEmpty()
                        ? "the results of %s have no percentiles of response time".formatted(tool)
                        : "the results of %s have no response times beyond %s"
                                .formatted(tool, highest),
                "a difference of the slowest requests is not seen",
                "use the tool's option for more percentiles where it has one, or loombench load");
    }
}
