package dev.loombench.load.limit;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.result.LoadResults;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.util.ArrayList;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/// A queue of `servers` servers that serve first come, first served, and what a load generator
/// would record of it.
///
/// @param rate arrivals per second
/// @param capacity requests per second that all servers serve
record RecordedQueue(double rate, Arrival arrival, int servers, double capacity, Service service) {
    private static final long SECOND = 1_000_000_000;

    /// How service times are distributed.
    enum Service {
        CONSTANT,
        EXPONENTIAL
    }

    LoadModel load() {
        return new LoadModel.Open(rate, arrival, 10_000);
    }

    /// A window after a warm-up that begins with an empty queue, both in seconds.
    LoadResult window(int warmUp, int seconds, SplittableRandom random) {
        var free = new PriorityQueue<Double>();
        for (int i = 0; i < servers; i++) {
            free.add(0.0);
        }
        var times = histograms(seconds);
        long sent = 0;
        long inWindow = 0;
        for (double at = gap(random); at < warmUp + seconds; at += gap(random)) {
            double end = Math.max(at, free.remove()) + time(random);
            free.add(end);
            inWindow += end >= warmUp && end < warmUp + seconds ? 1 : 0;
            if (at >= warmUp) {
                sent++;
                times.get((int) (at - warmUp)).recordValue(Math.round((end - at) * 1e9));
            }
        }
        return result(sent, inWindow, Map.of(), times);
    }

    private double gap(SplittableRandom random) {
        return switch (arrival) {
            case CONSTANT -> 1 / rate;
            case POISSON -> -Math.log(1 - random.nextDouble()) / rate;
            case REPLAY -> throw new IllegalStateException("recorded arrivals have no law");
        };
    }

    private double time(SplittableRandom random) {
        double mean = servers / capacity;
        return switch (service) {
            case CONSTANT -> mean;
            case EXPONENTIAL -> -Math.log(1 - random.nextDouble()) * mean;
        };
    }

    /// A window whose requests of a second all take equally long.
    ///
    /// @param inWindow good responses that arrived within the window
    /// @param millis response time of the requests of each second
    static LoadResult result(
            int rate, int seconds, long inWindow, Map<String, Long> errors, double[] millis) {
        var times = histograms(seconds);
        for (int i = 0; i < seconds; i++) {
            times.get(i).recordValueWithCount(Math.round(millis[i] * 1e6), rate);
        }
        return result((long) rate * seconds, inWindow, errors, times);
    }

    private static ArrayList<Histogram> histograms(int seconds) {
        var times = new ArrayList<Histogram>();
        for (int i = 0; i < seconds; i++) {
            var histogram = new Histogram(3);
            histogram.setAutoResize(true);
            times.add(histogram);
        }
        return times;
    }

    private static LoadResult result(
            long sent, long inWindow, Map<String, Long> errors, ArrayList<Histogram> times) {
        var intervals = new ArrayList<Second>();
        for (var time : times) {
            long start = intervals.size() * SECOND;
            intervals.add(new Second(new Window(start, start + SECOND), time, time));
        }
        long failed = errors.values().stream().mapToLong(n -> n).sum();
        return LoadResults.of(
                new Window(0, times.size() * SECOND),
                LoadResults.counts(sent, sent - failed, errors, 0, inWindow, 0),
                LoadResults.connections(10, 10, 0, intervals),
                LoadResults.generator("nio", 0, 0, new Histogram(3)),
                intervals);
    }
}
