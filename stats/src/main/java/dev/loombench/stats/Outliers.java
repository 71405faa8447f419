package dev.loombench.stats;

import java.util.Arrays;

/// Detects outliers in a sample.
public final class Outliers {
    private Outliers() {}

    /// The modified z-score beyond which, in either direction, a value is labelled an outlier: the
    /// most extreme of n normal values is beyond it in at most 5 % of samples.
    ///
    /// The 3.5 of Iglewicz and Hoaglin is for large samples: the MAD of few values is often far too
    /// small, and one sample of five in five values would have an outlier. Simulated
    /// (`OutliersTest`).
    ///
    /// @param n number of values, at least 5
    public static double threshold(int n) {
        if (n < 6) {
            return 8;
        }
        if (n < 8) {
            return 5.8;
        }
        if (n < 10) {
            return 5.2;
        }
        if (n < 15) {
            return 4.7;
        }
        return n < 25 ? 4.3 : 4;
    }

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
