package dev.loombench.analysis.trial.correlation;

import java.util.Arrays;

/// The factor by which correlation in time increases the variance of the share of responses beyond
/// a value, for any value.
public final class InflationBeyond {
    /// Ascending, ns.
    private final long[] values;

    /// Of each value.
    private final double[] inflations;

    /// @param values all different response times, ascending, ns
    /// @param inflations of the share beyond each
    InflationBeyond(long[] values, double[] inflations) {
        this.values = values;
        this.inflations = inflations;
    }

    /// 1 below the shortest response time and from the longest on: none is beyond, or all are.
    public double of(long value) {
        int found = Arrays.binarySearch(values, value);
        int notAbove = found >= 0 ? found : -found - 2;
        return notAbove < 0 ? 1 : inflations[notAbove];
    }
}
