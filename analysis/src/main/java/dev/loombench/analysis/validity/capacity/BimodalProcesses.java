package dev.loombench.analysis.validity.capacity;

import static dev.loombench.text.Figures.number;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// The processes that confirmed a capacity are of two kinds, further apart than the margin.
///
/// @param processes of the rarer kind
/// @param of in total
/// @param perSecond capacity of the rarer kind, and `otherPerSecond` of the other, requests/s
public record BimodalProcesses(
        String variant, int processes, int of, double perSecond, double otherPerSecond)
        implements CapacityFinding {
    public static final Kind KIND =
            new Kind(
                    "bimodal-processes",
                    "a search: with 3 processes or more that confirm a capacity, [processes of two kinds](differences.md#processes-of-two-kinds), further apart than the margin",
                    "note");

    /// The rarer kind over the other.
    public double factor() {
        return perSecond / otherPerSecond;
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the capacity depends on the process: %d of %d processes at %.2f times that of the others, %s/s and %s/s"
                        .formatted(
                                processes, of, factor(), number(perSecond), number(otherPerSecond)),
                "one capacity of all processes depends on how many of each kind were started",
                "plan with the lower capacity, and compare the processes of both kinds");
    }
}
