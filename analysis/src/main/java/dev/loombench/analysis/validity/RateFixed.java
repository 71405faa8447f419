package dev.loombench.analysis.validity;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.Kind;
import dev.loombench.analysis.finding.LongerRun;

/// Results of a load whose arrival rate was fixed.
public record RateFixed() implements ForeignFinding {
    public static final Kind KIND =
            new Kind("rate-fixed", "`judge`: the tool's load is open", "information");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return Severity.INFORMATION;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the arrival rate was fixed",
                "throughput is that rate while the server keeps up, and no measure of what it can do",
                "compare response times at this rate; loombench capacity finds the highest rate");
    }
}
