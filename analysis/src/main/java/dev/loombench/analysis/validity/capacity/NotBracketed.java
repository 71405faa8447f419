package dev.loombench.analysis.validity.capacity;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// The capacity of some processes is a limit, because the search ended before it found rates on
/// both sides.
///
/// @param processes such processes, of `of`
public record NotBracketed(String variant, int processes, int of) implements CapacityFinding {
    public static final Kind KIND =
            new Kind(
                    "not-bracketed",
                    "a search: any process without rates on both sides of its capacity",
                    "invalid");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "in %d of %s no rate near the estimate was on the other side of the objective"
                        .formatted(processes, of == 1 ? "1 process" : of + " processes"),
                "the capacity of these processes is a limit, and the interval is wrong",
                "repeat the search with longer windows (%s)".formatted(longer.windowOption()));
    }
}
