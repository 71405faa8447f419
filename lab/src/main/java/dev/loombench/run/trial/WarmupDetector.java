package dev.loombench.run.trial;

import dev.loombench.stats.SteadyState;
import java.util.Arrays;

/// The decision whether a server is warm, from samples of throughput, CPU per request, the CPU time
/// of its compilers and the arrivals of an open load that wait for a free connection.
///
/// While arrivals wait all the time, the server works off a backlog, and response times change at a
/// constant throughput.
///
/// Two tests must pass, one with the samples so far and one without the latest of them: a test that
/// is repeated with each sample would pass by chance sooner or later.
final class WarmupDetector {
    /// Samples between the two tests.
    static final int CONFIRMATION = 4;

    /// Largest relative change in the measured window, and largest share of the compilers in the
    /// CPU time: once they finish, CPU per request falls by that share.
    private static final double TOLERANCE = 0.05;

    private final int window;
    private double[] throughput = new double[64];
    private double[] cpuPerRequest = new double[64];
    private long[] cpuNanos = new long[64];
    private long[] compilerNanos = new long[64];
    private long[] overdueNanos = new long[64];
    private int samples;

    /// @param window number of samples in the measured window, at least 1
    WarmupDetector(int window) {
        this.window = window;
    }

    /// @param responses good responses in the interval
    /// @param seconds length of the interval
    /// @param cpu CPU time of the server in the interval, ns
    /// @param compilers CPU time of its compilers' threads, ns; 0 where it is not considered
    /// @param overdue how long the oldest arrival has waited at the end of the interval, ns
    void sample(long responses, double seconds, long cpu, long compilers, long overdue) {
        if (samples == throughput.length) {
            throughput = Arrays.copyOf(throughput, 2 * samples);
            cpuPerRequest = Arrays.copyOf(cpuPerRequest, 2 * samples);
            cpuNanos = Arrays.copyOf(cpuNanos, 2 * samples);
            compilerNanos = Arrays.copyOf(compilerNanos, 2 * samples);
            overdueNanos = Arrays.copyOf(overdueNanos, 2 * samples);
        }
        throughput[samples] = responses / seconds;
        cpuPerRequest[samples] =
                responses == 0 ? Double.POSITIVE_INFINITY : (double) cpu / responses;
        cpuNanos[samples] = cpu;
        compilerNanos[samples] = compilers;
        overdueNanos[samples] = overdue;
        samples++;
    }

    double latestThroughput() {
        return samples == 0 ? 0 : throughput[samples - 1];
    }

    /// Whether there are responses, both figures have settled, the compilers have little work, and
    /// no backlog is left.
    boolean steady() {
        return samples >= CONFIRMATION + SteadyState.FEWEST
                && throughput[samples - 1] > 0
                && compilersIdle()
                && hasNoBacklog()
                && settled(throughput)
                && settled(cpuPerRequest);
    }

    private boolean compilersIdle() {
        int from = samples - CONFIRMATION - SteadyState.FEWEST;
        long compilers = Arrays.stream(compilerNanos, from, samples).sum();
        return compilers <= TOLERANCE * Arrays.stream(cpuNanos, from, samples).sum();
    }

    private boolean hasNoBacklog() {
        return Arrays.stream(overdueNanos, samples - CONFIRMATION, samples).anyMatch(o -> o == 0);
    }

    private boolean settled(double[] values) {
        return settled(values, samples) && settled(values, samples - CONFIRMATION);
    }

    private boolean settled(double[] values, int count) {
        return SteadyState.reached(Arrays.copyOf(values, count), window, TOLERANCE);
    }
}
