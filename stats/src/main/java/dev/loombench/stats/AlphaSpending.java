package dev.loombench.stats;

/// Confidence levels for several interim analyses of the same growing data.
///
/// Stopping at the first analysis with a clear outcome finds too many differences: one of eight
/// analyses at 95 % each, of 3 to 10 values, is wrong in 17 % of runs. By Bonferroni's inequality
/// all analyses together are right with probability `level` when their error rates add up to at
/// most `1 - level`. The early analyses get a small part of that error, so that the last one loses
/// little power (Haybittle 1971, Peto and others 1976; Lan and DeMets, *Discrete Sequential
/// Boundaries for Clinical Trials*, 1983, call this alpha spending).
///
/// @param early analyses before the last one, 0 or more
public record AlphaSpending(int early) {
    /// The part of the error that is spent on all early analyses together.
    private static final double EARLY_SHARE = 0.2;

    public AlphaSpending {
        if (early < 0) {
            throw new IllegalArgumentException(early + " early analyses");
        }
    }

    /// @param level confidence level of all analyses together, as in 0.95
    /// @return the level of the last analysis
    public double lastLevel(double level) {
        return early == 0 ? level : 1 - (1 - level) * (1 - EARLY_SHARE);
    }

    /// @param level confidence level of all analyses together, as in 0.95
    /// @return the level of each early analysis; without early analyses, the level of the only one
    public double earlyLevel(double level) {
        return early == 0 ? level : 1 - (1 - level) * EARLY_SHARE / early;
    }
}
