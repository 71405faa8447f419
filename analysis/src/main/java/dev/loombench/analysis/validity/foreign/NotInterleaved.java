package dev.loombench.analysis.validity.foreign;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// Results of two sides that nothing shows to have been measured in turn.
public record NotInterleaved() implements ForeignFinding {
    public static final Kind KIND =
            new Kind("not-interleaved", "`judge`: without `--paired`", "information");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the files do not show that the two sides were measured in turn",
                "what changed on the machine between them counts as a difference",
                "measure the two sides in turn, and name their files in that order with --paired; loombench compare does both");
    }
}
