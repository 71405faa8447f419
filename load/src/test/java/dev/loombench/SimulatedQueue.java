package dev.loombench;

import dev.loombench.base.RandomStream;
import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/// A queue whose servers take requests first come, first served: the windows of an open load on it.
/// Each begins with an empty queue and a warm-up of 3 s, the least that the lab's takes.
///
/// @param servers of the queue
/// @param serviceSeconds mean service time
/// @param load arrivals x mean service time / servers, below 1
/// @param service its distribution
/// @param poisson whether arrivals are; else they are evenly spaced
public record SimulatedQueue(
        int servers, double serviceSeconds, double load, Service service, boolean poisson) {
    private static final double WARM_UP_SECONDS = 3;
    private static final long SECOND = 1_000_000_000;

    /// A distribution of mean 1.
    public enum Service {
        CONSTANT {
            @Override
            double next(RandomGenerator random) {
                return 1;
            }
        },
        EXPONENTIAL {
            @Override
            double next(RandomGenerator random) {
                return random.nextExponential();
            }
        },
        LOGNORMAL {
            @Override
            double next(RandomGenerator random) {
                return Math.exp(random.nextGaussian() - 0.5);
            }
        };

        abstract double next(RandomGenerator random);
    }

    public static SimulatedQueue of(int servers, double seconds, double load, Service service) {
        return new SimulatedQueue(servers, seconds, load, service, true);
    }

    /// The windows of a run.
    ///
    /// @param trials number of windows
    /// @param run the seed
    public List<LoadResult> run(int trials, int seconds, long run) {
        var seed = RandomStream.BLOCK.seed(run, trials);
        var random = new Random(seed);
        return IntStream.range(0, trials).mapToObj(_ -> window(seconds, random)).toList();
    }

    /// The same windows with other requests, which take 1 ms and do not wait.
    ///
    /// @param others in each second
    public List<LoadResult> runAmong(int others, int trials, int seconds, long run) {
        var windows = run(trials, seconds, run);
        for (var second : windows.stream().flatMap(w -> w.intervals().stream()).toList()) {
            second.responseTime().recordValueWithCount(1_000_000, others);
        }
        return windows;
    }

    /// The percentile in equilibrium, ns, of a window of so many seconds after 300 s.
    public double equilibrium(double percent, int seconds) {
        var all = new Histogram(3);
        respond(300, seconds, new Random(1), (_, time) -> all.recordValue(nanos(time)));
        return all.getValueAtPercentile(percent);
    }

    private LoadResult window(int seconds, RandomGenerator random) {
        var times = new ArrayList<Histogram>();
        // a resolution of 8 us: a finer one takes twice the time
        IntStream.range(0, seconds).forEach(_ -> times.add(new Histogram(8_192, 60 * SECOND, 3)));
        respond(
                WARM_UP_SECONDS,
                seconds,
                random,
                (at, time) -> times.get((int) at).recordValue(nanos(time)));
        long sent = times.stream().mapToLong(Histogram::getTotalCount).sum();
        var intervals =
                IntStream.range(0, seconds)
                        .mapToObj(s ->
                                new LoadResult.Second(
                                        new Window(s * SECOND, (s + 1) * SECOND),
                                        times.get(s),
                                        times.get(s)))
                        .toList();
        return LoadResults.of(
                new Window(0, seconds * SECOND),
                LoadResults.counts(sent, sent, Map.of(), 0, sent, 0),
                LoadResults.connections(1_000, 1_000, 0, intervals),
                LoadResults.generator("nio", 0, 0, new Histogram(3)),
                intervals);
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * SECOND);
    }

    /// Receives the arrival time in the window and the response time of a request, s.
    private interface Responses {
        void add(double at, double time);
    }

    private void respond(
            double warmUp, double seconds, RandomGenerator random, Responses responses) {
        double gap = serviceSeconds / servers / load;
        var free = new double[servers];
        double t = poisson ? 0 : random.nextDouble() * gap;
        while (true) {
            t += poisson ? random.nextExponential() * gap : gap;
            if (t >= warmUp + seconds) {
                return;
            }
            int next = 0;
            for (int i = 1; i < servers; i++) {
                next = free[i] < free[next] ? i : next;
            }
            free[next] = Math.max(t, free[next]) + serviceSeconds * service.next(random);
            if (t >= warmUp) {
                responses.add(t - warmUp, free[next] - t);
            }
        }
    }
}
