package dev.loombench.capacity;

import dev.loombench.analysis.capacity.Objective;
import dev.loombench.analysis.capacity.WindowCounts;
import java.time.Duration;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.HdrHistogram.Histogram;

/// A first-come, first-served queue with Poisson arrivals, in simulated time.
final class SimulatedServer {
    private final int servers;
    private final DoubleSupplier service;
    private final SplittableRandom random;

    /// A window and what it took.
    ///
    /// @param seconds of the load, with the time before the window
    record Window(double burn, long requests, double seconds) {}

    private SimulatedServer(int servers, DoubleSupplier service, SplittableRandom random) {
        this.servers = servers;
        this.service = service;
        this.random = random;
    }

    /// M/M/1: response times are exponential with mean `1 / (mu - lambda)`.
    static SimulatedServer mm1(double mu, SplittableRandom random) {
        return new SimulatedServer(1, () -> exponential(mu, random), random);
    }

    /// M/D/c.
    static SimulatedServer mdc(int servers, double seconds, SplittableRandom random) {
        return new SimulatedServer(servers, () -> seconds, random);
    }

    /// Measures a window after a time under the load, from an empty queue; a window that is over is
    /// cut short.
    Window measure(
            Objective.Percentile objective,
            double rate,
            Duration settling,
            Duration length,
            double burnLimit) {
        double opens = settling.toNanos() / 1e9;
        double closes = opens + length.toNanos() / 1e9;
        double limit = objective.limit().toNanos() / 1e9;
        double most = rate * (closes - opens);
        double allowed = burnLimit * objective.allowedShare() * (most + 3 * Math.sqrt(most));
        var arrivals = new double[(int) (2 * most) + 1_000];
        var times = new double[arrivals.length];
        var violations = new double[arrivals.length];
        int count = 0;
        int violated = 0;
        var free = new PriorityQueue<Double>();
        for (int i = 0; i < servers; i++) {
            free.add(0.0);
        }
        for (double at = exponential(rate, random); at < closes; at += exponential(rate, random)) {
            double start = Math.max(at, free.remove());
            double end = start + service.getAsDouble();
            free.add(end);
            if (at >= opens) {
                arrivals[count] = at;
                times[count++] = end - at;
                if (end - at >= limit) {
                    violations[violated++] = at + limit; // known from then on
                }
            }
        }
        Arrays.sort(violations, 0, violated);
        int over = (int) Math.floor(allowed);
        double cut = violated > over ? violations[over] : closes;
        var histogram = new Histogram(3);
        histogram.setAutoResize(true);
        for (int i = 0; i < count; i++) {
            if (arrivals[i] <= cut) {
                histogram.recordValue((long) (times[i] * 1e9) + 1);
            }
        }
        double burn = objective.burn(new WindowCounts(histogram, 0));
        return new Window(
                cut < closes ? Math.max(burn, Math.nextUp(1.0)) : burn,
                histogram.getTotalCount(),
                Math.min(cut, closes));
    }

    /// The share of responses that take the limit or longer, from a long window.
    double slowShare(double rate, Duration limit, int requests) {
        var objective = new Objective.Percentile(50, limit);
        var length = Duration.ofNanos((long) (requests / rate * 1e9));
        double share = 0;
        int windows = 10;
        for (int i = 0; i < windows; i++) {
            share += plainShare(objective, rate, length.dividedBy(windows));
        }
        return share / windows;
    }

    private double plainShare(Objective.Percentile objective, double rate, Duration length) {
        // With half of the responses allowed, the window is never cut short near the capacity.
        return measure(objective, rate, length.dividedBy(10), length, 1).burn() * 0.5;
    }

    private static double exponential(double rate, SplittableRandom random) {
        return -Math.log(1 - random.nextDouble()) / rate;
    }
}
