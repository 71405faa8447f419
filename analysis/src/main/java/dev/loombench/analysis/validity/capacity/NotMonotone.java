package dev.loombench.analysis.validity.capacity;

import static dev.loombench.text.Figures.number;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// A rate holds the objectives although a lower one violates them.
///
/// @param violatedPerSecond the lower rate, and `metPerSecond` the higher one, requests/s
public record NotMonotone(String variant, double violatedPerSecond, double metPerSecond)
        implements CapacityFinding {
    public static final Kind KIND =
            new Kind(
                    "not-monotone",
                    "a search: a rate holds the objectives, a fifth or more above one that violates them, with half of its burn or less; by chance in about one of a hundred searches of a queue",
                    "note");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the objective is violated at %s/s and held at %s/s"
                        .formatted(number(violatedPerSecond), number(metPerSecond)),
                "the capacity is that of the isotonic fit; at some lower rates the objective may not hold",
                "repeat the search; if it shows again, the server adapts to the load (batches, pool sizes, collections)");
    }
}
