package dev.loombench.load.result;

import dev.loombench.load.result.LoadResult.Generator;
import dev.loombench.text.Figures;

/// The pacing of a load in words.
public final class PacingText {
    private PacingText() {}

    /// `pacing exact`, `pacing 1ms (a timer takes 23.9 µs of CPU)`.
    public static String of(Generator generator) {
        var cost = generator.timerCostNanos();
        return "pacing %s%s"
                .formatted(
                        generator.pacing(),
                        cost.isEmpty()
                                ? ""
                                : " (a timer takes %s of CPU)"
                                        .formatted(Figures.time((double) cost.getAsLong())));
    }
}
