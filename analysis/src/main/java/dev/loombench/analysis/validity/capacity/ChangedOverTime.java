package dev.loombench.analysis.validity.capacity;

import static dev.loombench.text.Figures.number;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// A rate that held early in a process did not hold at its end.
///
/// @param perSecond the rate, requests/s
/// @param burn what was used at the end of what the objectives allow, as a multiple
public record ChangedOverTime(String variant, double perSecond, double burn)
        implements CapacityFinding {
    public static final Kind KIND =
            new Kind(
                    "changed-over-time",
                    "a search: a rate that a process held at first, or a lower one, does not hold at its end, twice, or two processes have to be replaced after it",
                    "invalid");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "in one process it held %s/s at first, and did not later (%s times what is allowed)"
                        .formatted(number(perSecond), number(burn)),
                "the capacity depends on how long the process has run, or on whether it was overloaded before",
                "look for what grows with the requests served (memory, a table, a queue) or remains after an overload (threads, retries), or let the warm-up end before (%s)"
                        .formatted(longer.warmUpOption()));
    }
}
