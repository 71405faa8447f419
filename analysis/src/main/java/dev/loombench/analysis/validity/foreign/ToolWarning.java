package dev.loombench.analysis.validity.foreign;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import java.util.List;

/// What the tool itself says about its result.
///
/// @param variant `base` or `head`
/// @param said as it says it, a part of a sentence
/// @param invalid whether the tool calls its result invalid
public record ToolWarning(String variant, String tool, String said, boolean invalid)
        implements ForeignFinding {
    public static final Kind KIND =
            new Kind(
                    "tool-warning",
                    "`judge`: the tool's own warning; that its result is invalid",
                    "note; invalid");

    @Override
    public List<String> variants() {
        return List.of(variant);
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return invalid ? Severity.INVALID : Severity.NOTE;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%s says: %s".formatted(tool, said),
                invalid ? "its figures are invalid" : "its figures may mislead",
                "follow the tool's own advice, and measure again");
    }
}
