package dev.loombench.analysis.validity.foreign;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;

/// Percentiles of a tool that sends a request after the response to the last one.
///
/// @param known whether its result shows the closed loop, or could be of an open load
public record CoordinatedOmission(String tool, boolean known) implements ForeignFinding {
    public static final Kind KIND =
            new Kind(
                    "coordinated-omission",
                    "`judge`: the tool's load is closed, or its result does not say that it is open",
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
                known
                        ? "%s sends a request after the response to the last one: a closed loop, with coordinated omission"
                                .formatted(tool)
                        : "the result of %s does not say whether its load was open; a closed loop has coordinated omission"
                                .formatted(tool),
                "what a slow server keeps its users from sending is not in the response times, so high percentiles may be too low",
                "measure percentiles with an open load, as loombench load -R");
    }
}
