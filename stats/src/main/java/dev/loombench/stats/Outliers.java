package dev.loombench.stats;

import java.util.Arrays;

/// Detects outliers in a sample.
public final class Outliers {
    /// Beyond this in either direction a value is labelled an outlier (Iglewicz and Hoaglin).
    public static final double THRESHOLD = 3.5;

    private Outliers() {}

    /// Modified z-scores, `z[i] = (x[i] - median) / (1.4826 * MAD)`; all 0 when the MAD is 0.
    ///
    /// Source: Iglewicz and Hoaglin, *How to Detect and Handle Outliers* (1993).
    ///
    /// @param x [n] at least one value, any unit
    /// @return [n] no unit
    public static double[] zScores(double[] x) {
        var median = Descriptive.median(x);
        var sigma = Descriptive.MAD_TO_SIGMA * Descriptive.mad(x);
        return Arrays.stream(x).map(v -> sigma == 0 ? 0 : (v - median) / sigma).toArray();
    }
}
