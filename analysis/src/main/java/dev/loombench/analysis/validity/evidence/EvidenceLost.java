package dev.loombench.analysis.validity.evidence;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// A file of the results cannot be read back as it was written: its trial is left out.
///
/// @param file below the run's folder
public record EvidenceLost(String file, String problem) implements EvidenceFinding {
    public static final Kind KIND =
            new Kind(
                    "evidence-lost",
                    "a trial's line or file is missing or damaged, [by its checksum](../output/disk.md#on-disk); its trial is left out",
                    "note");

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%s is damaged, and its trial is left out: %s".formatted(file, problem),
                "fewer trials, wider intervals; other files may be damaged too",
                "run --resume with this folder measures the trial again");
    }
}
