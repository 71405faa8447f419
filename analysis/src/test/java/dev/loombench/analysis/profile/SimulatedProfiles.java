package dev.loombench.analysis.profile;

import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.observe.result.ProfiledStack;
import dev.loombench.observe.result.Profiler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Simulated profiles of a service whose handler calls 40 methods, and of its collector.
///
/// A request takes 100 us of CPU time: 10 us of the collector, and the rest in the methods, of
/// which the first takes most. Each process has a speed of its own, and each method in it as well,
/// as compiled code has (3 % each); a block is 10 % faster or slower than another in both variants.
/// Samples are drawn one by one by the shares.
final class SimulatedProfiles {
    static final String INJECTED = "com.shop.Cart.step7";

    private static final int METHODS = 40;
    private static final int INJECTED_METHOD = 7;
    private static final double REQUEST_NANOS = 100_000;
    private static final double COLLECTOR = 0.1;
    private static final double SPREAD = 0.03;
    private static final int SAMPLES = 5_000;

    private final SplittableRandom random;

    SimulatedProfiles(long seed) {
        random = new SplittableRandom(seed);
    }

    /// The trials of two variants.
    record Trials(List<TrialProfile> first, List<TrialProfile> variant) {}

    /// @param injected share of the cost of a request that one method costs more in the variant
    Trials of(int blocks, double injected) {
        var first = new ArrayList<TrialProfile>();
        var variant = new ArrayList<TrialProfile>();
        for (int block = 1; block <= blocks; block++) {
            double speed = Math.exp(0.1 * random.nextGaussian());
            first.add(trial(block, speed, 0));
            variant.add(trial(block, speed, injected));
        }
        return new Trials(first, variant);
    }

    private TrialProfile trial(int block, double blockSpeed, double injected) {
        double speed = blockSpeed * noise();
        var costs = new double[METHODS + 1];
        costs[METHODS] = REQUEST_NANOS * COLLECTOR * speed * noise();
        double parts = IntStream.range(0, METHODS).mapToDouble(i -> 1.0 / (i + 5)).sum();
        for (int i = 0; i < METHODS; i++) {
            double own = REQUEST_NANOS * (1 - COLLECTOR) / (i + 5) / parts;
            double more = i == INJECTED_METHOD ? REQUEST_NANOS * injected : 0;
            costs[i] = (own + more) * speed * noise();
        }
        double whole = IntStream.range(0, costs.length).mapToDouble(i -> costs[i]).sum();
        return new TrialProfile(
                block,
                ProfiledCost.CPU,
                Profiler.ASYNC_PROFILER,
                whole,
                SAMPLES,
                stacks(costs, whole));
    }

    private double noise() {
        return Math.exp(SPREAD * random.nextGaussian());
    }

    private List<ProfiledStack> stacks(double[] costs, double whole) {
        var counts = new long[costs.length];
        for (int sample = 0; sample < SAMPLES; sample++) {
            double at = random.nextDouble() * whole;
            int i = 0;
            while (i < costs.length - 1 && at >= costs[i]) {
                at -= costs[i];
                i++;
            }
            counts[i]++;
        }
        return IntStream.range(0, costs.length)
                .filter(i -> counts[i] > 0)
                .mapToObj(i -> new ProfiledStack(frames(i), counts[i]))
                .toList();
    }

    private static List<String> frames(int i) {
        return i == METHODS
                ? List.of("GangWorker::run", "G1ParTask::work")
                : List.of(
                        "org.server.Connector.serve",
                        "com.shop.Cart.handle",
                        "com.shop.Cart.step" + i);
    }
}
