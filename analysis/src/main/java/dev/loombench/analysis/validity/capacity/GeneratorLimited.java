package dev.loombench.analysis.validity.capacity;

import static dev.loombench.text.Figures.number;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// The load generator could not offer a higher rate.
///
/// @param perSecond the highest rate, requests/s
public record GeneratorLimited(String variant, double perSecond) implements CapacityFinding {
    public static final Kind KIND =
            new Kind(
                    "generator-limited",
                    "a search: the load generator could not offer a higher rate",
                    "note");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the load generator could not offer more than %s/s".formatted(number(perSecond)),
                "the capacity is a lower limit",
                "give the generator its own processors: run the server on another machine, or limit it to some (taskset -c)");
    }
}
