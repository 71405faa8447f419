import java.util.PriorityQueue;
import java.util.SplittableRandom;

/// Checks [PoolQueue] against the formula of M/D/1 and against a queue that is simulated server by
/// server. Run by `build/bench-test.sh`.
final class PoolQueueCheck {
    private PoolQueueCheck() {}

    public static void main(String[] args) {
        // Erlang: P(W <= x) = (1 - rho) * sum over k <= x / D of (r * (k * D - x))^k / k! *
        // exp(-r * (k * D - x)), r the rate; up to three services, of 10 ms.
        for (double rate : new double[] {40, 70, 85}) {
            for (double wait : new double[] {0.004, 0.013, 0.025}) {
                double expected = 1 - withinMd1(rate, 0.01, wait);
                double found = new PoolQueue(1, 0.01).slowShare(rate, 0.01 + wait, 2_000_000);
                require(
                        found,
                        expected,
                        0.03,
                        "M/D/1 at %.0f/s beyond %.3f s".formatted(rate, wait));
            }
        }
        require(
                new PoolQueue(4, 0.005).slowShare(480, 0.01, 1_000_000),
                serverByServer(4, 0.005, 480, 0.01, 1_000_000),
                0.05,
                "M/D/4 at 480/s");
        // the rate at which that is the share
        double capacity = new PoolQueue(4, 0.005).capacity(0.01, 0.01);
        require(
                serverByServer(4, 0.005, capacity, 0.01, 4_000_000),
                0.01,
                0.05,
                "M/D/4 at its capacity, %.1f/s".formatted(capacity));
        System.out.println("the known capacities of pools agree with the formula of M/D/1");
    }

    private static double withinMd1(double rate, double service, double wait) {
        double sum = 0;
        double factorial = 1;
        for (int k = 0; k * service <= wait; k++) {
            factorial *= Math.max(1, k);
            double x = rate * (k * service - wait);
            sum += Math.pow(x, k) / factorial * Math.exp(-x);
        }
        return (1 - rate * service) * sum;
    }

    private static double serverByServer(
            int servers, double service, double rate, double limit, int arrivals) {
        var random = new SplittableRandom(7);
        var free = new PriorityQueue<Double>();
        for (int i = 0; i < servers; i++) {
            free.add(0.0);
        }
        double now = 0;
        int slow = 0;
        for (int i = 0; i < arrivals; i++) {
            now -= Math.log(1 - random.nextDouble()) / rate;
            double end = Math.max(now, free.remove()) + service;
            free.add(end);
            if (end - now >= limit) {
                slow++;
            }
        }
        return (double) slow / arrivals;
    }

    private static void require(double found, double expected, double tolerance, String what) {
        if (!(Math.abs(found / expected - 1) <= tolerance)) {
            throw new AssertionError(
                    "%s: %.5f are slower, expected %.5f".formatted(what, found, expected));
        }
    }
}
