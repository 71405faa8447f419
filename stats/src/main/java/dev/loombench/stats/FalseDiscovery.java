package dev.loombench.stats;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Control of the false-discovery rate: of the hypotheses that are rejected, the expected share
/// that are true is at most q, whatever the dependence of the tests. It is that of all of them
/// together, and not of a part that is chosen later.
///
/// Benjamini and Yekutieli: with `p(1) <= ... <= p(m)` and `c = 1 + 1/2 + ... + 1/m`, the k
/// smallest are rejected, where k is the largest i with `p(i) <= i * q / (m * c)`. The procedure of
/// Benjamini and Hochberg lacks the factor c; it needs independent or positively dependent tests,
/// and the costs of frames that call one another, or take the share of another, are neither.
///
/// Intervals of those that were selected because they are extreme are too short at their nominal
/// level. At the level `1 - k * q / (m * c)` for each, the expected share of selected intervals
/// that miss their value is at most q; such an interval excludes 0 exactly where the test rejects.
///
/// Sources: Benjamini and Yekutieli, *The Control of the False Discovery Rate in Multiple Testing
/// under Dependency* (2001); the same, *False Discovery Rate–Adjusted Multiple Confidence Intervals
/// for Selected Parameters* (2005).
///
/// @param rejected the number k of rejected hypotheses
/// @param threshold the largest p value that is rejected, or would be as the only one
public record FalseDiscovery(int rejected, double threshold) {

    /// @param p [m] values of the tests, 0 to 1, in any order
    /// @param q the rate, above 0 and below 1
    public static FalseDiscovery of(double[] p, double q) {
        if (!(q > 0 && q < 1) || !Arrays.stream(p).allMatch(v -> v >= 0 && v <= 1)) {
            throw new IllegalArgumentException(
                    "rate %s with p values %s".formatted(q, Arrays.toString(p)));
        }
        var sorted = p.clone();
        Arrays.sort(sorted);
        double step = step(p.length, q);
        int rejected = 0;
        for (int i = 1; i <= sorted.length; i++) {
            if (sorted[i - 1] <= i * step) {
                rejected = i;
            }
        }
        return new FalseDiscovery(rejected, Math.max(1, rejected) * step);
    }

    /// `q / (m * c)`.
    private static double step(int m, double q) {
        double harmonic = IntStream.rangeClosed(1, m).mapToDouble(i -> 1.0 / i).sum();
        return m == 0 ? q : q / (m * harmonic);
    }

    /// Whether the hypothesis with a p value is rejected.
    public boolean rejects(double p) {
        return rejected > 0 && p <= threshold;
    }

    /// The confidence level of each interval: of one that is rejected, and of the others alike.
    public double level() {
        return 1 - threshold;
    }
}
