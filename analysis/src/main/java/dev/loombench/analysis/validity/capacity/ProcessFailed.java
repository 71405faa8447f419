package dev.loombench.analysis.validity.capacity;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// A process failed.
///
/// @param process its number, from 1
public record ProcessFailed(String variant, int process, String reason) implements CapacityFinding {
    public static final Kind KIND = new Kind("process-failed", "a search: any process", "invalid");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "process %d failed: %s".formatted(process, reason),
                "its capacity is missing",
                "read the server's output in the folder of its process");
    }
}
