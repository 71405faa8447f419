package dev.loombench.report.json;

import dev.loombench.stats.BlocksNeeded;
import java.util.OptionalInt;

/// Trials per variant after which four of five such runs decide, if the estimate stays the same.
///
/// @param low at the lower limit of the spread; null above 1,000
/// @param high at the upper limit of the spread; null above 1,000
public record TrialsNeededJson(OptionalInt low, OptionalInt high) {
    public static TrialsNeededJson of(BlocksNeeded needed) {
        return new TrialsNeededJson(limited(needed.low()), limited(needed.high()));
    }

    private static OptionalInt limited(int blocks) {
        return blocks > BlocksNeeded.LIMIT ? OptionalInt.empty() : OptionalInt.of(blocks);
    }
}
