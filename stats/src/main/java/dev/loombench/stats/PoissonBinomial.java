package dev.loombench.stats;

/// The number of successes of independent trials whose probabilities differ.
///
/// With `P[j]` the probability of j successes so far, a trial with probability p makes it `P[j] (1
/// - p) + P[j - 1] p`.
///
/// Source: Wang, *On the Number of Successes in Independent Trials*, Statistica Sinica 3 (1993).
public final class PoissonBinomial {
    private PoissonBinomial() {}

    /// Probability of `successes` or more.
    ///
    /// @param successes 1 or more
    /// @param probabilities [n] from 0 to 1
    public static double atLeast(int successes, double[] probabilities) {
        if (successes < 1) {
            throw new IllegalArgumentException("successes must be 1 or more, was " + successes);
        }
        var exactly = new double[successes];
        exactly[0] = 1;
        double reached = 0;
        for (double p : probabilities) {
            reached += exactly[successes - 1] * p;
            for (int j = successes - 1; j > 0; j--) {
                exactly[j] = exactly[j] * (1 - p) + exactly[j - 1] * p;
            }
            exactly[0] *= 1 - p;
        }
        return reached;
    }
}
