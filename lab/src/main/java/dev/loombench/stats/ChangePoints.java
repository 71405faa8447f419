package dev.loombench.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Where the level of a series changes.
///
/// The cuts that minimise the sum over segments of `Σ (x[i] - mean)² / σ²`, plus a penalty for each
/// cut, exactly: by PELT, which drops a cut from the candidates once it can no longer be the best.
///
/// σ is estimated from the steps between neighbours, `1.4826 * MAD(x[i+1] - x[i]) / sqrt(2)`, so
/// that the changes that are looked for do not count as noise.
///
/// Source: Killick, Fearnhead and Eckley, *Optimal Detection of Changepoints with a Linear
/// Computational Cost* (2012); used on warm-up by Barrett and others, *Virtual Machine Warmup Blows
/// Hot and Cold* (2017).
public final class ChangePoints {
    /// Times `ln n`: the penalty of a cut. The Schwarz criterion asks 2 for a level and its place;
    /// short series whose σ is itself an estimate need more, or noise is cut.
    private static final double PENALTY = 4;

    private ChangePoints() {}

    /// @param x [n] finite values in the order of time, any unit
    /// @param shortest segment, values, at least 1
    /// @return the first index of every segment but the first, ascending; empty when the level
    ///   never changes or n is below `2 * shortest`
    public static List<Integer> of(double[] x, int shortest) {
        if (shortest < 1 || !Arrays.stream(x).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException(
                    "shortest %d, %d values".formatted(shortest, x.length));
        }
        return x.length < 2 * shortest ? List.of() : new Search(x, shortest).cuts();
    }

    /// The best segmentation of each beginning of the series, from those of shorter ones.
    private static final class Search {
        private final int n;
        private final int shortest;
        private final double penalty;
        private final double[] sum;
        private final double[] squares;
        private final double[] best;
        private final int[] lastCut;

        Search(double[] x, int shortest) {
            this.n = x.length;
            this.shortest = shortest;
            var variance = Math.pow(noise(x), 2);
            this.penalty = PENALTY * Math.log(n) * variance;
            this.sum = new double[n + 1];
            this.squares = new double[n + 1];
            var centre = Descriptive.median(x);
            for (int i = 0; i < n; i++) {
                sum[i + 1] = sum[i] + (x[i] - centre);
                squares[i + 1] = squares[i] + (x[i] - centre) * (x[i] - centre);
            }
            this.best = new double[n + 1];
            this.lastCut = new int[n + 1];
        }

        List<Integer> cuts() {
            Arrays.fill(best, Double.POSITIVE_INFINITY);
            best[0] = -penalty;
            var candidates = new ArrayList<>(List.of(0));
            for (int end = shortest; end <= n; end++) {
                for (int cut : candidates) {
                    double cost = best[cut] + cost(cut, end) + penalty;
                    if (cost < best[end]) {
                        best[end] = cost;
                        lastCut[end] = cut;
                    }
                }
                int until = end;
                candidates.removeIf(cut -> best[cut] + cost(cut, until) > best[until]);
                candidates.add(end - shortest + 1);
            }
            var cuts = new ArrayList<Integer>();
            for (int cut = lastCut[n]; cut > 0; cut = lastCut[cut]) {
                cuts.addFirst(cut);
            }
            return cuts;
        }

        /// Squares about the mean of `x[from]` .. `x[to - 1]`.
        private double cost(int from, int to) {
            double total = sum[to] - sum[from];
            return Math.max(0, squares[to] - squares[from] - total * total / (to - from));
        }
    }

    /// Standard deviation of one value about the course of the series; a hair above 0 when most
    /// neighbours are equal, so that a cut still costs something.
    static double noise(double[] x) {
        var steps = new double[x.length - 1];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = x[i + 1] - x[i];
        }
        double sigma = Descriptive.MAD_TO_SIGMA * Descriptive.mad(steps) / Math.sqrt(2);
        return Math.max(sigma, 1e-9 * Math.abs(Descriptive.median(x)) + Double.MIN_NORMAL);
    }
}
