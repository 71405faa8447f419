package dev.loombench.stats.series;

import dev.loombench.stats.Descriptive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Points where the level of a series changes.
///
/// Finds the exact minimum of `Σ (x[i] - mean)² / σ²` over all segments plus a penalty per change
/// point. The algorithm is PELT, which drops a candidate cut once a later cut is better for every
/// longer series. With a minimum segment length, that later cut is allowed only from so many values
/// after it on, so the candidate is kept until then.
///
/// σ is given, or [estimated][#noise] from the differences of neighbours, so that level changes do
/// not count as noise. Where neighbours are correlated, it is that of [LevelNoise].
///
/// Source: Killick, Fearnhead and Eckley, *Optimal Detection of Changepoints with a Linear
/// Computational Cost* (2012); used on warm-up by Barrett and others, *Virtual Machine Warmup Blows
/// Hot and Cold* (2017).
public final class ChangePoints {
    /// The penalty of a change point, in units of `ln n`. The Schwarz criterion needs 2 for a level
    /// and its position; short series whose σ is itself an estimate need more, or noise is split.
    private static final double PENALTY = 4;

    private ChangePoints() {}

    /// @param x [n] finite values in time order, any unit
    /// @param shortest length of a segment, in values, at least 1
    /// @param sigma σ, above 0, in the unit of the values
    /// @return the first index of every segment but the first, ascending; empty when the level
    ///   never changes or n is below `2 * shortest`
    static List<Integer> of(double[] x, int shortest, double sigma) {
        if (shortest < 1 || !(sigma > 0) || !Arrays.stream(x).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException(
                    "shortest segment %d, sigma %s, %d values"
                            .formatted(shortest, sigma, x.length));
        }
        return x.length < 2 * shortest ? List.of() : new Search(x, shortest, sigma).cuts();
    }

    /// The optimal segmentation of each prefix of the series, from those of shorter prefixes.
    private static final class Search {
        private final int n;
        private final int shortest;
        private final double penalty;
        private final double[] sum;
        private final double[] squares;
        private final double[] best;
        private final int[] lastCut;

        Search(double[] x, int shortest, double sigma) {
            this.n = x.length;
            this.shortest = shortest;
            this.penalty = PENALTY * Math.log(n) * sigma * sigma;
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
            var worseThanCutAt = new int[n + 1]; // 0: never
            for (int end = shortest; end <= n; end++) {
                int last = end - shortest; // the last cut that leaves a segment long enough
                candidates.removeIf(cut -> worseThanCutAt[cut] > 0 && worseThanCutAt[cut] <= last);
                for (int cut : candidates) {
                    double cost = best[cut] + cost(cut, end) + penalty;
                    if (cost < best[end]) {
                        best[end] = cost;
                        lastCut[end] = cut;
                    }
                }
                for (int cut : candidates) {
                    if (worseThanCutAt[cut] == 0 && best[cut] + cost(cut, end) > best[end]) {
                        worseThanCutAt[cut] = end;
                    }
                }
                candidates.add(last + 1);
            }
            var cuts = new ArrayList<Integer>();
            for (int cut = lastCut[n]; cut > 0; cut = lastCut[cut]) {
                cuts.addFirst(cut);
            }
            return cuts;
        }

        /// Sum of squared deviations from the mean of `x[from]` .. `x[to - 1]`.
        private double cost(int from, int to) {
            double total = sum[to] - sum[from];
            return Math.max(0, squares[to] - squares[from] - total * total / (to - from));
        }
    }

    /// Standard deviation of one value around the local level of the series, `1.4826 * MAD(x[i+1] -
    /// x[i]) / sqrt(2)`; slightly above 0 when most neighbours are equal, so that a change point
    /// still has a cost.
    static double noise(double[] x) {
        var steps = new double[x.length - 1];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = x[i + 1] - x[i];
        }
        double sigma = Descriptive.MAD_TO_SIGMA * Descriptive.mad(steps) / Math.sqrt(2);
        return Math.max(sigma, 1e-9 * Math.abs(Descriptive.median(x)) + Double.MIN_NORMAL);
    }
}
