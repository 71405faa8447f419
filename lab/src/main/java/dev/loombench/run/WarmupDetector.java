package dev.loombench.run;

import dev.loombench.stats.SteadyState;
import java.util.Arrays;

/// Judges from throughput and CPU per request, one value a beat, whether a server has warmed up.
final class WarmupDetector {
    /// Values in each of the two stretches compared.
    static final int STRETCH = 4;

    /// How far the stretches may lie apart.
    private static final double TOLERANCE = 0.05;

    private double[] throughput = new double[64];
    private double[] cpuPerRequest = new double[64];
    private int beats;

    /// @param answers good answers of the beat
    /// @param seconds its length
    /// @param cpuNanos CPU time the server used in it
    void beat(long answers, double seconds, long cpuNanos) {
        if (beats == throughput.length) {
            throughput = Arrays.copyOf(throughput, 2 * beats);
            cpuPerRequest = Arrays.copyOf(cpuPerRequest, 2 * beats);
        }
        throughput[beats] = answers / seconds;
        cpuPerRequest[beats] =
                answers == 0 ? Double.POSITIVE_INFINITY : (double) cpuNanos / answers;
        beats++;
    }

    double latestThroughput() {
        return beats == 0 ? 0 : throughput[beats - 1];
    }

    /// Answers flow, and neither figure moves any more.
    boolean steady() {
        return beats >= 2 * STRETCH
                && throughput[beats - 1] > 0
                && settled(throughput)
                && settled(cpuPerRequest);
    }

    private boolean settled(double[] values) {
        var seen = Arrays.copyOf(values, beats);
        return Arrays.stream(seen).skip(beats - 2L * STRETCH).allMatch(Double::isFinite)
                && SteadyState.reached(seen, STRETCH, TOLERANCE);
    }
}
