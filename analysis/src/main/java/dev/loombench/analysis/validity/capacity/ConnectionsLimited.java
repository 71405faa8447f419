package dev.loombench.analysis.validity.capacity;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.number;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// The connections of the load did not suffice for a higher rate.
///
/// @param perSecond the highest rate, requests/s
/// @param connections of the load
public record ConnectionsLimited(String variant, double perSecond, int connections)
        implements CapacityFinding {
    public static final Kind KIND =
            new Kind(
                    "connections-limited",
                    "a search: at a higher rate requests wait for a free connection of the load for a third of a window or longer, and those that are sent hold the objectives, with a mean service time of at most 1.5 times the mean response time of the warm-up",
                    "note");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "at more than %s/s all %s of the load were in use, and requests waited for one"
                        .formatted(number(perSecond), counted(connections, "connection")),
                "the capacity is a lower limit: that of the load, not of the server",
                "use more connections (-c %d)".formatted(2L * connections));
    }
}
