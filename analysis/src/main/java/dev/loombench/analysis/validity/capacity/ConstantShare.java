package dev.loombench.analysis.validity.capacity;

import static dev.loombench.text.Figures.number;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// A share of the requests that is slow, or fails, well below the capacity already uses most of
/// what the objectives allow.
///
/// @param burn what the requests use of what is allowed, as a multiple
/// @param fromPerSecond the lowest rate at which that was measured, and `toPerSecond` the highest,
///   requests/s
public record ConstantShare(String variant, double burn, double fromPerSecond, double toPerSecond)
        implements CapacityFinding {
    /// From which on the windows at the capacity hold or violate the objectives by chance.
    public static final double MOST = 0.8;

    /// The highest rate of such windows, as a share of the capacity.
    public static final double BELOW = 0.85;

    public static final Kind KIND =
            new Kind(
                    "constant-share",
                    "a search for percentiles or errors: at rates up to 0.85 times the capacity, all undisturbed windows after those that confirm together use 0.8 times what the objectives allow or more; of one objective also fewer slow or failed requests, where the exact interval of their number (95 %) contains what is allowed",
                    "note");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "from %s/s to %s/s, well below the capacity, slow or failed requests already used %s times what is allowed"
                        .formatted(number(fromPerSecond), number(toPerSecond), number(burn)),
                "the objective depends on their share more than on the rate: a little more or less of it moves the capacity far, and windows may cross the limit by chance",
                "choose another percentile or limit, away from the response time of a constant share of requests (as of cache misses), or use longer windows (%s)"
                        .formatted(longer.windowOption()));
    }
}
