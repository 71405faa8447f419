package dev.loombench.analysis.validity.foreign;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// Results of a load whose arrival rate was fixed, or may have been.
///
/// @param known whether the result shows that it was fixed
public record RateFixed(String tool, boolean known) implements ForeignFinding {
    public static final Kind KIND =
            new Kind(
                    "rate-fixed",
                    "`judge`: the tool's load is open, or its result does not say that it is closed",
                    "information");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                known
                        ? "the arrival rate was fixed"
                        : "the result of %s does not say whether the arrival rate was fixed"
                                .formatted(tool),
                "throughput at a fixed rate is that rate while the server keeps up, and no measure of what it can do",
                "compare response times at this rate; loombench capacity finds the highest rate");
    }
}
