package dev.loombench.run;

import dev.loombench.stats.SteadyState;
import java.util.Arrays;

/// The decision whether a server is warm, from samples of throughput and CPU per request.
final class WarmupDetector {
    /// Samples in each of the two windows that are compared.
    static final int WINDOW = 4;

    /// Largest relative difference of the two windows.
    private static final double TOLERANCE = 0.05;

    private double[] throughput = new double[64];
    private double[] cpuPerRequest = new double[64];
    private int samples;

    /// @param responses good responses in the interval
    /// @param seconds length of the interval
    /// @param cpuNanos CPU time of the server in the interval
    void sample(long responses, double seconds, long cpuNanos) {
        if (samples == throughput.length) {
            throughput = Arrays.copyOf(throughput, 2 * samples);
            cpuPerRequest = Arrays.copyOf(cpuPerRequest, 2 * samples);
        }
        throughput[samples] = responses / seconds;
        cpuPerRequest[samples] =
                responses == 0 ? Double.POSITIVE_INFINITY : (double) cpuNanos / responses;
        samples++;
    }

    double latestThroughput() {
        return samples == 0 ? 0 : throughput[samples - 1];
    }

    /// Whether there are responses and both figures have settled.
    boolean steady() {
        return samples >= 2 * WINDOW
                && throughput[samples - 1] > 0
                && settled(throughput)
                && settled(cpuPerRequest);
    }

    private boolean settled(double[] values) {
        var sampled = Arrays.copyOf(values, samples);
        return Arrays.stream(sampled).skip(samples - 2L * WINDOW).allMatch(Double::isFinite)
                && SteadyState.reached(sampled, WINDOW, TOLERANCE);
    }
}
