package dev.loombench.governor.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;

/// A simulation of a pool, its service and its machine, in discrete simulated time.
final class PoolSimulation {
    static final int CPUS = 2;

    /// A load of `users` concurrent tasks, each of which computes and then waits.
    ///
    /// @param compute CPU time per task, in s
    /// @param delay waiting time per task, in s
    /// @param bottleneck highest rate of tasks per second
    record Load(int users, double compute, double delay, double bottleneck) {
        static final double NO_BOTTLENECK = 1e9;

        static final Load NONE = new Load(0, 0.001, 0, NO_BOTTLENECK);

        /// A random load: 1 in 5 is empty, 1 in 5 has a bottleneck.
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

        /// A log-uniform random value.
        private static double between(Random random, double low, double high) {
            return low * Math.pow(high / low, random.nextDouble());
        }

        double rate(int threads, double cpus) {
            int busy = Math.min(threads, users);
            return Math.min(bottleneck, Math.min(busy / (compute + delay), cpus / compute));
        }
    }

    final List<ResizeDecision> decisions = new ArrayList<>();
    private final PoolController controller;
    long now = 1_000_000_000;
    long clockError;
    int size = CPUS;
    double neighbours;
    double completed;

    PoolSimulation(int min, int max) {
        this.controller = new PoolController(min, max);
    }

    void run(double seconds, Load load) {
        long end = now + (long) (seconds * 1e9);
        while (now < end) {
            sample(load);
        }
    }

    /// Takes one sample and simulates the time until the next.
    ResizeDecision sample(Load load) {
        double cpus = CPUS * (1 - neighbours);
        int busy = Math.min(size, load.users());
        var decision =
                controller.decide(
                        new PoolSample(
                                now + clockError,
                                CPUS,
                                size,
                                busy,
                                load.users() - busy,
                                (long) completed,
                                OptionalDouble.of(waiting(load, busy, cpus))));
        decisions.add(decision);
        size = decision.to();
        completed += load.rate(size, cpus) * decision.pauseNanos() / 1e9;
        now += decision.pauseNanos();
        return decision;
    }

    /// The share of busy threads that are not runnable. Threads that wait for a CPU are runnable.
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

    int highestSince(int sample) {
        return decisions.stream().skip(sample).mapToInt(ResizeDecision::to).max().orElse(size);
    }

    int lowestSince(int sample) {
        return decisions.stream().skip(sample).mapToInt(ResizeDecision::to).min().orElse(size);
    }
}
