package dev.loombench.stats.series;

import java.util.List;

/// The integrated correlation time of a series: how many samples apart two values are that say
/// something new.
///
/// `tau = 1/2 + sum(rho[k])`, k = 1, 2, … up to the first k above `5 * tau` or with `rho[k] <=
/// 0.05`. The series may be in pieces, whose mean is common: the mean of a piece that is shorter
/// than the correlation would hide it.
///
/// Source: Sokal, *Monte Carlo Methods in Statistical Mechanics* (1989), section 3, on the
/// automatic window.
public final class CorrelationTime {
    private static final double NOISE = 0.05;
    private static final double WINDOW = 5;

    /// Share of all samples that must have a partner at a lag.
    private static final int FEWEST = 4;

    private CorrelationTime() {}

    /// @param pieces each of any length, one sample per unit of time
    /// @return in units of the distance of two samples; 0 where nothing varies
    public static double of(List<double[]> pieces) {
        double sum = 0;
        long count = 0;
        for (var piece : pieces) {
            for (double x : piece) {
                sum += x;
                count++;
            }
        }
        double mean = count == 0 ? 0 : sum / count;
        double variance = covariance(pieces, mean, 0).value();
        if (!(variance > 0)) {
            return 0;
        }
        double tau = 0.5;
        for (int k = 1; k <= WINDOW * tau + 1; k++) {
            var lagged = covariance(pieces, mean, k);
            double rho = lagged.value() / variance;
            if (lagged.pairs() < count / FEWEST || rho <= NOISE) {
                return tau;
            }
            tau += rho;
        }
        return tau;
    }

    private record Covariance(double value, long pairs) {}

    private static Covariance covariance(List<double[]> pieces, double mean, int lag) {
        double sum = 0;
        long pairs = 0;
        for (var piece : pieces) {
            for (int i = 0; i + lag < piece.length; i++) {
                sum += (piece[i] - mean) * (piece[i + lag] - mean);
                pairs++;
            }
        }
        return new Covariance(pairs == 0 ? 0 : sum / pairs, pairs);
    }
}
