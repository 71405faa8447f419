import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/// Checks the queues of known truth against values by hand, and against a queue that is simulated
/// server by server. Run by `build/bench-test.sh`.
final class QueueTheoryCheck {
    private static final int ARRIVALS = 2_000_000;

    private QueueTheoryCheck() {}

    public static void main(String[] args) {
        checkPoolQueue();
        checkErlangQueue();
        checkTandemQueue();
        checkMachineRepairman();
        checkProportion();
        System.out.println("the queues of known truth agree with theory, by hand and simulated");
    }

    private static void checkPoolQueue() {
        // Erlang: P(W <= x) = (1 - rho) * sum over k <= x / D of (r * (k * D - x))^k / k! *
        // exp(-r * (k * D - x)), r the rate; up to three services, of 10 ms.
        for (double rate : new double[] {40, 70, 85}) {
            for (double wait : new double[] {0.004, 0.013, 0.025}) {
                double expected = 1 - withinMd1(rate, 0.01, wait);
                double found = new PoolQueue(1, 0.01).slowShare(rate, 0.01 + wait, ARRIVALS);
                require(
                        found,
                        expected,
                        0.03,
                        "M/D/1 at %.0f/s beyond %.3f s".formatted(rate, wait));
            }
        }
        var constant = new ServerByServer(4, 480, _ -> 0.005);
        require(
                new PoolQueue(4, 0.005).slowShare(480, 0.01, ARRIVALS),
                constant.slowShare(0.01),
                0.05,
                "M/D/4 at 480/s");
        var p99 = new PoolQueue(4, 0.005).percentile(520, 0.99, 4 * ARRIVALS);
        require(
                new ServerByServer(4, 520, _ -> 0.005).slowShare(p99.value()),
                0.01,
                0.1,
                "the share beyond p99 of M/D/4");
        require(p99.error() / p99.value(), 0.01, 1, "standard error of p99 of M/D/4 at 520/s");
        // the rate at which that is the share
        double capacity = new PoolQueue(4, 0.005).capacity(0.01, 0.01);
        require(
                new ServerByServer(4, capacity, _ -> 0.005).slowShare(0.01),
                0.01,
                0.06,
                "M/D/4 at its capacity, %.1f/s".formatted(capacity));
    }

    private static void checkErlangQueue() {
        // two servers, a = 1: B(1) = 1/2, B(2) = 1/5, C = (1/5) / (1 - 4/5 * 1/2) = 1/3
        require(new ErlangQueue(2, 1, 1).waitProbability(), 1.0 / 3, 1e-12, "C of M/M/2");
        // one server: the response time is exponential with rate mu - lambda
        require(
                new ErlangQueue(1, 180, 0.005).percentile(0.99),
                Math.log(100) / 20,
                1e-9,
                "p99 of M/M/1 at 0.9");
        // three servers at 0.9: theta = 3 - 2.7; four at 0.75: theta = mu, where the sum is
        // Erlang's
        for (var queue : new ErlangQueue[] {new ErlangQueue(3, 1.8, 1), new ErlangQueue(4, 3, 1)}) {
            double p99 = queue.percentile(0.99);
            var simulated =
                    new ServerByServer(
                            queue.servers(), queue.rate(), r -> -Math.log(1 - r.nextDouble()));
            require(simulated.slowShare(p99), 0.01, 0.15, "the share beyond p99 of " + queue);
            require(
                    simulated.slowShare(p99 / 3),
                    queue.slowShare(p99 / 3),
                    0.03,
                    "the share beyond a third of p99 of " + queue);
        }
    }

    private static void checkTandemQueue() {
        // theta = 1 / 0.002 - 400: the median of a sum of two exponentials is 1.67835 / theta
        var queue = new TandemQueue(400, 0.002);
        require(queue.percentile(0.5), 1.67835 / 100, 1e-5, "median of two stations");
        double p99 = queue.percentile(0.99);
        require((1 + 100 * p99) * Math.exp(-100 * p99), 0.01, 1e-6, "beyond p99 of two stations");
        var random = new SplittableRandom(20_261_130);
        double now = 0;
        double first = 0;
        double second = 0;
        int slow = 0;
        for (int i = 0; i < ARRIVALS; i++) {
            now -= Math.log(1 - random.nextDouble()) / 400;
            first = Math.max(now, first) - Math.log(1 - random.nextDouble()) * 0.002;
            second = Math.max(first, second) - Math.log(1 - random.nextDouble()) * 0.002;
            slow += second - now >= p99 ? 1 : 0;
        }
        require((double) slow / ARRIVALS, 0.01, 0.1, "the share beyond p99 of two stations");
    }

    private static void checkMachineRepairman() {
        // one server, two users, Z = S = 1: p = 1/5, 2/5, 2/5, so X = 4/5 and R = 2 / (4/5) - 1
        var one = new MachineRepairman(1, 2, 1, 1);
        require(one.throughput(), 0.8, 1e-12, "X of M/M/1//2");
        require(one.meanResponse(), 1.5, 1e-12, "R of M/M/1//2");
        // as many servers as users: nobody waits, X = N / (Z + S)
        require(
                new MachineRepairman(3, 3, 2, 1).throughput(),
                1,
                1e-12,
                "X of M/M/3//3 without waiting");
        // two servers, three users, Z = S = 1: weights 1, 3, 3, 3/2, so X = (3 + 6 + 3) / 8.5
        require(new MachineRepairman(2, 3, 1, 1).throughput(), 12 / 8.5, 1e-12, "X of M/M/2//3");
    }

    private static void checkProportion() {
        // no alarm in ten runs: the bound b of 95 % on both sides with (1 - b)^10 = 0.025, and on
        // one
        // side with (1 - b)^10 = 0.05
        require(new Proportion(0, 10).high(), 0.308498, 1e-5, "upper bound of 0 of 10");
        require(new Proportion(0, 10).upperBound(), 0.258866, 1e-5, "one-sided bound of 0 of 10");
        // Clopper and Pearson (1934), tabulated: 5 of 100
        require(new Proportion(5, 100).low(), 0.016432, 1e-4, "lower bound of 5 of 100");
        require(new Proportion(5, 100).high(), 0.112835, 1e-4, "upper bound of 5 of 100");
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

    /// A queue that is simulated server by server.
    private record ServerByServer(
            int servers, double rate, ToDoubleFunction<SplittableRandom> service) {
        /// The share of the responses that take a limit or longer.
        double slowShare(double limit) {
            var random = new SplittableRandom(20_261_126);
            var free = new PriorityQueue<Double>();
            for (int i = 0; i < servers; i++) {
                free.add(0.0);
            }
            double now = 0;
            int slow = 0;
            for (int i = 0; i < ARRIVALS; i++) {
                now -= Math.log(1 - random.nextDouble()) / rate;
                double end = Math.max(now, free.remove()) + service.applyAsDouble(random);
                free.add(end);
                if (end - now >= limit) {
                    slow++;
                }
            }
            return (double) slow / ARRIVALS;
        }
    }

    private static void require(double found, double expected, double tolerance, String what) {
        if (!(Math.abs(found / expected - 1) <= tolerance)) {
            throw new AssertionError("%s: %.6f, expected %.6f".formatted(what, found, expected));
        }
    }
}
