package dev.loombench.analysis.validity.capacity;

import static dev.loombench.text.Figures.number;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import java.time.Duration;

/// A process held a rate well above its own capacity after the windows that show it.
///
/// @param capacityPerSecond of the process by these windows, requests/s
/// @param perSecond the rate that it held later, requests/s
public record BecameFaster(String variant, double capacityPerSecond, double perSecond)
        implements CapacityFinding {
    public static final Kind KIND =
            new Kind(
                    "became-faster",
                    "a search: after its windows the last process holds 1.15 times its own capacity, or a higher rate where slow responses rise little with it, in two windows that are four times as long; by chance in at most 2 % of searches of a queue",
                    "note");

    /// About that of the process when it held the rate.
    private static final Duration AGE = Duration.ofMinutes(1);

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the last process held %s/s after its windows, which show a capacity of %s/s"
                        .formatted(number(perSecond), number(capacityPerSecond)),
                "the capacity is that of the first windows of a process, and one that has served for longer may hold more",
                "use a longer warm-up, " + LongerRun.fixedWarmUp(AGE));
    }
}
