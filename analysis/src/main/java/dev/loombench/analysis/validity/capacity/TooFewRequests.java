package dev.loombench.analysis.validity.capacity;

import static dev.loombench.text.Figures.number;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// Lower rates were not tried, as a window has too few requests there.
///
/// @param lowestPerSecond rate that was tried, requests/s
/// @param requests that a window needs
public record TooFewRequests(String variant, double lowestPerSecond, double requests)
        implements CapacityFinding {
    public static final Kind KIND =
            new Kind(
                    "too-few-requests",
                    "a search: no rate holds the objectives, and lower ones would have fewer requests in a window than the objectives need",
                    "note");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "no rate below %s/s was tried, as a window there has fewer than the %s requests that the objective needs"
                        .formatted(number(lowestPerSecond), number(requests)),
                "whether a lower rate holds the objective is unknown",
                "give longer windows (%s)".formatted(longer.windowOption()));
    }
}
