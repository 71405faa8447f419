package dev.loombench.stats.series;

import dev.loombench.stats.Descriptive;
import java.util.List;

/// The noise of series around their levels, where neighbouring values may be correlated.
///
/// Levels are found first, as if neighbours were correlated by 0.5: then correlated noise is not
/// split into levels, and only large changes are. The residuals of all series from their levels
/// give one variance and one correlation; a single short series would estimate both badly.
final class LevelNoise {
    /// With it, `sigma² = steps² * (1 + r) / (1 - r)²`: steps between neighbours have `1 - r` of
    /// the variance of the values.
    private static final double ASSUMED_CORRELATION = 0.5;

    private static final double HIGHEST_CORRELATION = 0.9;

    /// So that a change point of equal values still has a cost.
    private static final double LEAST = 1e-9;

    private double squares;
    private double neighbours;
    private int values;
    private int levels;

    private LevelNoise() {}

    /// `s * sqrt((1 + r) / (1 - r))` as a share of the means: the standard deviation of a mean of n
    /// values times √n, for long series. `s² = sum(e²) / (n - k)` of the residuals e of n values
    /// from k levels, and r is their correlation, corrected for the estimated levels: `r = (r1 + k
    /// / n) / (1 - k / n)`, within 0 and 0.9.
    ///
    /// @param series finite values in time order, with a mean above 0, any unit
    /// @param shortest length of a level, in values
    static double relative(List<double[]> series, int shortest) {
        var noise = new LevelNoise();
        series.stream().filter(x -> x.length > shortest).forEach(x -> noise.add(x, shortest));
        return noise.relative();
    }

    private void add(double[] x, int shortest) {
        double sigma =
                ChangePoints.noise(x)
                        * Math.sqrt(1 + ASSUMED_CORRELATION)
                        / (1 - ASSUMED_CORRELATION);
        double mean = Descriptive.mean(x);
        int from = 0;
        for (int cut : ChangePoints.of(x, shortest, sigma)) {
            addLevel(x, from, cut, mean);
            from = cut;
        }
        addLevel(x, from, x.length, mean);
    }

    private void addLevel(double[] x, int from, int to, double mean) {
        double level = 0;
        for (int i = from; i < to; i++) {
            level += x[i] / (to - from);
        }
        for (int i = from; i < to; i++) {
            double residual = (x[i] - level) / mean;
            squares += residual * residual;
            neighbours += i == from ? 0 : residual * (x[i - 1] - level) / mean;
        }
        values += to - from;
        levels++;
    }

    private double relative() {
        if (squares == 0) {
            return LEAST;
        }
        double share = (double) levels / values;
        double correlation =
                Math.clamp((neighbours / squares + share) / (1 - share), 0, HIGHEST_CORRELATION);
        double variance = squares / (values - levels) * (1 + correlation) / (1 - correlation);
        return Math.max(LEAST, Math.sqrt(variance));
    }
}
