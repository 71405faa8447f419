package dev.loombench.governor.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;

/// A pool, the service it runs and the machine under it, in steps of a time of its own.
final class PoolSimulation {
    static final int CPUS = 2;

    /// As many tasks at any time as `users`; each computes, then waits.
    ///
    /// @param compute s of CPU a task
    /// @param delay s a task, for what it waits for
    /// @param bottleneck tasks a second that get through what they wait for
    record Load(int users, double compute, double delay, double bottleneck) {
        static final double NO_BOTTLENECK = 1e9;

        static final Load NONE = new Load(0, 0.001, 0, NO_BOTTLENECK);

        /// Any load that a service may have: 1 in 5 has nothing to do, 1 in 5 a bottleneck.
        static Load any(Random random) {
            if (random.nextInt(5) == 0) {
                return NONE;
            }
            return new Load(
                    1 + random.nextInt(1_000),
                    between(random, 1e-5, 5e-3),
                    random.nextInt(3) == 0 ? 0 : between(random, 1e-3, 0.3),
                    random.nextInt(5) == 0 ? between(random, 50, 5_000) : NO_BOTTLENECK);
        }

        /// Evenly on a logarithmic scale.
        private static double between(Random random, double low, double high) {
            return low * Math.pow(high / low, random.nextDouble());
        }

        double rate(int threads, double cpus) {
            int busy = Math.min(threads, users);
            return Math.min(bottleneck, Math.min(busy / (compute + delay), cpus / compute));
        }
    }

    final List<ResizeDecision> sizings = new ArrayList<>();
    private final PoolController controller;
    long now = 1_000_000_000;
    long clockError;
    int size = CPUS;
    double neighbours;
    double completed;

    PoolSimulation(int min, int max) {
        this.controller = new PoolController(min, max, CPUS);
    }

    void run(double seconds, Load load) {
        long end = now + (long) (seconds * 1e9);
        while (now < end) {
            look(load);
        }
    }

    /// One look, and what happens until the next.
    ResizeDecision look(Load load) {
        double cpus = CPUS * (1 - neighbours);
        int busy = Math.min(size, load.users());
        var sizing =
                controller.decide(
                        new PoolSample(
                                now + clockError,
                                size,
                                busy,
                                load.users() - busy,
                                (long) completed,
                                OptionalDouble.of(waiting(load, busy, cpus))));
        sizings.add(sizing);
        size = sizing.to();
        completed += load.rate(size, cpus) * sizing.pauseNanos() / 1e9;
        now += sizing.pauseNanos();
        return sizing;
    }

    /// Those that want a CPU and have none do not wait.
    private static double waiting(Load load, int busy, double cpus) {
        if (busy == 0) {
            return 1;
        }
        double rate = load.rate(busy, cpus);
        double computing = rate * load.compute();
        return computing > 0.995 * cpus
                ? Math.min(1, rate * load.delay() / busy)
                : Math.max(0, 1 - computing / busy);
    }

    int highestSince(int look) {
        return sizings.stream().skip(look).mapToInt(ResizeDecision::to).max().orElse(size);
    }

    int lowestSince(int look) {
        return sizings.stream().skip(look).mapToInt(ResizeDecision::to).min().orElse(size);
    }
}
