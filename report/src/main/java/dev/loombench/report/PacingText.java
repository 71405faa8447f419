package dev.loombench.report;

import dev.loombench.load.result.LoadResult.Generator;

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
                                        .formatted(Format.time((double) cost.getAsLong())));
    }
}
