package dev.loombench.stats.series;

import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;

/// Simulated series whose noise is a first-order autoregressive process.
public final class CorrelatedNoise {
    private CorrelatedNoise() {}

    /// @param sigma standard deviation of the noise, as a share of the level
    /// @param correlation of neighbouring values
    public static double[] series(
            int n,
            IntToDoubleFunction level,
            double sigma,
            double correlation,
            SplittableRandom random) {
        double noise = random.nextGaussian();
        var x = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = level.applyAsDouble(i) * (1 + sigma * noise);
            noise =
                    correlation * noise
                            + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
        return x;
    }
}
