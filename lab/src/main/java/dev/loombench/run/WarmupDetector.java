package dev.loombench.run;

import dev.loombench.stats.SteadyState;
import java.util.Arrays;

/// Judges from throughput and CPU per request, one value a beat, whether a server has warmed up.
final class WarmupDetector {
    /// Values in each of the two stretches compared.
    static final int WINDOW = 4;

    /// How far the stretches may lie apart.
    private static final double TOLERANCE = 0.05;

    private double[] throughput = new double[64];
    private double[] cpuPerRequest = new double[64];
    private int samples;

    /// @param answers good answers of the beat
    /// @param seconds its length
    /// @param cpuNanos CPU time the server used in it
    void sample(long answers, double seconds, long cpuNanos) {
        if (samples == throughput.length) {
            throughput = Arrays.copyOf(throughput, 2 * samples);
            cpuPerRequest = Arrays.copyOf(cpuPerRequest, 2 * samples);
        }
        throughput[samples] = answers / seconds;
        cpuPerRequest[samples] =
                answers == 0 ? Double.POSITIVE_INFINITY : (double) cpuNanos / answers;
        samples++;
    }

    double latestThroughput() {
        return samples == 0 ? 0 : throughput[samples - 1];
    }

    /// Answers flow, and neither figure moves any more.
    boolean steady() {
        return samples >= 2 * WINDOW
                && throughput[samples - 1] > 0
                && settled(throughput)
                && settled(cpuPerRequest);
    }

    private boolean settled(double[] values) {
        var seen = Arrays.copyOf(values, samples);
        return Arrays.stream(seen).skip(samples - 2L * WINDOW).allMatch(Double::isFinite)
                && SteadyState.reached(seen, WINDOW, TOLERANCE);
    }
}
