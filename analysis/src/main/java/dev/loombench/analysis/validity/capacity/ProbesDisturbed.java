package dev.loombench.analysis.validity.capacity;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;

/// Violations in windows that were still disturbed after they had been repeated.
///
/// @param probes such windows, of `of`
/// @param reason of the last one
public record ProbesDisturbed(String variant, int probes, int of, String reason)
        implements CapacityFinding {
    /// Share of the windows from which on the capacity is invalid.
    private static final double LIMIT = 0.5;

    public static final Kind KIND =
            new Kind(
                    "probes-disturbed",
                    "a search: any window that violates the objectives and stays disturbed when repeated; over %s of those that confirm, or of all"
                            .formatted(percent(LIMIT)),
                    "note; invalid");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return probes > LIMIT * of ? Severity.INVALID : Severity.NOTE;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%s of %s stayed disturbed when repeated (%s)"
                        .formatted(
                                counted(probes, "violated window"), counted(of, "window"), reason),
                "the capacity may be higher",
                "end the other processes, or repeat the search on a quiet machine");
    }
}
