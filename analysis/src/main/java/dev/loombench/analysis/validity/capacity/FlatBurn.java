package dev.loombench.analysis.validity.capacity;

import static dev.loombench.text.Figures.number;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// What the objectives allow is used nearly alike at a much higher rate, or at a much lower one.
///
/// @param capacityPerSecond of the last process, and `perSecond` the other rate, requests/s
/// @param burn at that rate, what was used of what the objectives allow, as a multiple
public record FlatBurn(String variant, double capacityPerSecond, double perSecond, double burn)
        implements CapacityFinding {
    public static final Kind KIND =
            new Kind(
                    "flat-burn",
                    "a search: after its windows the last process uses half to 1.5 times what the objectives allow at 1.5 times its own capacity, and not more than one of its windows at the capacity did, or at half of it no less than one of the windows at the capacity of each process did; measured where slow responses rise little with the rate",
                    "invalid");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "at %s/s the last process used %s times what is allowed, about as much as at its capacity of %s/s"
                        .formatted(number(perSecond), number(burn), number(capacityPerSecond)),
                "the objective hardly depends on the rate there: windows crossed it by chance, and the capacity may be far higher or lower",
                "choose another percentile or limit, away from the response time of a constant share of requests (as of cache misses), or use longer windows (%s)"
                        .formatted(longer.windowOption()));
    }
}
