package dev.loombench.analysis.validity.foreign;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import java.util.List;

/// What the tool itself says about its results, once for all of which it says so.
///
/// @param variants `base`, `head` or both
/// @param results of which it says so
/// @param example the name of the first of them
/// @param said as it says it of that one, a part of a sentence
/// @param invalid whether the tool calls them invalid
public record ToolWarning(
        List<String> variants,
        String tool,
        int results,
        String example,
        String said,
        boolean invalid)
        implements ForeignFinding {
    public static final Kind KIND =
            new Kind(
                    "tool-warning",
                    "`judge`: the tool's own warning; that its result is invalid",
                    "note; invalid");

    public ToolWarning {
        variants = List.copyOf(variants);
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
                results == 1
                        ? "%s says: %s".formatted(tool, said)
                        : "%s says of %d results, as of %s: %s"
                                .formatted(tool, results, example, said),
                invalid ? "its figures are invalid" : "its figures may mislead",
                "follow the tool's own advice, and measure again");
    }
}
