package dev.loombench.analysis.validity.capacity;

import static dev.loombench.text.Figures.number;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// A rate that held the objectives in windows of some seconds did not hold them over a long one.
///
/// @param perSecond the highest such rate, requests/s
/// @param seconds length of the window
/// @param burn what was used of what the objectives allow, as a multiple
public record NotHeld(String variant, double perSecond, double seconds, double burn)
        implements CapacityFinding {
    public static final Kind KIND =
            new Kind(
                    "not-held",
                    "a search: a rate that short windows hold violates the objectives over a long one",
                    "note");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "windows of some seconds hold the objective at %s/s, and a window of %.0f s does not (%s times what is allowed)"
                        .formatted(number(perSecond), seconds, number(burn)),
                "the capacity is that of the long window: something rarer than the short windows breaks the objective",
                "look for pauses: collections, periodic tasks, a limit that resets");
    }
}
