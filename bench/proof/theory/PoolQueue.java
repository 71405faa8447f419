import java.util.Arrays;
import java.util.SplittableRandom;

/// A pool of threads that each hold a request for a constant time, with Poisson arrivals and a
/// queue in the order of arrival: M/D/N.
///
/// With a constant service time requests also leave in the order of arrival, so the thread that
/// takes request i is the one that took request i - N: `wait[i] = max(0, wait[i - N] + D - (at[i] -
/// at[i - N]))`, the recursion of Lindley (1952) for each of N interleaved queues.
///
/// @param threads of the pool
/// @param seconds for which a request holds its thread
record PoolQueue(int threads, double seconds) {
    private static final long SEED = 20_251_124;
    private static final int ARRIVALS = 4_000_000;

    /// To a 16,000th of the highest rate, far below the error by chance.
    private static final int STEPS = 14;

    private static final int SIMULATIONS = 8;

    PoolQueue {
        if (threads < 1 || !(seconds > 0)) {
            throw new IllegalArgumentException(threads + " threads that hold " + seconds + " s");
        }
    }

    /// The arrival rate at which a share of the responses takes a limit or longer, requests/s.
    ///
    /// Bisection over rates with the same random numbers; the error by chance is about 0.1 %.
    ///
    /// @param limit in seconds, above the service time
    /// @param allowed share, above 0 and below 1
    double capacity(double limit, double allowed) {
        double low = 0;
        double high = threads / seconds;
        for (int i = 0; i < STEPS; i++) {
            double rate = (low + high) / 2;
            if (slowShare(rate, limit, ARRIVALS) > allowed) {
                high = rate;
            } else {
                low = rate;
            }
        }
        return (low + high) / 2;
    }

    /// The share of the responses that take a limit or longer.
    double slowShare(double rate, double limit, int arrivals) {
        var responses = responses(rate, arrivals, SEED);
        return (double) Arrays.stream(responses).filter(r -> r >= limit).count() / arrivals;
    }

    /// A percentile of the response time, s, as the mean of independent simulations.
    ///
    /// @param share as in 0.99
    /// @param arrivals of all simulations together
    /// @return mean, and its standard error
    Estimate percentile(double rate, double share, int arrivals) {
        var found = new double[SIMULATIONS];
        for (int i = 0; i < SIMULATIONS; i++) {
            var responses = responses(rate, arrivals / SIMULATIONS, SEED + i);
            Arrays.sort(responses);
            found[i] = responses[(int) Math.ceil(share * responses.length) - 1];
        }
        double mean = Arrays.stream(found).average().orElseThrow();
        double squares = Arrays.stream(found).map(f -> (f - mean) * (f - mean)).sum();
        return new Estimate(mean, Math.sqrt(squares / (SIMULATIONS - 1) / SIMULATIONS));
    }

    /// @param error standard error of the value
    record Estimate(double value, double error) {}

    /// Response times in the order of arrival, s, beginning with an empty queue.
    private double[] responses(double rate, int arrivals, long seed) {
        var random = new SplittableRandom(seed);
        var waits = new double[threads];
        var at = new double[threads];
        var responses = new double[arrivals];
        double now = 0;
        for (int i = 0; i < arrivals; i++) {
            now -= Math.log(1 - random.nextDouble()) / rate;
            int thread = i % threads;
            double wait =
                    i < threads ? 0 : Math.max(0, waits[thread] + seconds - (now - at[thread]));
            waits[thread] = wait;
            at[thread] = now;
            responses[i] = wait + seconds;
        }
        return responses;
    }
}
